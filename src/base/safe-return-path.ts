/** Stands in for the site's own origin: a path that stays on this one stays on any origin. */
const ORIGIN = 'https://site.invalid';
const MAX_PATH_CHARACTERS = 2000;
const MAX_DECODINGS = 5;

/**
 * The path on this site to which an address may send a visitor back; undefined for everything else. The parser that
 * browsers use judges it and each further decoded form of it, because the path may be decoded again on its way.
 */
export function safeReturnPath(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined || text.length > MAX_PATH_CHARACTERS) return undefined;
  if (!text.startsWith('/') || /[\s\\]/.test(text)) return undefined;
  const url = parseOnSite(text);
  let path = url && decodedPath(url.pathname);
  for (let decoding = 0; decoding < MAX_DECODINGS; decoding += 1) {
    if (url === undefined || path === undefined || parseOnSite(path) === undefined) return undefined;
    // A path that cannot be decoded further contains a literal percent sign.
    const decoded = decodedPath(path) ?? path;
    if (decoded === path) return url.pathname + url.search + url.hash;
    path = decoded;
  }
  return undefined;
}

/**
 * The parsed URL of a text that stays on the site. The parser has resolved dots by then: a path that still begins with
 * two slashes would name another host. It also drops tabs and line ends silently, so they are refused first.
 */
function parseOnSite(text: string): URL | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the regex refuses control characters
  if (/[\u0000-\u001f\u007f-\u009f]/.test(text)) return undefined;
  const url = URL.parse(text, ORIGIN);
  return url === null || url.origin !== ORIGIN || url.pathname.startsWith('//') ? undefined : url;
}

function decodedPath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
