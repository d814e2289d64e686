import { type Node, type Schema, DOMParser as TextParser } from '@tiptap/pm/model';
import { inertBody } from '../../components/editor/inert-html.ts';

/** Converts a stored chapter to the editor's document. */
export function parseChapter(schema: Schema, html: string): Node {
  const body = inertBody(html);
  joinLines(body);
  return TextParser.fromSchema(schema).parse(body, { preserveWhitespace: true });
}

/**
 * Turns line ends within a text into spaces, as a browser displays them. Other runs of spaces stay, so that opening a
 * text does not change it.
 */
function joinLines(root: HTMLElement): void {
  const texts = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (text.parentElement?.closest('pre') !== null) continue;
    if (text.nodeValue?.includes('\n')) text.nodeValue = text.nodeValue.replaceAll(/\s+/g, asOneSpace);
  }
}

/** Collapses a run of white space from its first line end, and the ordinary spaces before that, into one space. */
function asOneSpace(spaces: string): string {
  let end = spaces.indexOf('\n');
  if (end === -1) return spaces;
  while (end > 0 && ' \t\r'.includes(spaces[end - 1] ?? '')) end--;
  return `${spaces.slice(0, end)} `;
}

/** The text of a chapter, one line per block; scene breaks and pictures are represented by symbols. */
export function chapterLines(html: string): string[] {
  return linesOf(inertBody(html));
}

/** The same of a parsed text, whose line breaks and pictures are replaced. */
export function linesOf(body: HTMLElement): string[] {
  for (const pause of body.querySelectorAll('br')) pause.replaceWith('\n');
  for (const image of body.querySelectorAll('img')) image.replaceWith(`[${image.alt || 'picture'}]`);
  for (const rule of body.querySelectorAll('hr')) rule.append('* * *');
  return [...body.querySelectorAll('p, h2, h3, pre, hr, li')]
    .filter((block) => block.querySelector('p, h2, h3, pre, hr, li, ul, ol, blockquote') === null)
    .map((block) => block.textContent.trim())
    .filter((line) => line !== '');
}
