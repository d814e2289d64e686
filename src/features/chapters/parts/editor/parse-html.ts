import { type Node, type Schema, DOMParser as TextParser } from '@tiptap/pm/model';
import { inertBody } from './inert-html.ts';

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
    if (text.nodeValue?.includes('\n')) text.nodeValue = text.nodeValue.replaceAll(/[ \t\r]*\n\s*/g, ' ');
  }
}
