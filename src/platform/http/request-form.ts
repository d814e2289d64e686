import '../server-only.ts';
import type { IncomingMessage } from 'node:http';

/** Headers that a request may carry only once. Node takes the first of several, a proxy may take the last. */
const SINGLE_HEADERS = ['host', 'content-type', 'authorization'];
const SINGLE_HEADER_LENGTHS = new Set(SINGLE_HEADERS.map((name) => name.length));
/** A name or an address, with or without a port: no list, no path, no user (RFC 9112, 3.2). */
const HOST = /^[\w.~%!$&'()*+;=:[\]-]*$/;

/**
 * Whether a request has the form that HTTP/1.x demands and Node's parser does not check: a version, one host, and no
 * repetition of a header that may occur once. A proxy and the site that read such a request differently could be
 * tricked into answering one visitor with another's page.
 */
export function isWellFormed({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return false;
  const { host } = headers;
  if (host === undefined ? httpVersion === '1.1' : !HOST.test(host)) return false;
  let seen = 0;
  for (let position = 0; position < rawHeaders.length; position += 2) {
    const raw = rawHeaders[position] ?? '';
    if (!SINGLE_HEADER_LENGTHS.has(raw.length)) continue;
    const index = SINGLE_HEADERS.indexOf(raw.toLowerCase());
    if (index === -1) continue;
    if ((seen & (1 << index)) !== 0) return false;
    seen |= 1 << index;
  }
  return true;
}
