import { useEffect, useState } from 'react';
import { excerpt } from '#base/text.ts';
import { uniqueQuote } from '../rules.ts';

const BLOCKS = 'p, h2, h3, li, pre';
const EXCERPT_CHARACTERS = 60;

/** The beginning of the words that are selected in the text of the chapter; '' without a selection. */
export function useSelectedExcerpt(): string {
  const [text, setText] = useState('');
  useEffect(() => {
    const readSelection = () =>
      setText(excerpt(selectedRange()?.toString().trim() ?? '', EXCERPT_CHARACTERS));
    document.addEventListener('selectionchange', readSelection);
    return () => document.removeEventListener('selectionchange', readSelection);
  }, []);
  return text;
}

/** The passage that a correction of the selected words quotes: part of the paragraph in which they begin. */
export function selectedPassage(): string {
  const range = selectedRange();
  const chapter = chapterElement();
  const block = range === undefined ? null : elementOf(range.startContainer).closest(BLOCKS);
  if (range === undefined || block === null || !chapter?.contains(block)) return '';
  const paragraph = textOf(block);
  const start = textBefore(block, range.startContainer, range.startOffset);
  const isWithin = block.contains(range.endContainer);
  const end = isWithin ? textBefore(block, range.endContainer, range.endOffset) : paragraph.length;
  const texts = [...chapter.querySelectorAll(BLOCKS)].map(textOf);
  return uniqueQuote(paragraph, start, end, texts.join('\n'));
}

function chapterElement(): HTMLElement | null {
  return document.getElementById('page-html');
}

/** The selection, if it begins in the text of the chapter. */
export function selectedRange(): Range | undefined {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  return chapterElement()?.contains(range.startContainer) ? range : undefined;
}

function elementOf(node: Node): Element {
  return node instanceof Element ? node : (node.parentElement ?? document.body);
}

/** The text of a paragraph as it is stored: a line break is a space, and the box of a blocked picture is no text. */
export function textOf(node: Node): string {
  if (node instanceof Element && node.classList.contains('blocked-image')) return '';
  if (node.nodeName === 'BR') return ' ';
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? '';
  return [...node.childNodes].map(textOf).join('');
}

function textBefore(block: Element, node: Node, offset: number): number {
  const range = document.createRange();
  range.selectNodeContents(block);
  range.setEnd(node, offset);
  return textOf(range.cloneContents()).length;
}
