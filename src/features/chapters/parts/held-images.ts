/**
 * No page asks a third party for anything unless its reader wishes it: an author's picture from another
 * host is a labelled box at first. This turns the pictures of a chapter into such boxes, in the loader, so
 * that the browser never meets an <img> it would fetch.
 *
 * It reads only what html-cleaner.ts writes: every `<` outside a tag begins a tag (in text it is &lt;),
 * attributes stand in double quotes, and a quote within them is &quot;. Angle brackets within attributes
 * stand as they are.
 */

/** The class of a box; screens style and open it by this name. */
export const HELD_IMAGE = 'held-image';

type Token = { isTag: boolean; text: string };

export function holdImages(html: string): string {
  let linkDepth = 0;
  let result = '';
  for (const { isTag, text } of tokensOf(html)) {
    const name = isTag ? /^<\/?[a-z0-9]+/.exec(text)?.[0] : undefined;
    if (name === '<a') linkDepth++;
    if (name === '</a') linkDepth--;
    result += name === '<img' ? heldImage(text, linkDepth > 0) : text;
  }
  return result;
}

/** Tags and what stands between them; a `>` within an attribute's quotes ends no tag. */
function* tokensOf(html: string): Generator<Token> {
  let at = 0;
  while (at < html.length) {
    const start = html.indexOf('<', at);
    if (start === -1) {
      yield { isTag: false, text: html.slice(at) };
      return;
    }
    if (start > at) yield { isTag: false, text: html.slice(at, start) };
    let end = start + 1;
    let isQuoted = false;
    while (end < html.length && (isQuoted || html[end] !== '>')) {
      if (html[end] === '"') isQuoted = !isQuoted;
      end++;
    }
    at = end + 1;
    yield { isTag: true, text: html.slice(start, at) };
  }
}

/**
 * A link to the picture, which works without script. Within a link of the author's it is only a label: a
 * link can't hold another one.
 */
function heldImage(tag: string, isInLink: boolean): string {
  const src = attributeOf(tag, 'src');
  const alt = attributeOf(tag, 'alt') ?? '';
  if (src === undefined || !URL.canParse(src)) return textOf(alt);
  const data = `data-src="${src}" data-alt="${alt}"`;
  const label = `Picture from ${new URL(src).host}${alt === '' ? '' : `: ${textOf(alt)}`}`;
  if (isInLink) return `<span class="${HELD_IMAGE}" ${data}>${label}</span>`;
  return (
    `<a class="${HELD_IMAGE}" href="${src}" rel="nofollow ugc noopener noreferrer" ${data}>` +
    `<span>${label}.</span> <span>Show pictures in this chapter</span></a>`
  );
}

/** An attribute's value as it is written, with its character references. */
function attributeOf(tag: string, name: string): string | undefined {
  for (const [, found, value] of tag.matchAll(/ ([a-z-]+)="([^"]*)"/g)) if (found === name) return value;
  return undefined;
}

/** A written attribute value as text between tags. */
function textOf(value: string): string {
  return value.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
