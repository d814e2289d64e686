/** The schemes allowed in authors' links (specification, section 5). */
const LINK_PROTOCOLS = new Set([
  'http:',
  'https:',
  'ftp:',
  'ftps:',
  'mailto:',
  'tel:',
  'callto:',
  'sms:',
  'cid:',
  'xmpp:',
]);

/**
 * Links between a text and its notes, comments and headings, as Word, LibreOffice and Google Docs write them. Chapters
 * have no anchors, so such a link would lead to the home page.
 */
const WORD_PROCESSOR_ANCHOR =
  /^#(?:_(?:ftn|edn)(?:ref)?\d+|_mso(?:com|anchor)_\d+|_(?:Toc|Ref|Hlk)\d+|sd(?:foot|end)note\d+(?:anc|sym)|(?:ftnt|cmnt)(?:_ref)?\d+)$/i;

const RELATIVE_BASE = 'https://relative.invalid';

/** The storable address of a link, or undefined. The URL parser interprets it as a browser would. */
export function cleanLink(href: string | undefined): string | undefined {
  const text = href?.trim();
  if (text === undefined || text === '' || !URL.canParse(text, RELATIVE_BASE)) return undefined;
  const url = new URL(text, RELATIVE_BASE);
  if (url.origin === RELATIVE_BASE && url.pathname === '/' && WORD_PROCESSOR_ANCHOR.test(url.hash))
    return undefined;
  if (url.origin === RELATIVE_BASE) return url.href.slice(RELATIVE_BASE.length);
  return LINK_PROTOCOLS.has(url.protocol) ? url.href : undefined;
}

/** The storable address of an image: https only, and without a user name or password. */
export function cleanImageSource(src: string | undefined): string | undefined {
  const text = src?.trim();
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : undefined;
}
