import { type RefObject, useEffect, useState } from 'react';
import { paragraphLine } from '#base/paragraphs.ts';
import { selectedRange, textOf } from '#features/corrections/parts/selected-passage.ts';

/** Words that a reader has selected in the text of a chapter, and the paragraph in which they begin. */
export interface SelectedWords {
  text: string;
  paragraph: { index: number; text: string; element: HTMLElement } | undefined;
}

const blocksOfChapter = () => [...(document.getElementById('page-html')?.children ?? [])] as HTMLElement[];

export function selectedWords(): SelectedWords | undefined {
  const range = selectedRange();
  const text = getSelection()?.toString().trim() ?? '';
  if (range === undefined || text === '') return undefined;
  const blocks = blocksOfChapter();
  const index = blocks.findIndex((block) => block.contains(range.startContainer));
  const block = blocks[index];
  return {
    text,
    paragraph:
      block === undefined ? undefined : { index, text: paragraphLine(textOf(block)), element: block },
  };
}

/** A paragraph as a comment names it; undefined where the browser computes no hash, on pages without encryption. */
export async function namedParagraph(
  paragraph: SelectedWords['paragraph'],
): Promise<{ index: number; text_hash: string } | undefined> {
  if (paragraph === undefined || !isSecureContext) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(paragraph.text));
  const text_hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { index: paragraph.index, text_hash };
}

const SETTLE_MILLISECONDS = 200;
const GAP_PIXELS = 8;
/** The room that a bar needs beside its left end. */
const BAR_PIXELS = 360;

/** Where the selection ends, in pixels of the page; undefined without one in the text. It stays while the bar has focus. */
export function useSelectionPlace(
  bar: RefObject<HTMLElement | null>,
): { start: number; end: number } | undefined {
  const [place, setPlace] = useState<{ start: number; end: number }>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function settle() {
      if (bar.current?.contains(document.activeElement) === true) return;
      const range = selectedRange();
      if (range === undefined || range.toString().trim() === '') {
        setPlace(undefined);
        return;
      }
      const rects = [...range.getClientRects()];
      const { left, bottom } = rects.at(-1) ?? range.getBoundingClientRect();
      const widest = document.documentElement.clientWidth - BAR_PIXELS;
      setPlace({
        start: Math.max(0, Math.min(left, widest)) + window.scrollX,
        end: bottom + window.scrollY + GAP_PIXELS,
      });
    }
    function onChange() {
      clearTimeout(timer);
      timer = setTimeout(settle, SETTLE_MILLISECONDS);
    }
    function onKeyDown({ key }: KeyboardEvent) {
      if (key === 'Escape') setPlace(undefined);
    }
    onChange();
    document.addEventListener('selectionchange', onChange);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', onChange);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [bar]);
  return place;
}
