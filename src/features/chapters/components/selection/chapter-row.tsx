import type { KeyboardEvent } from 'react';
import { urls } from '#urls.ts';
import type { ChapterEntry } from '../../contract/chapters.ts';
import { chapterTitle } from '../../parts/chapter-title.ts';
import { chapterStateText } from '../chapter-state.ts';
import styles from './chapter-row.module.css';

export type ChapterRowProps = {
  slug: string;
  chapter: ChapterEntry;
  isSelected: boolean;
  onSelect: (isRange: boolean) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
};

/** A chapter in the author's list: its checkbox, its editor, its volume and its state. */
export function ChapterRow({ slug, chapter, isSelected, onSelect, onKeyDown }: ChapterRowProps) {
  const title = chapterTitle(chapter);
  return (
    <div className={styles.row}>
      <label className={styles.pick}>
        <input
          type="checkbox"
          className={styles.box}
          checked={isSelected}
          data-chapter={chapter.id}
          onChange={(event) => onSelect((event.nativeEvent as MouseEvent).shiftKey === true)}
          onKeyDown={onKeyDown}
        />
        <span className="visually-hidden">Select {title}</span>
      </label>
      <a className={styles.title} href={urls.editChapter(slug, chapter.id)}>
        {title}
      </a>
      <span className={styles.facts}>
        {chapter.volume === null ? null : <span className={styles.volume}>{chapter.volume}</span>}
        <span className={styles[chapter.state]}>{chapterStateText(chapter)}</span>
      </span>
    </div>
  );
}
