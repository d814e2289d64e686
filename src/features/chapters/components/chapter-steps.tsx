import { readingTime } from '#features/stories/parts/reading-time.ts';
import { TextSeparator } from '#ui/text-separator.tsx';
import { urls } from '#urls.ts';
import type { ChapterEntry } from '../contract/chapters.ts';
import { chapterTitle } from '../parts/chapter-title.ts';
import styles from './chapter-steps.module.css';

export type ChapterStepsProps = {
  slug: string;
  previous: ChapterEntry | undefined;
  next: ChapterEntry | undefined;
};

/** The links to the previous and the next chapter. */
export function ChapterSteps({ slug, previous, next }: ChapterStepsProps) {
  // A story of one chapter needs no links.
  if (previous === undefined && next === undefined) return null;
  return (
    <nav className={styles.steps} aria-label="Chapters">
      {previous === undefined ? null : (
        <a
          className={styles.previous}
          href={urls.chapter(slug, previous.id)}
          rel="prev"
          aria-keyshortcuts="ArrowLeft"
        >
          <span className={styles.label}>Previous Chapter</span>
          <TextSeparator text=": " />
          <span className={styles.title}>{chapterTitle(previous)}</span>
        </a>
      )}{' '}
      {next === undefined ? null : (
        <a
          className={styles.next}
          href={urls.chapter(slug, next.id)}
          rel="next"
          aria-keyshortcuts="ArrowRight"
        >
          <span className={styles.label}>Next Chapter</span>
          <TextSeparator text=": " />
          <span className={styles.title}>{chapterTitle(next)}</span>
          <TextSeparator />
          <span className={styles.label}>{readingTime(next.word_count)}</span>
        </a>
      )}{' '}
    </nav>
  );
}
