import '../server-only.ts';
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** No input of the site nests deeper than four. */
export const MAX_JSON_DEPTH = 20;

/**
 * Accepts JSON only: strict, shallow, in UTF-8 and not compressed. A form or a text from another site can't be read as a call,
 * and a small body can't expand into a large one.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Many clients announce JSON with every request, even without a body.
    if (body.length === 0) return done(null);
    if (!isInUtf8(request.headers['content-type'])) return done(refusal(415));
    // Decoding would replace what is not UTF-8, and a damaged text would be saved.
    if (!isUtf8(body)) return done(refusal(400));
    const text = body.toString();
    if (isDeeperThan(text, MAX_JSON_DEPTH)) return done(refusal(400));
    return parseJson(request, text, done);
  });
  app.addHook('onRequest', async (request) => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw refusal(415);
    // Fastify and proxies have disagreed about the end of a media type that contains a tab.
    const type = request.headers['content-type'];
    if (type !== undefined && !/^[ -~]*$/.test(type)) throw refusal(415);
    // A request without a body has no stream (http-servers.ts): a reader of the announced type would wait for its end.
    if (!hasBody(request.raw)) delete request.raw.headers['content-type'];
  });
}

/** Whether a request brings a body, by the only headers that announce one (RFC 9112, 6). */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Whether a media type names no other encoding than the one that JSON has. */
function isInUtf8(type: string | undefined): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(type ?? '')?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset);
}

function refusal(statusCode: number): Error {
  return Object.assign(new Error('the body is not taken'), { statusCode });
}

/** Whether brackets nest deeper than `limit`; brackets in strings are text. */
function isDeeperThan(json: string, limit: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < json.length; index++) {
    const char = json[index];
    if (isInString) {
      if (char === '\\') index++;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === '{' || char === '[') {
      depth++;
      if (depth > limit) return true;
    } else if (char === '}' || char === ']') depth--;
  }
  return false;
}
