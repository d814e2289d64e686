/**
 * No page requests anything from a third party without the reader's consent: a picture from another host is a labelled
 * box at first. The loader replaces the pictures of a chapter by such boxes, so that the browser never sees an <img> to
 * fetch.
 *
 * The code reads only the output of html-cleaner.ts: every `<` outside a tag begins a tag (in text it is &lt;),
 * attributes are in double quotes, and a quote within them is &quot;. Angle brackets within attributes are not escaped.
 */

import type { RemoteImages } from '#base/remote-images.ts';

/** The class of a box; screens style and open boxes by this name. */
export const BLOCKED_IMAGE_CLASS = 'blocked-image';

type Token = { isTag: boolean; text: string };

/** The HTML with a box for each picture, or only its description on a site of text alone. */
export function blockImages(html: string, remoteImages: RemoteImages): string {
  let linkDepth = 0;
  let result = '';
  for (const { isTag, text } of tokensOf(html)) {
    const name = isTag ? /^<\/?[a-z0-9]+/.exec(text)?.[0] : undefined;
    if (name === '<a') linkDepth++;
    if (name === '</a') linkDepth--;
    if (name !== '<img') result += text;
    else result += remoteImages === 'off' ? descriptionOf(text) : blockedImage(text, linkDepth > 0);
  }
  return result;
}

/** The tags and the text between them; a `>` within a quoted attribute does not end a tag. */
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
 * A link to the picture, which works without script. Inside the author's own link it is only a label, because links
 * cannot be nested.
 */
function blockedImage(tag: string, isInLink: boolean): string {
  const src = attributeOf(tag, 'src');
  const alt = attributeOf(tag, 'alt') ?? '';
  if (src === undefined || !URL.canParse(src)) return textOf(alt);
  const data = `data-src="${src}" data-alt="${alt}"`;
  const label = `Picture from ${new URL(src).host}${alt === '' ? '' : `: ${textOf(alt)}`}`;
  if (isInLink) return `<span class="${BLOCKED_IMAGE_CLASS}" ${data}>${label}</span>`;
  return (
    `<a class="${BLOCKED_IMAGE_CLASS}" href="${src}" rel="nofollow ugc noopener noreferrer" ${data}>` +
    `<span>${label}.</span> <span>Show pictures in this chapter</span></a>`
  );
}

/** Brackets tell a picture's description from the author's own words. */
function descriptionOf(tag: string): string {
  const alt = attributeOf(tag, 'alt') ?? '';
  return alt === '' ? '' : `[${textOf(alt)}]`;
}

/** The value of an attribute as written, with its character references. */
function attributeOf(tag: string, name: string): string | undefined {
  for (const [, attribute, value] of tag.matchAll(/ ([a-z-]+)="([^"]*)"/g))
    if (attribute === name) return value;
  return undefined;
}

/** A written attribute value, escaped for use between tags. */
function textOf(value: string): string {
  return value.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
