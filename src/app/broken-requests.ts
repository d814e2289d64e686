import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { isWellFormed } from '#platform/http/request-form.ts';
import { codeOf } from '#platform/runtime/start-error.ts';

const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Node itself would refuse only a request without a host, and without the site's headers. */
export function refuseMalformed(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (!isWellFormed(raw)) throw Object.assign(new Error('a malformed request'), { statusCode: 400 });
  });
}

const BODY = 'This request can’t be read.\n';

/** Answers requests that are no HTTP, or too slow, with the headers of every response. */
export function answerBrokenRequests(
  headers: Record<string, string>,
  { isAnswered, isUploading }: Record<'isAnswered' | 'isUploading', (socket: Socket) => boolean>,
) {
  return (error: Error, socket: Socket): void => {
    const code = codeOf(error) ?? '';
    // Node reports a request that takes long once. connections.ts limits the time of an upload.
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUploading(socket)) return;
    // During a response, a second one would end up in its body.
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
