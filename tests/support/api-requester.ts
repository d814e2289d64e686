import assert from 'node:assert/strict';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { REFUSED_BY_DATABASE } from '#app/errors.ts';
import type { ErrorEnvelope } from '#base/failure.ts';
import { retryWhileBusy } from './retry-while-busy.ts';

export interface Answer {
  status: number;
  /** The envelope's `data`; the caller knows its type. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what an answer should hold, and fails where it doesn't.
  data: any;
  message: string | undefined;
  error: ErrorEnvelope['error'] | undefined;
  headers: Record<string, unknown>;
  cookies: { name: string; value: string; [attribute: string]: unknown }[];
  text: string;
}

export interface RequestOptions {
  body?: unknown;
  token?: string | undefined;
  /** The network address that the request comes from. */
  from?: string;
  headers?: Record<string, string>;
  cookies?: Record<string, string>;
  /** Returns the answer of a busy server without a retry, for tests that expect it. */
  isOneTry?: boolean;
}

export type SendRequest = (
  call: `${'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'} /${string}`,
  options?: RequestOptions,
) => Promise<Answer>;

/**
 * Makes calls as a client does, `ask('POST /accounts/login', { body })`, and checks each answer: never a 500,
 * the envelope as every client reads it, and only statuses that the API's description names.
 */
export async function createRequester(app: FastifyInstance): Promise<SendRequest> {
  const { paths } = (await app.inject('/api/openapi.json')).json();
  const described = Object.entries(paths as Record<string, Record<string, { responses: object }>>).map(
    ([path, methods]) => ({ pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), methods }),
  );
  return async (call, { body, token, from, headers, cookies, isOneTry = false } = {}) => {
    const [method = '', path = ''] = call.split(' ', 2) as [InjectOptions['method'] & string, string];
    const send = () =>
      app.inject({
        method: method as 'GET',
        url: `/api${path}`,
        ...(body === undefined ? {} : { payload: body as object }),
        ...(from === undefined ? {} : { remoteAddress: from }),
        headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
        ...(cookies === undefined ? {} : { cookies }),
      });
    const response = isOneTry
      ? await send()
      : await retryWhileBusy(send, (answer) => ({
          status: answer.statusCode,
          retryAfter: answer.headers['retry-after'],
          code: answer.statusCode === 503 ? answer.json().error.code : undefined,
        }));
    const { statusCode: status, body: text } = response;
    assert.notEqual(status, 500, `${call}: ${text}`);
    assert.ok(!text.includes(REFUSED_BY_DATABASE), `${call}: ${text}`);
    const operation = described.find(({ pattern }) => pattern.test(path.split('?')[0] ?? ''))?.methods;
    const responses = operation?.[method.toLowerCase()]?.responses;
    // The server may refuse a request before it knows which call is meant.
    const isOutside = [400, 413, 414, 415].includes(status) || text.includes('There is no such call');
    if (responses !== undefined && !isOutside)
      assert.ok(String(status) in responses, `${call} answered ${status}: ${text}`);
    const envelope = text === '' ? {} : response.json();
    if (text !== '') assertEnvelope(envelope, status < 300, call);
    return {
      status,
      data: envelope.data,
      message: envelope.message,
      error: envelope.error,
      headers: response.headers,
      cookies: response.cookies as unknown as Answer['cookies'],
      text,
    };
  };
}

function assertEnvelope(envelope: Record<string, unknown>, isSuccess: boolean, call: string): void {
  // A conflict shows in `data` what is stored instead.
  const keys = Object.keys(envelope).filter((key) => key !== 'message' && (isSuccess || key !== 'data'));
  assert.deepEqual(keys, isSuccess ? ['success', 'data'] : ['success', 'error'], call);
  assert.equal(envelope.success, isSuccess, call);
  if (isSuccess) return;
  const { error, message } = envelope as unknown as ErrorEnvelope;
  assert.ok(error.message !== '' && error.message === message, call);
  assert.match(error.code, /^[a-z]+(?:_[a-z]+)*$/, call);
}
