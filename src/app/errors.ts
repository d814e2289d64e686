import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorEnvelope, failureTable } from '#base/failure.ts';
import { isConstraintViolation, isDatabaseUnavailable } from '#platform/database/database.ts';
import { isApiAddress } from '#platform/http/register-calls.ts';
import type { Context } from '#platform/runtime/context.ts';
import { codeOf } from '#platform/runtime/start-error.ts';
import { type PageRenderer, sendPlainPage } from './render.ts';

export const RETRY_AFTER_SECONDS = 2;
export const REFUSED_BY_DATABASE =
  'This can’t be stored as it is. If you see nothing wrong with it, please tell us this number:';

const codes: Record<number, string> = {
  400: 'malformed',
  404: 'not_found',
  413: 'too_large',
  414: 'too_large',
  415: 'not_json',
  [failureTable.invalid.status]: failureTable.invalid.code,
  500: 'internal_error',
  503: 'unavailable',
};

/** The one handler of exceptions. The caller's mistakes are answered as such, all others are bugs with an id. */
export function answerException(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { context, renderer }: { context: Context; renderer: PageRenderer },
): FastifyReply {
  // Nobody is left to answer, and no fault of the site to record.
  if (isReaderGone(error, request)) return reply.code(400).send();
  const isApi = isApiAddress(request.url);
  const status = statusOf(error, isApi);
  const message = messageOf(status, request.id);
  const { log } = context;
  if (status === 500) {
    log.error({ err: error, id: request.id, route: request.routeOptions.url ?? 'page' }, 'a bug');
  }
  if (status === failureTable.invalid.status) {
    // This is still a bug, since the contract accepts a value that the database refuses; the error names the
    // constraint.
    log.error({ err: error, id: request.id, route: request.routeOptions.url }, 'a constraint was violated');
  }
  if (status === 503) {
    // A log line for each refused request would add to an overload that the metrics show anyway.
    if (!isOverload(error)) log.warn({ err: error, id: request.id }, 'the database is not available');
    reply.header('retry-after', String(RETRY_AFTER_SECONDS));
  }
  reply.code(status).headers({ 'cache-control': 'no-store', 'x-request-id': request.id });
  if (!isApi) {
    const title = status >= 500 ? 'Something went wrong' : 'This address can’t be read';
    return sendPlainPage(reply, { context, renderer }, { status, title, message });
  }
  return reply
    .type('application/json; charset=utf-8')
    .send(errorEnvelope(codes[status] ?? 'malformed', message, { request_id: request.id }));
}

/** Whether a file was closed before its end because its reader went away, which Fastify reports like a fault of the file. */
function isReaderGone(error: unknown, { raw }: FastifyRequest): boolean {
  return codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE' && raw.socket.destroyed;
}

function isOverload(error: unknown): boolean {
  return error instanceof Error && 'isOverload' in error;
}

function statusOf(error: unknown, isApi: boolean): number {
  if (isDatabaseUnavailable(error)) return 503;
  if (isApi && isConstraintViolation(error)) return failureTable.invalid.status;
  const status = (error as { statusCode?: unknown }).statusCode;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : status === 503 ? 503 : 500;
}

function messageOf(status: number, id: string): string {
  if (status === 413) return 'The request is too large: the limit is 512 KiB.';
  if (status === 415) return 'The body must be JSON (content-type: application/json), not compressed.';
  if (status === 503) return 'The site is busy or restarting. Please try again in a moment.';
  if (status === 500) {
    return `Something went wrong on our side. If it happens again, please tell us this number: ${id}`;
  }
  if (status === failureTable.invalid.status) return `${REFUSED_BY_DATABASE} ${id}`;
  return 'The request can’t be read: malformed JSON or address.';
}
