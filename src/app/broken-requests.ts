import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { isWellFormed } from '#platform/http/request-form.ts';
import { codeOf } from '#platform/runtime/start-error.ts';

const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Node would refuse a request without a host by itself, with no header of ours; the rest it would take. */
export function refuseMalformed(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (!isWellFormed(raw)) throw Object.assign(new Error('a malformed request'), { statusCode: 400 });
  });
}

const BODY = 'This request can’t be read.\n';

/** Answers what is no HTTP, or comes too slowly, with the headers that every answer carries. */
export function answerBrokenRequests(
  headers: Record<string, string>,
  isAnswered: (socket: Socket) => boolean,
) {
  return (error: Error, socket: Socket): void => {
    const code = codeOf(error) ?? '';
    // In the middle of an answer another one would end up in its text.
    if (code === 'ECONNRESET' || !socket.writable || isAnswered(socket)) {
      socket.destroy(error);
      return;
    }
    const status = statuses[code] ?? 400;
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...Object.entries({
        ...headers,
        'content-type': 'text/plain; charset=utf-8',
        'content-length': String(Buffer.byteLength(BODY)),
        'cache-control': 'no-store',
        connection: 'close',
      }).map(([name, value]) => `${name}: ${value}`),
    ];
    socket.end(`${lines.join('\r\n')}\r\n\r\n${BODY}`);
  };
}
