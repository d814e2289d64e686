import { plural } from '#base/text.ts';
import { readingTime } from '#features/stories/parts/reading-time.ts';
import { classNames } from '#ui/class-names.ts';
import { formatDate } from '#ui/dates.ts';
import { OrderedList } from '#ui/list.tsx';
import { StretchedLink } from '#ui/stretched-link.tsx';
import { TextSeparator } from '#ui/text-separator.tsx';
import { urls } from '#urls.ts';
import type { ChapterEntry } from '../contract/chapters.ts';
import styles from './chapter-list.module.css';
import { chapterTitle } from './chapter-title.ts';

type ListedChapter = Pick<ChapterEntry, 'id' | 'title' | 'order' | 'word_count' | 'created_at'>;

export type ChapterListProps = {
  slug: string;
  chapters: ListedChapter[];
  /** Whether each chapter links to its editor, for the story's author. */
  isEditable?: boolean;
};

/** A story's table of contents, in reading order. */
export function ChapterList({ slug, chapters, isEditable = false }: ChapterListProps) {
  return (
    <OrderedList className={styles.list}>
      {chapters.map((chapter) => (
        <li key={chapter.id} className={classNames(styles.row, isEditable && styles.editable)}>
          <StretchedLink className={styles.title} href={urls.chapter(slug, chapter.id)}>
            {chapterTitle(chapter)}
          </StretchedLink>
          <TextSeparator text=" – " />
          <span className={styles.length}>
            {plural(chapter.word_count, 'word', 'words')}, {readingTime(chapter.word_count)}
          </span>
          <TextSeparator />
          <time className={styles.date} dateTime={chapter.created_at}>
            {formatDate(chapter.created_at)}
          </time>
          {isEditable ? (
            <>
              <TextSeparator />
              <a
                className={styles.edit}
                href={urls.editChapter(slug, chapter.id)}
                aria-label={`Edit ${chapterTitle(chapter)}`}
              >
                Edit
              </a>
            </>
          ) : null}
        </li>
      ))}
    </OrderedList>
  );
}
