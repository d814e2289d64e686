import { joinedRuns, type Place, type Run, type Sentence, sentencesOf } from '../rules.ts';

/** Where a character of a block's text is in the document. */
interface Piece {
  node: Text;
  start: number;
}

interface Block {
  element: HTMLElement;
  text: string;
  pieces: Piece[];
  sentences: Sentence[];
}

const HIGHLIGHT = 'spoken-sentence';

/** The blocks of the chapter on the page, with their sentences in order. */
export function readBlocks(language: string | undefined): Block[] {
  const elements = [...(document.getElementById('page-html')?.children ?? [])] as HTMLElement[];
  return elements.map((element) => {
    const nodes: Text[] = [];
    const runs: Run[] = [];
    let line: Element | null = null;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.nodeName === 'BR') line = null;
      // A blocked picture is a control, not text.
      if (!(node instanceof Text) || node.parentElement?.closest('.blocked-image') !== null) continue;
      const block = node.parentElement.closest('p, li, h2, h3, blockquote, pre');
      const isPreformatted = node.parentElement.closest('pre') !== null;
      nodes.push(node);
      runs.push({ data: node.data, startsLine: block !== line, isPreformatted });
      line = block;
    }
    const { text, starts } = joinedRuns(runs);
    const pieces = nodes.map((node, index) => ({ node, start: starts[index] ?? 0 }));
    return { element, text, pieces, sentences: sentencesOf(text, language) };
  });
}

/** The text of a sentence as it is spoken. */
export function textAt(blocks: readonly Block[], { block, sentence }: Place): string {
  const { text, sentences } = blocks[block] as Block;
  const { start, end } = sentences[sentence] as Sentence;
  return text.slice(start, end);
}

function rangeAt(blocks: readonly Block[], { block, sentence }: Place): Range | undefined {
  const { pieces, sentences } = blocks[block] as Block;
  const { start, end } = sentences[sentence] as Sentence;
  const range = document.createRange();
  const pieceAt = (at: number) => pieces.findLast((piece) => piece.start <= at);
  const first = pieceAt(start);
  const last = pieceAt(end - 1);
  if (first === undefined || last === undefined) return undefined;
  range.setStart(first.node, start - first.start);
  range.setEnd(last.node, end - last.start);
  return range;
}

/** Marks the sentence without changing the text, and brings it into view when it is not. */
export function showSentence(blocks: readonly Block[], place: Place): void {
  const range = rangeAt(blocks, place);
  if (range === undefined) return;
  if (typeof CSS !== 'undefined' && 'highlights' in CSS) CSS.highlights.set(HIGHLIGHT, new Highlight(range));
  const { top, bottom } = range.getBoundingClientRect();
  if (top < window.innerHeight * 0.1 || bottom > window.innerHeight * 0.8)
    (blocks[place.block] as Block).element.scrollIntoView({ block: 'center', behavior: 'instant' });
}

export function hideSentence(): void {
  if (typeof CSS !== 'undefined' && 'highlights' in CSS) CSS.highlights.delete(HIGHLIGHT);
}

/** The block where reading aloud begins: that of the selection, otherwise the first one in view. */
export function startingBlock(blocks: readonly Block[]): number {
  const anchor = window.getSelection()?.anchorNode ?? null;
  const selected = blocks.findIndex(({ element }) => anchor !== null && element.contains(anchor));
  if (selected !== -1) return selected;
  const top = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  return Math.max(
    0,
    blocks.findIndex(({ element }) => element.getBoundingClientRect().bottom > top),
  );
}
