import { addressOf, type Call, type DataOf, type InputOf } from '#base/contract.ts';
import { ApiError, type ErrorEnvelope, UNREADABLE_ANSWER, unreachableError } from '#base/failure.ts';
import { whileProving } from './proof-state.ts';
import { pendingRenewal, readTokens, renewTokens } from './session.ts';

export interface CallOptions {
  /** Lets the request outlive the page, for reports that change nothing on other pages. */
  keepalive?: boolean;
  signal?: AbortSignal;
  /** Gives up at a limit instead of solving the server's challenge. */
  isOptional?: boolean;
  /** The idempotency key, by which the server recognises a repeated request (submit-keys.ts). */
  submitKey?: string;
  /** Sends the request instead of fetch (send-files.ts). */
  transport?: (
    address: string,
    request: RequestInit & { method: string; headers: Record<string, string> },
  ) => Promise<Response>;
}

interface SendOptions extends CallOptions {
  /** The solution of the server's challenge. */
  proof?: string;
}

let changedAt = 0;

/** The time of the last call that may have changed what pages show. */
export const lastChange = () => changedAt;

/**
 * The browser's transport of a declared call: a fetch to the same origin, with the token when there is one. An expired
 * token is renewed and the call repeated once. Throws an ApiError for every failure.
 */
export async function callApi<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: CallOptions = {},
): Promise<DataOf<C>> {
  let response = await answerTo(call, input as Record<string, unknown>, options);
  let body: unknown = await response.json().catch(() => undefined);
  const proof = response.status === 429 && !options.isOptional ? await proofFor(body) : undefined;
  if (proof !== undefined) {
    response = await answerTo(call, input as Record<string, unknown>, { ...options, proof });
    body = await response.json().catch(() => undefined);
  }
  if (call.method !== 'GET' && !options.keepalive) changedAt = Date.now();
  if (response.ok && isSuccess(body)) return body.data as DataOf<C>;
  throw errorOf(response, body);
}

/** Solves the server's challenge when others have used up the network's limit, so that this request passes. */
async function proofFor(body: unknown): Promise<string | undefined> {
  const challenge = (body as ErrorEnvelope | undefined)?.error?.challenge;
  if (challenge === undefined) return undefined;
  return whileProving(async () => {
    const { solveChallenge } = await import('./proof-of-work.ts');
    return solveChallenge(challenge);
  }).catch(() => undefined);
}

/** Makes a call that answers with a file; returns it with the name that the server proposes. */
export async function callForFile<C extends Call>(
  call: C,
  input: InputOf<C>,
): Promise<{ blob: Blob; name: string }> {
  const response = await answerTo(call, input as Record<string, unknown>, {});
  if (!response.ok) throw errorOf(response, await response.json().catch(() => undefined));
  const name = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { blob: await response.blob(), name: name ?? 'download' };
}

async function answerTo(call: Call, input: Record<string, unknown>, options: SendOptions): Promise<Response> {
  await pendingRenewal();
  const token = readTokens()?.token;
  const response = await send(call, input, token, options);
  if (token === undefined || response.status !== 401) return response;
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as Partial<ErrorEnvelope> | null | undefined;
  // A wrong password is a 401 too, and does not concern the token; its code says so.
  const code = body?.error?.code ?? 'unauthenticated';
  if (code !== 'token_expired' && code !== 'unauthenticated') return response;
  const renewal = await renewTokens(token);
  if (renewal === 'unreachable') throw unreachableError();
  // A reader whose session has ended goes on as a guest.
  if (renewal === 'ended' && call.method !== 'GET') return response;
  return send(call, input, renewal === 'ended' ? undefined : readTokens()?.token, options);
}

async function send(
  call: Call,
  input: Record<string, unknown>,
  token: string | undefined,
  { submitKey, proof, transport = fetch, ...options }: SendOptions,
): Promise<Response> {
  const { path, rest } = addressOf(call, input);
  const isRead = call.method === 'GET';
  const headers: Record<string, string> = {};
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  if (!isRead) headers['content-type'] = 'application/json';
  if (proof !== undefined) headers['proof-of-work'] = proof;
  if (submitKey !== undefined) headers['idempotency-key'] = `"${submitKey}"`;
  try {
    return await transport(`/api${path}${isRead ? searchOf(rest) : ''}`, {
      ...options,
      method: call.method,
      headers,
      // Chromium would answer from its cache while it revalidates, as caches in front of the site may: a reader who
      // repeats a search or goes back would see what was there before.
      cache: 'no-cache',
      ...(isRead ? {} : { body: JSON.stringify(rest) }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachableError();
  }
}

function errorOf(response: Response, body: unknown): ApiError {
  const envelope = body as Partial<ErrorEnvelope> | null | undefined;
  // Proxies in front of the site send a message alone.
  const message = envelope?.error?.message ?? envelope?.message;
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(
    response.status,
    envelope?.error?.code ?? (message === undefined ? UNREADABLE_ANSWER : 'refused'),
    message ?? 'The site’s answer can’t be read. Please try again.',
    envelope?.error?.fields,
    Number.isFinite(wait) ? wait : undefined,
    envelope?.data,
  );
}

function isSuccess(body: unknown): body is { data: unknown } {
  if (typeof body !== 'object' || body === null || !('data' in body)) return false;
  return !('success' in body && body.success === false);
}

function searchOf(input: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
