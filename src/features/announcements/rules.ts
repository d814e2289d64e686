import { isLinkAddress, LINK } from '#base/light-markup.ts';

export const MAX_LINKS = 2;

export type AnnouncementPart = string | { words: string; href: string };

/** A text in its parts: plain words, and links written as [words](address). */
export function announcementParts(text: string): AnnouncementPart[] {
  const parts: AnnouncementPart[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    const [whole, words = '', href = ''] = match;
    if (!isLinkAddress(href)) continue;
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push({ words, href });
    end = match.index + whole.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** Whether every link of a text leads to a page of this site or to a web address. */
export function hasGoodLinks(text: string): boolean {
  return [...text.matchAll(LINK)].every(([, , href = '']) => isLinkAddress(href));
}

export const countLinks = (text: string) => [...text.matchAll(LINK)].length;
