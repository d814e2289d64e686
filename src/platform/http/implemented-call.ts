import '../server-only.ts';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { type Call, type CallApi, cacheTagsOf, type DataOf, type ParsedInputOf } from '#base/contract.ts';
import { ApiError, type Failure, failure, failureTable, type Outcome } from '#base/failure.ts';
import { isDatabaseUnavailable } from '../database/database.ts';
import type { RunPublicRead } from '../database/public-reads.ts';
import type { Context } from '../runtime/context.ts';
import { anonymous, type Caller, type CallerOf, type SignedIn } from './caller.ts';

/** A declared call together with its implementation. */
export interface ImplementedCall {
  call: Call;
  /** The input as the call reads it, with defaults filled in; undefined when the call refuses it. */
  parseInput(input: unknown): object | undefined;
  /** Checks the input and does the work. Throws only for bugs and when the database is unavailable. */
  run(context: Context, input: unknown, caller: Caller): Promise<Outcome<unknown>>;
}

/** A file to be saved, under a name of plain letters. */
export interface FileDownload {
  name: string;
  stream: Readable;
  /** One of the call's media types; undefined: the only one. */
  mediaType?: string;
}

type Handler<C extends Call, Data> = (
  context: Context,
  input: ParsedInputOf<C>,
  caller: CallerOf<C>,
) => Promise<Outcome<Data>>;

export function implement<C extends Call>(call: C, handler: Handler<C, DataOf<C>>): ImplementedCall {
  return toImplementedCall(call, handler);
}

/** The same for a call that answers with a file. */
export function implementFile<C extends Call>(call: C, handler: Handler<C, FileDownload>): ImplementedCall {
  return toImplementedCall(call, handler);
}

function toImplementedCall<C extends Call>(call: C, handler: Handler<C, unknown>): ImplementedCall {
  return {
    call,
    parseInput: (input) => call.input.safeParse(input).data as object | undefined,
    async run(context, input, caller) {
      const parsed = call.input.safeParse(input, { reportInput: true });
      if (!parsed.success) return invalidInput(call, parsed.error);
      const nul = fieldWithNul(input as Record<string, unknown>, parsed.data as Record<string, unknown>);
      if (nul !== undefined) return nulFailure(nul);
      return handler(context, parsed.data as ParsedInputOf<C>, caller as CallerOf<C>);
    },
  };
}

/** PostgreSQL can't store NUL, and nobody types it. */
function nulFailure(field: string): Failure {
  const message = 'Text must not contain the NUL character';
  return failure('malformed', message, { fields: { [field]: message } });
}

/** Finds a NUL in the fields that the call reads; unknown fields are ignored. */
function fieldWithNul(
  rawInput: Record<string, unknown>,
  parsedInput: Record<string, unknown>,
): string | undefined {
  return Object.keys(parsedInput).find(
    (field) => parsedInput[field] !== undefined && containsNul(rawInput[field]),
  );
}

const MAX_NUL_CHECK_DEPTH = 8;

/** Stops at a fixed depth, because fields that the call ignores may be nested without end. */
function containsNul(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null || depth === MAX_NUL_CHECK_DEPTH) return false;
  return Object.values(value).some((item) => containsNul(item, depth + 1));
}

/**
 * A query that is not of the right type is malformed (400); a value of the right type that a rule forbids is invalid
 * (422). The response reports the first problem of each field; the first of all is the message.
 */
function invalidInput(call: Call, error: z.ZodError): Failure {
  const fields: Record<string, string> = Object.create(null);
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? '');
    if (field !== '') fields[field] ??= messageOf(field, issue);
  }
  const first = error.issues[0];
  const message = first === undefined ? 'Invalid input' : messageOf(String(first.path[0] ?? ''), first);
  const isMalformed =
    call.method === 'GET' &&
    error.issues.some((issue) => issue.code === 'invalid_type' || issue.code === 'invalid_format');
  return failure(isMalformed ? 'malformed' : 'invalid', message, { fields });
}

function messageOf(field: string, issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value' && issue.message.startsWith('Invalid option')) {
    return `${capitalised(field)} must be one of: ${issue.values.join(', ')}`;
  }
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')) {
    return issue.input === undefined && field !== ''
      ? `${capitalised(field)} is required`
      : `${field === '' ? 'The body' : capitalised(field)} must be ${withArticle(issue.expected)}`;
  }
  return issue.message;
}

function capitalised(field: string): string {
  const text = field.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function withArticle(expected: string): string {
  return /^[aeio]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}

function unavailableFailure(error: unknown): Failure {
  if (!isDatabaseUnavailable(error)) throw error;
  return failure('unavailable', 'The site is busy or restarting. Please try again in a moment.');
}

/**
 * The in-process transport: runs the same handlers that answer HTTP, as the anonymous visitor or as an account. Without
 * `runPublicRead` the primary serves public reads.
 */
export function inProcessApi(
  implemented: readonly ImplementedCall[],
  context: Context,
  runPublicRead?: RunPublicRead,
  account?: SignedIn,
): CallApi {
  const byName = new Map(implemented.map((implementation) => [implementation.call.name, implementation]));
  return async function callApi(call, input) {
    const implementation = byName.get(call.name);
    if (implementation === undefined) throw new Error(`no feature implements the call ${call.name}`);
    const caller = account === undefined ? anonymous : { ...anonymous, account };
    if (
      account === undefined &&
      implementation.call.access !== 'anyone' &&
      implementation.call.access !== 'optional-auth'
    )
      throw new Error(`${call.name} is not for everyone, and a page is rendered for everyone`);
    const runCall = (callInput: unknown) => {
      if (runPublicRead === undefined || call.cacheTags === undefined || account !== undefined)
        return implementation.run(context, callInput, caller);
      const tags = cacheTagsOf(call, implementation.parseInput(callInput) ?? {});
      return runPublicRead(tags, (readContext) => implementation.run(readContext, callInput, caller));
    };
    let outcome = await runCall(input).catch(unavailableFailure);
    // A browser follows the 301 on its own; this transport does so once.
    if (!outcome.ok && outcome.kind === 'moved')
      outcome = await runCall({ ...(input as object), ...outcome.movedTo });
    if (outcome.ok) return outcome.data as DataOf<typeof call>;
    const { status, code } = failureTable[outcome.kind];
    throw new ApiError(status, code, outcome.message, outcome.fields);
  };
}
