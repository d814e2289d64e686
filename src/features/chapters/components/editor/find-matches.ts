import type { Node } from '@tiptap/pm/model';

export interface Match {
  from: number;
  to: number;
}

/** A text block as a string in which each character has its position: what is no text is a line separator. */
export function lettersOf(block: Node): string {
  return block.textBetween(0, block.content.size, undefined, '\u2028');
}

/** Typed apostrophes and quotation marks find typographic ones; each stays one character long. */
export function plain(text: string, isCaseMatched: boolean): string {
  const straight = text
    .replaceAll(/[‘’‚]/g, "'")
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll('\u00a0', ' ');
  if (isCaseMatched) return straight;
  // A letter whose lower case is longer would move all later positions.
  return straight.replaceAll(/\p{Lu}/gu, (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  });
}

/** Where a text occurs in the document, within one text block each, without overlaps. */
export function findMatches(doc: Node, query: string, isCaseMatched: boolean): Match[] {
  const matches: Match[] = [];
  const wanted = plain(query, isCaseMatched);
  if (wanted === '') return matches;
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true;
    const text = plain(lettersOf(node), isCaseMatched);
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
      matches.push({ from: position + 1 + at, to: position + 1 + at + wanted.length });
    }
    return false;
  });
  return matches;
}
