import '../server-only.ts';
import type { FastifyInstance } from 'fastify';

/** No input of the site nests deeper than four. */
export const MAX_JSON_DEPTH = 20;

/**
 * Accepts JSON only: strict, shallow and not compressed. A form or a text from another site can't be read as a call,
 * and a small body can't expand into a large one.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    // Many clients announce JSON with every request, even without a body.
    if (body === '') return done(null);
    if (isDeeperThan(body, MAX_JSON_DEPTH)) return done(refusal(400));
    return parseJson(request, body, done);
  });
  app.addHook('onRequest', async (request) => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw refusal(415);
    // Fastify and proxies have disagreed about the end of a media type that contains a tab.
    const type = request.headers['content-type'];
    if (type !== undefined && !/^[ -~]*$/.test(type)) throw refusal(415);
  });
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
