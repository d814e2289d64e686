import type { z } from 'zod';
import type { FailureKind } from './failure.ts';

/**
 * Who may make a call. There is no default: every call says it. For `anyone` a token is not even looked at, so
 * the answer is the same for all; `anyone-known` may be made without one, but one that is sent must be good,
 * because the answer depends on who it is.
 */
export type Who = 'anyone' | 'anyone-known' | 'signed-in' | 'moderator' | 'admin';

/** The class of request limit a call falls under; the figures stand in platform/rate-limits/request-limits.ts. */
export type Limit = 'read' | 'act' | 'vote';

export interface Call<
  Input extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  W extends Who = Who,
> {
  /** Unique name, also the OpenAPI operationId. */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api, with placeholders in braces: /stories/{id}. */
  path: string;
  summary: string;
  who: W;
  limit: Limit;
  /** One flat object: placeholders are taken from the path, the rest from query (GET) or body. */
  input: Input;
  /** What stands in the envelope's `data`. */
  data: Data;
  /** Whether a GET stores something all the same; every other method does. */
  getStores?: true;
  /** The media type, where the answer is a file instead of an envelope. */
  file?: string;
  /** 200 unless the call makes something new. */
  status?: 200 | 201;
  /** Whether it is done once, however often it comes with the same Idempotency-Key; for calls that make something new. */
  keyed?: true;
  /** Whether an account that is suspended may make it all the same; reading it may always. */
  evenSuspended?: true;
  /**
   * The cache tags of the answer to requests without a token: `story {id}`, with placeholders taken from the input. Only
   * calls that read have them; the answers of all others are not cached.
   */
  cacheTags?: readonly string[];
  /** What can go wrong beyond what every call may answer (malformed, invalid, too-many, unavailable). */
  errors: FailureKind[];
}

export type InputOf<C> = C extends Call<infer I, z.ZodType> ? z.input<I> : never;
export type ParsedInputOf<C> = C extends Call<infer I, z.ZodType> ? z.output<I> : never;
export type DataOf<C> = C extends Call<z.ZodType, infer D> ? z.output<D> : never;

/**
 * Declares a call once. The server's validation, the OpenAPI entry, the in-process transport and the
 * browser's typed client are all made from it; in the browser only `method` and `path` remain of it.
 */
export function defineCall<Input extends z.ZodType, Data extends z.ZodType, const W extends Who>(
  call: Call<Input, Data, W>,
): Call<Input, Data, W> {
  return call;
}

/** Whether a call stores something, and so is refused while the disk is nearly full. */
export function mayStore({ method, getStores }: Pick<Call, 'method' | 'getStores'>): boolean {
  return method !== 'GET' || getStores === true;
}

/** Makes a call and gives its data; throws an ApiError for every failure. */
export type CallApi = <C extends Call<z.ZodType, z.ZodType>>(
  call: C,
  input: InputOf<C>,
) => Promise<DataOf<C>>;

/** The cache tags of a call's answer to this input. */
export function cacheTagsOf({ cacheTags = [] }: Pick<Call, 'cacheTags'>, input: object): string[] {
  const values = input as Record<string, unknown>;
  return cacheTags.map((tag) =>
    tag.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]).toLowerCase()),
  );
}

/** The names of the placeholders in a call's path. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

/** The address of a call below /api, and what of the input is left for query or body. */
export function addressOf(
  call: Pick<Call, 'path'>,
  input: Record<string, unknown>,
): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input };
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name];
    return encodeURIComponent(String(input[name]));
  });
  return { path, rest };
}
