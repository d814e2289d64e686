import '../server-only.ts';
import type { FastifyInstance } from 'fastify';

/** Nothing that the site takes nests deeper than four. */
export const JSON_DEPTH = 20;

/**
 * JSON alone, strict, not too deep and not compressed: a form or a plain text from another site can't be read as a
 * call, and a small body can't become a large one.
 */
export function takeJsonOnly(app: FastifyInstance): void {
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    // Many clients announce JSON with every request, also with those that have nothing to say.
    if (body === '') return done(null);
    if (isDeeperThan(body, JSON_DEPTH)) return done(refusal(400));
    return parseJson(request, body, done);
  });
  app.addHook('onRequest', async (request) => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw refusal(415);
    // Fastify and what stands before the site have disagreed about where a type with a tab in it ends.
    const type = request.headers['content-type'];
    if (type !== undefined && !/^[ -~]*$/.test(type)) throw refusal(415);
  });
}

function refusal(statusCode: number): Error {
  return Object.assign(new Error('the body is not taken'), { statusCode });
}

/** Whether brackets nest deeper; those in strings are text. */
function isDeeperThan(json: string, limit: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at++) {
    const char = json[at];
    if (isInString) {
      if (char === '\\') at++;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === '{' || char === '[') {
      depth++;
      if (depth > limit) return true;
    } else if (char === '}' || char === ']') depth--;
  }
  return false;
}
