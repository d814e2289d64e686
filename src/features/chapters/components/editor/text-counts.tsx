import type { Editor } from '@tiptap/core';
import { type ReactNode, useEffect, useState } from 'react';
import { characterCount, plural } from '#base/text.ts';
import { CharacterCounter } from '#ui/character-counter.tsx';
import { MAX_CHAPTER_CHARACTERS } from '../../contract/chapters.ts';
import styles from '../../parts/editor/chapter-editor.module.css';
import { chapterHtml, type TextNode } from './chapter-html.ts';
import { wordsIn } from './words-in.ts';

/** The used share of the limit appears from here on; earlier it would only distract. */
const COUNTER_SHOWN_FROM_CHARACTERS = 0.75 * MAX_CHAPTER_CHARACTERS;
const COUNT_DELAY_MILLISECONDS = 300;

/** The word count of the text, and near the limit the share of it that the HTML uses. */
export function TextCounts({
  editor,
  status,
  children,
}: {
  editor: Editor;
  status: ReactNode;
  children: ReactNode;
}) {
  const [counts, setCounts] = useState(() => countText(editor));

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setCounts(countText(editor)), COUNT_DELAY_MILLISECONDS);
    };
    editor.on('update', count);
    return () => {
      clearTimeout(timer);
      editor.off('update', count);
    };
  }, [editor]);

  return (
    <div className={styles.foot}>
      <span className="numerals">{plural(counts.words, 'word')}</span>
      <span className={styles.status}>{status}</span>
      {counts.characters < COUNTER_SHOWN_FROM_CHARACTERS ? null : (
        <CharacterCounter count={counts.characters} limit={MAX_CHAPTER_CHARACTERS} />
      )}
      {children}
    </div>
  );
}

function countText(editor: Editor): { words: number; characters: number } {
  return {
    words: wordsIn(editor),
    characters: characterCount(chapterHtml(editor.getJSON() as TextNode)),
  };
}
