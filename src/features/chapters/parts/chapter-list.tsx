import { plural } from '#base/text.ts';
import { readingTime } from '#features/stories/parts/reading-time.ts';
import { formatDate } from '#ui/dates.ts';
import { urls } from '#urls.ts';
import type { ChapterEntry } from '../contract.ts';
import styles from './chapter-list.module.css';
import { chapterTitle } from './chapter-title.ts';

export type ListedChapter = Pick<ChapterEntry, 'id' | 'title' | 'order' | 'word_count' | 'created_at'>;

/** A story's table of contents, in reading order. */
export function ChapterList({ slug, chapters }: { slug: string; chapters: ListedChapter[] }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without it VoiceOver does not see a list without markers
    <ol role="list" className={styles.list}>
      {chapters.map((chapter, at) => (
        <li key={chapter.id} className={styles.row}>
          <span className={styles.number} aria-hidden="true">
            {at + 1}
          </span>
          <a className={styles.title} href={urls.chapter(slug, chapter.id)}>
            {chapterTitle(chapter)}
          </a>
          <span className={styles.length}>
            {plural(chapter.word_count, 'word', 'words')}, {readingTime(chapter.word_count)}
          </span>
          <time className={styles.date} dateTime={chapter.created_at}>
            {formatDate(chapter.created_at)}
          </time>
        </li>
      ))}
    </ol>
  );
}
