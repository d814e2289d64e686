/**
 * All expected failures, as values. The table maps each kind to the status and the code of the answer; the compiler
 * checks that no kind is missing.
 */
export const failureTable = {
  malformed: { status: 400, code: 'malformed' },
  unauthenticated: { status: 401, code: 'unauthenticated' },
  'token-expired': { status: 401, code: 'token_expired' },
  // The typed password is wrong, not the token: a client must not answer this by refreshing its token.
  'wrong-password': { status: 401, code: 'invalid_credentials' },
  'not-yours': { status: 403, code: 'not_yours' },
  // The session is older than 15 minutes, and the call is sensitive: POST /accounts/fresh-sign-in, then once more.
  'fresh-sign-in-needed': { status: 403, code: 'fresh_sign_in_needed' },
  // The site requires a second factor of its staff, and this account has none yet.
  'second-factor-needed': { status: 403, code: 'second_factor_needed' },
  // The operator lets nobody register, or only people with an invitation.
  'registration-closed': { status: 403, code: 'registration_closed' },
  // The visitor's region asks for a proof of age, and the request has none.
  'age-proof-needed': { status: 403, code: 'age_proof_needed' },
  // An admin has banned the caller's network for a time.
  'network-banned': { status: 403, code: 'network_banned' },
  // The account may only read, export its texts and appeal.
  suspended: { status: 403, code: 'suspended' },
  'not-found': { status: 404, code: 'not_found' },
  taken: { status: 409, code: 'taken' },
  // A mailed link that was used, is too old, or never existed.
  gone: { status: 400, code: 'gone' },
  // Somebody else has changed the thing since the caller read it.
  'edit-conflict': { status: 409, code: 'edit_conflict' },
  'too-large': { status: 413, code: 'too_large' },
  'not-json': { status: 415, code: 'not_json' },
  invalid: { status: 422, code: 'invalid' },
  'too-many': { status: 429, code: 'too_many_requests' },
  bug: { status: 500, code: 'internal_error' },
  unavailable: { status: 503, code: 'unavailable' },
  // The disk is nearly full: reading works, writing does not.
  'read-only': { status: 503, code: 'read_only' },
  'google-unavailable': { status: 503, code: 'google_unavailable' },
  moved: { status: 301, code: 'moved' },
} as const satisfies Record<string, { status: number; code: string }>;

export type FailureKind = keyof typeof failureTable;

/** Proof of work that lets a request pass after its network has used up its limit; clients may wait instead. */
export interface ProofChallenge {
  algorithm: 'SHA-256';
  salt: string;
  /** The SHA-256, in hex, of salt, dot and a number below `max_number` in decimal digits. */
  hash: string;
  max_number: number;
  signature: string;
}

export interface Failure {
  ok: false;
  kind: FailureKind;
  message: string;
  /** The problem of each wrong field of the input. */
  fields?: Record<string, string>;
  /** For `moved`: the input with the current name of the thing. */
  movedTo?: Record<string, string>;
  retryAfterSeconds?: number;
  challenge?: ProofChallenge;
  /** For `edit-conflict`: what is stored instead. */
  data?: Record<string, unknown>;
}

export interface Success<Data> {
  ok: true;
  data: Data;
  message?: string;
  /**
   * Cookies to set; a value of '' removes one. They apply to the whole site, and to https only, unless stated
   * otherwise.
   */
  cookies?: Record<
    string,
    { value: string; maxAgeSeconds: number; paths?: readonly string[]; isSecure?: boolean }
  >;
}

export type Outcome<Data> = Success<Data> | Failure;

/** The data of an answer that says only that it is done. */
export type NoData = Record<string, never>;

export function success<Data>(data: Data, message?: string): Success<Data> {
  return message === undefined ? { ok: true, data } : { ok: true, data, message };
}

export function failure(
  kind: FailureKind,
  message: string,
  extra?: Pick<Failure, 'fields' | 'movedTo' | 'retryAfterSeconds' | 'challenge' | 'data'>,
): Failure {
  return { ok: false, kind, message, ...extra };
}

/** A rule of one field is broken; the message appears both beside the field and for the whole form. */
export function invalidField(field: string, message: string): Failure {
  return failure('invalid', message, { fields: { [field]: message } });
}

/** The caller is not signed in, or the account was deleted meanwhile. */
export function notSignedIn(message = 'Please log in'): Failure {
  return failure('unauthenticated', message);
}

/** The body of a failed answer, as every client of the API reads it. */
export interface ErrorEnvelope {
  success: false;
  error: {
    code: string;
    message: string;
    fields?: Record<string, string>;
    challenge?: ProofChallenge;
    request_id?: string;
  };
  message: string;
  data?: Record<string, unknown>;
}

export function errorEnvelope(
  code: string,
  message: string,
  extra?: Pick<ErrorEnvelope['error'], 'fields' | 'challenge' | 'request_id'> & Pick<ErrorEnvelope, 'data'>,
): ErrorEnvelope {
  const error: ErrorEnvelope['error'] = { code, message };
  if (extra?.fields !== undefined) error.fields = extra.fields;
  if (extra?.challenge !== undefined) error.challenge = extra.challenge;
  if (extra?.request_id !== undefined) error.request_id = extra.request_id;
  const data = extra?.data;
  return { success: false, error, message, ...(data === undefined ? {} : { data }) };
}

/** A failed call as callApi throws it, on the server and in the browser. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;
  readonly retryAfterSeconds: number | undefined;
  readonly data: Record<string, unknown> | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    fields: Record<string, string> = {},
    retryAfterSeconds?: number,
    data?: Record<string, unknown>,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = retryAfterSeconds;
    this.data = data;
  }
}

/** The code of a call without an answer. */
const UNREACHABLE = 'offline';

/** The failure of a call that did not reach the site. */
export function unreachableError(): ApiError {
  return new ApiError(0, UNREACHABLE, 'The site can’t be reached. Check your connection and try again.');
}

/** Whether the error is a call that did not reach the site. */
export function isUnreachable(error: unknown): boolean {
  return isApiError(error) && error.code === UNREACHABLE;
}

/** The code of an answer that this site did not write, such as a proxy's, or of a truncated one. */
export const UNREADABLE_ANSWER = 'unreadable_answer';

/**
 * Whether the error is a failed call. Compares the name, because the built pages contain their own copy of the class.
 */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError';
}

/** The server's reason for a failed call; undefined if it gave none, or if the error is another one. */
export function serverReason(error: unknown): string | undefined {
  if (!isApiError(error) || error.message === '' || error.code === UNREADABLE_ANSWER) return undefined;
  return error.message;
}

/** “Failed to save: the server’s reason”, or the sentence alone if there is no reason. */
export function withReason(sentence: string, error: unknown): string {
  const reason = serverReason(error);
  return reason === undefined ? sentence : `${sentence}: ${reason}`;
}
