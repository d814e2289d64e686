import type { z } from 'zod';
import type { FailureKind } from './failure.ts';

/**
 * Permission to make a call. There is no default: every call states it. `anyone` ignores any token, so all callers get
 * the same answer. `optional-auth` works without a token, but rejects a bad one, because the answer depends on the
 * account.
 */
export type Access = 'anyone' | 'optional-auth' | 'signed-in' | 'moderator' | 'admin';

/** The class of rate limit of a call; platform/rate-limits/request-limits.ts holds the numbers. */
export type RateLimit = 'read' | 'write' | 'vote';

export interface Call<
  Input extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  W extends Access = Access,
> {
  /** Unique name, also the OpenAPI operationId. */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api, with placeholders in braces: /stories/{id}. */
  path: string;
  summary: string;
  access: W;
  rateLimit: RateLimit;
  /** One flat object: placeholders are taken from the path, the rest from query (GET) or body. */
  input: Input;
  /** The value of `data` in the envelope. */
  data: Data;
  /** Whether this GET writes to the database, as every other method does. */
  getWrites?: true;
  /** The media types of a call that answers with a file instead of an envelope; usually one. */
  file?: string | readonly string[];
  /** Files that the call takes as multipart/form-data, in the field of the input that has this name. */
  upload?: { field: string; maxFiles: number; maxBytes: number };
  /** 200 unless the call creates something. */
  status?: 200 | 201;
  /** Whether the caller must have proven their identity within the last minutes (FRESH_SIGN_IN_MINUTES). */
  needsFreshSignIn?: true;
  /** The message for somebody who is not signed in, where the usual one says too little. */
  signedOutMessage?: string;
  /** Whether repeating an Idempotency-Key returns the first answer instead of creating a second thing. */
  idempotent?: true;
  /** Whether a suspended account may make the call although it writes; reads are always allowed. */
  allowSuspended?: true;
  /**
   * The cache tags of the answer to requests without a token: `story {id}`, with placeholders taken from the input.
   * Only reading calls have tags; other answers are not cached.
   */
  cacheTags?: readonly string[];
  /**
   * The name of an input that makes the answer private: caches in front of the site must not store an answer to a request
   * that has it.
   */
  privateInput?: string;
  /** Failures beyond those that every call may return (malformed, invalid, too-many, unavailable). */
  errors: FailureKind[];
}

export type InputOf<C> = C extends Call<infer I, z.ZodType> ? z.input<I> : never;
export type ParsedInputOf<C> = C extends Call<infer I, z.ZodType> ? z.output<I> : never;
export type DataOf<C> = C extends Call<z.ZodType, infer D> ? z.output<D> : never;

/**
 * Declares a call once. Server validation, the OpenAPI entry, the in-process transport and the browser's typed client
 * all derive from it; only `method` and `path` remain in the browser.
 */
export function defineCall<Input extends z.ZodType, Data extends z.ZodType, const W extends Access>(
  call: Call<Input, Data, W>,
): Call<Input, Data, W> {
  return call;
}

/** Whether a call writes, and so is refused while the disk is nearly full. */
export function mayWrite({ method, getWrites }: Pick<Call, 'method' | 'getWrites'>): boolean {
  return method !== 'GET' || getWrites === true;
}

/** Makes a call and returns its data; throws an ApiError for every failure. */
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

/** The path of a call below /api, and the rest of the input for the query or the body. */
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
