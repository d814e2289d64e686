/** Stands for the site's own address, whatever that is: what stays on it stays on any. */
const ORIGIN = 'https://site.invalid';
const LONGEST = 2000;
const DECODINGS = 5;

/**
 * The path within the site that a visitor may be led back to, from what an address says; nothing for everything
 * else. It is judged by the parser that browsers use, and also as it would read when decoded once more on its way.
 */
export function safeReturnPath(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined || text.length > LONGEST) return undefined;
  if (!text.startsWith('/') || /[\s\\]/.test(text)) return undefined;
  const url = withinSite(text);
  let path = url && decodedPath(url.pathname);
  for (let decoding = 0; decoding < DECODINGS; decoding += 1) {
    if (url === undefined || path === undefined || withinSite(path) === undefined) return undefined;
    // Where nothing more can be decoded, a percent sign is only that.
    const further = decodedPath(path) ?? path;
    if (further === path) return url.pathname + url.search + url.hash;
    path = further;
  }
  return undefined;
}

/**
 * What a text leads to, if that is a page of the site. Dots are resolved by then: what is left with two slashes in
 * front would name another host. The parser drops tabs and line ends without a word, so they are refused before.
 */
function withinSite(text: string): URL | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in it
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
