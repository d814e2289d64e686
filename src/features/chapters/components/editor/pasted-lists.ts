import { STYLE } from './inert-html.ts';
import { isBlank, styleOf } from './pasted-elements.ts';

/**
 * Rebuilds lists from Word. Word writes a list item as a paragraph with the style `mso-list: l0 level2 lfo1`, and the
 * bullet as text in a span marked to be ignored. Consecutive paragraphs become one list; deeper levels become nested
 * lists.
 */
export function listsFromWord(root: HTMLElement): void {
  // Headings can be numbered in the same way; they stay headings.
  const entries = [...root.querySelectorAll('p')].filter((block) => levelOf(block) !== undefined);
  let open: HTMLElement[] = [];
  let last: HTMLElement | undefined;
  for (const entry of entries) {
    const level = levelOf(entry) ?? 1;
    const name = takeMarker(entry);
    if (last === undefined || nextBlock(last) !== entry) open = [];
    open = open.slice(0, level);
    // A different kind of list on the same level starts a new list.
    if (open.length === level && open.at(-1)?.localName !== name) open.pop();
    const item = root.ownerDocument.createElement('li');
    const isNewTop = open.length === 0;
    while (open.length < level) {
      const list = root.ownerDocument.createElement(name);
      const outer = open.at(-1);
      if (outer !== undefined) (outer.lastElementChild ?? outer).append(list);
      else entry.before(list);
      open.push(list);
      // A skipped level still needs an item to contain the next list.
      if (open.length < level) list.append(root.ownerDocument.createElement('li'));
    }
    open.at(-1)?.append(item);
    const paragraph = root.ownerDocument.createElement('p');
    paragraph.append(...entry.childNodes);
    item.append(paragraph);
    entry.remove();
    last = isNewTop || last === undefined ? open[0] : last;
  }
}

function levelOf(block: Element): number | undefined {
  const list = styleOf(block, 'mso-list');
  if (list === '' || list === 'none' || list.includes('ignore') || list.includes('skip')) return undefined;
  const level = list.split(/\s+/).find((word) => word.startsWith('level'));
  return Math.min(Math.max(Number(level?.slice('level'.length)) || 1, 1), 9);
}

/** Removes the bullet or number from the text, and derives the kind of list from it. */
function takeMarker(entry: Element): 'ul' | 'ol' {
  const markers = [...entry.querySelectorAll(`[${STYLE}]`)].filter(
    (element) => styleOf(element, 'mso-list') === 'ignore',
  );
  const text = markers.map((marker) => marker.textContent).join('');
  for (const marker of markers) marker.remove();
  // 1. 1) a. iv) make a numbered list; a symbol, or Wingdings' letter `o` alone, does not.
  return /^\s*\(?(?:\d+|[a-z]|[ivxlc]+)[.)]/i.test(text) ? 'ol' : 'ul';
}

function nextBlock(element: Element): Element | null {
  let next: Node | null = element.nextSibling;
  while (next !== null && (isBlank(next) || next.nodeType === Node.COMMENT_NODE)) next = next.nextSibling;
  return next instanceof Element ? next : null;
}
