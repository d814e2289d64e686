import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import { readEntry, subscribeToClearedHistory, writeEntry } from '#ui/browser-storage.ts';
import { wordsIn } from './words-in.ts';

export const MAX_WORD_GOAL = 100_000;

/** The words an author wants to write a day, and those of today. They never leave the device. */
export interface WordGoal {
  goal: number;
  /** The day of `words`, in the author's own time: '2026-11-22'. */
  day: string;
  /** The words that were added today, less those that were removed. */
  words: number;
}

function today(now = new Date()): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The goal as it is today; undefined for none. */
function readWordGoal(): WordGoal | undefined {
  const [goal = 0, words = 0, day = ''] = (readEntry('wordGoal') ?? '').split(' ');
  const parsed = { goal: Number(goal), words: Number(words), day: String(day) };
  if (!Number.isInteger(parsed.goal) || parsed.goal < 1 || !Number.isInteger(parsed.words)) return undefined;
  return parsed.day === today() ? parsed : { ...parsed, words: 0, day: today() };
}

function store(next: WordGoal | undefined): void {
  writeEntry('wordGoal', next === undefined ? undefined : `${next.goal} ${next.words} ${next.day}`);
}

const COUNT_DELAY_MILLISECONDS = 300;
/** The name under which a change tells that nobody has written it: a draft that was restored. */
export const NOT_WRITTEN = 'not written';

/** The goal of the day, which grows with what is written in this editor, and a function that sets it. */
export function useWordGoal(
  editor: Editor | undefined,
): [WordGoal | undefined, (goal: number | undefined) => void] {
  const [goal, setGoal] = useState(readWordGoal);

  useEffect(() => subscribeToClearedHistory(() => setGoal(undefined)), []);
  useEffect(() => {
    if (editor === undefined) return;
    let counted = wordsIn(editor);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      clearTimeout(timer);
      const words = wordsIn(editor);
      const present = readWordGoal();
      if (present !== undefined && words !== counted) {
        const next = { ...present, words: Math.max(0, present.words + words - counted) };
        store(next);
        setGoal(next);
      }
      counted = words;
    };
    const follow = ({ transaction }: { transaction: { getMeta: (name: string) => unknown } }) => {
      if (transaction.getMeta(NOT_WRITTEN) === true) counted = wordsIn(editor);
      else {
        clearTimeout(timer);
        timer = setTimeout(count, COUNT_DELAY_MILLISECONDS);
      }
    };
    editor.on('update', follow);
    return () => {
      editor.off('update', follow);
      if (!editor.isDestroyed) count();
      clearTimeout(timer);
    };
  }, [editor]);

  function change(target: number | undefined) {
    const { words = 0, day = today() } = readWordGoal() ?? {};
    const next = target === undefined ? undefined : { goal: target, words, day };
    store(next);
    setGoal(next);
  }
  return [goal, change];
}
