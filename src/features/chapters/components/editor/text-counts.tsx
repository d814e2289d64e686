import type { Editor } from '@tiptap/core';
import { type ReactNode, useEffect, useState } from 'react';
import { characterCount, countWords, plural } from '#base/text.ts';
import { CharacterCounter } from '#ui/character-counter.tsx';
import { MAX_CHAPTER_CHARACTERS } from '../../contract.ts';
import styles from '../../parts/editor/chapter-editor.module.css';
import { chapterHtml, type TextNode } from './chapter-html.ts';

/** The used share of the limit appears from here on; earlier it would only distract. */
const SHOWN_FROM = 0.75 * MAX_CHAPTER_CHARACTERS;
const COUNTED_AFTER_MILLISECONDS = 300;

/** The word count of the text, and near the limit the share of it that the HTML uses. */
export function TextFigures({ editor, status }: { editor: Editor; status: ReactNode }) {
  const [figures, setFigures] = useState(() => figuresOf(editor));

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setFigures(figuresOf(editor)), COUNTED_AFTER_MILLISECONDS);
    };
    editor.on('update', count);
    return () => {
      clearTimeout(timer);
      editor.off('update', count);
    };
  }, [editor]);

  return (
    <div className={styles.foot}>
      <span className="numerals">{plural(figures.words, 'word')}</span>
      <span className={styles.status}>{status}</span>
      {figures.characters < SHOWN_FROM ? null : (
        <CharacterCounter count={figures.characters} limit={MAX_CHAPTER_CHARACTERS} />
      )}
    </div>
  );
}

function figuresOf(editor: Editor): { words: number; characters: number } {
  const { doc } = editor.state;
  const text = doc.textBetween(0, doc.content.size, '\n', (leaf) =>
    leaf.type.name === 'hardBreak' ? '\n' : ' ',
  );
  return {
    words: countWords(text),
    characters: characterCount(chapterHtml(editor.getJSON() as TextNode)),
  };
}
