import type { KeyboardEvent } from 'react';
import type { Story } from '#features/stories/contract/stories.ts';
import { urls } from '#urls.ts';
import type { ChapterEntry } from '../../contract/chapters.ts';
import { chapterTitle } from '../../parts/chapter-title.ts';
import { chapterStateText, comesWithStory } from '../chapter-state.ts';
import styles from './chapter-row.module.css';

export type ChapterRowProps = {
  story: Pick<Story, 'slug' | 'visibility'>;
  chapter: ChapterEntry;
  isSelected: boolean;
  onSelect: (isRange: boolean) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
};

/** A chapter in the author's list: its checkbox, its editor, its volume and its state. */
export function ChapterRow({ story, chapter, isSelected, onSelect, onKeyDown }: ChapterRowProps) {
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
      <a className={styles.title} href={urls.editChapter(story.slug, chapter.id)}>
        {title}
      </a>
      <span className={styles.facts}>
        {chapter.volume === null ? null : <span className={styles.volume}>{chapter.volume}</span>}
        <span className={comesWithStory(chapter, story) ? styles.scheduled : styles[chapter.state]}>
          {chapterStateText(chapter, story)}
        </span>
      </span>
    </div>
  );
}
