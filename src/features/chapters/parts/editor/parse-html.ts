import { type Node, type Schema, DOMParser as TextParser } from '@tiptap/pm/model';
import { inertBody } from '../../components/editor/inert-html.ts';

/** A stored chapter → the text that the editor holds. */
export function parseChapter(schema: Schema, html: string): Node {
  const body = inertBody(html);
  joinLines(body);
  return TextParser.fromSchema(schema).parse(body, { preserveWhitespace: true });
}

/**
 * Line ends within a line of text show as a space. Spaces alone stay as they are, or texts would change by being
 * opened.
 */
function joinLines(root: HTMLElement): void {
  const texts = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (text.parentElement?.closest('pre') !== null) continue;
    if (text.nodeValue?.includes('\n')) text.nodeValue = text.nodeValue.replaceAll(/\s+/g, asOneSpace);
  }
}

/** What leads up to a line end goes with it, apart from spaces that do not break; other spaces stay. */
function asOneSpace(spaces: string): string {
  let end = spaces.indexOf('\n');
  if (end === -1) return spaces;
  while (end > 0 && ' \t\r'.includes(spaces[end - 1] ?? '')) end--;
  return `${spaces.slice(0, end)} `;
}

/** What a chapter says, a line for each of its blocks; scene breaks and pictures by signs of their own. */
export function chapterLines(html: string): string[] {
  const body = inertBody(html);
  for (const pause of body.querySelectorAll('br')) pause.replaceWith('\n');
  for (const image of body.querySelectorAll('img')) image.replaceWith(`[${image.alt || 'picture'}]`);
  for (const rule of body.querySelectorAll('hr')) rule.append('* * *');
  return [...body.querySelectorAll('p, h2, h3, pre, hr, li')]
    .filter((block) => block.querySelector('p, h2, h3, pre, hr, li, ul, ol, blockquote') === null)
    .map((block) => block.textContent.trim())
    .filter((line) => line !== '');
}
