import { plural } from '#base/text.ts';
import { readingTime } from '#features/stories/parts/reading-time.ts';
import { classNames } from '#ui/class-names.ts';
import { formatDate } from '#ui/dates.ts';
import { OrderedList } from '#ui/list.tsx';
import { StretchedLink } from '#ui/stretched-link.tsx';
import { TextSeparator } from '#ui/text-separator.tsx';
import { urls } from '#urls.ts';
import { type ChapterEntry, chapterKinds } from '../contract/chapters.ts';
import styles from './chapter-list.module.css';
import { chapterTitle } from './chapter-title.ts';
import { volumesOf } from './volumes-of.ts';

type ListedChapter = Pick<ChapterEntry, 'id' | 'title' | 'order' | 'word_count' | 'kind' | 'volume'> & {
  published_at: string;
};

export type ChapterListProps = {
  slug: string;
  chapters: ListedChapter[];
  /** The language of the titles. */
  language?: string | undefined;
  /** Without dates: nobody has read a draft’s chapters on those days. */
  isDraft?: boolean;
  /** Whether each chapter links to its editor, for the story's author. */
  isEditable?: boolean;
  /** The chapter that this reader is in. */
  current?: number | undefined;
  /** The address of a chapter, where it is not its own page. */
  linkTo?: (id: number) => string;
};

/**
 * A story's table of contents in reading order; neighbours of one volume stand together under its title. The day that all
 * chapters share is said once.
 */
export function ChapterList({ chapters, isDraft = false, ...rest }: ChapterListProps) {
  const [first, second] = chapters;
  const day = first === undefined ? '' : formatDate(first.published_at);
  const isOfOneDay =
    second !== undefined && chapters.every((chapter) => formatDate(chapter.published_at) === day);
  return (
    <div className={styles.volumes}>
      {isOfOneDay && !isDraft ? (
        <p className={styles.day}>
          All published on <time dateTime={first?.published_at}>{day}</time>
        </p>
      ) : null}
      {volumesOf(chapters).map(({ title, chapters: inVolume }) => (
        <section key={inVolume[0]?.id} aria-label={title ?? undefined}>
          {title === null ? null : (
            <h3 className={styles.volume} lang={rest.language}>
              {title}
            </h3>
          )}
          <OrderedList className={styles.list}>
            {inVolume.map((chapter) => (
              <Row key={chapter.id} chapter={chapter} isDated={!isOfOneDay && !isDraft} {...rest} />
            ))}
          </OrderedList>
        </section>
      ))}
    </div>
  );
}

type RowProps = Omit<ChapterListProps, 'chapters' | 'isDraft'> & { chapter: ListedChapter; isDated: boolean };

function Row({ slug, chapter, isDated, language, isEditable = false, current, linkTo }: RowProps) {
  const isNotice = chapter.kind === 'notice';
  return (
    <li
      // Elsewhere the links lead to the chapters on the same page, which have names of their own.
      id={linkTo === undefined ? `chapter-${chapter.id}` : undefined}
      className={classNames(
        styles.row,
        isNotice && styles.uncounted,
        isEditable && styles.editable,
        !isDated && styles.undated,
      )}
    >
      <StretchedLink
        className={styles.title}
        href={linkTo?.(chapter.id) ?? urls.chapter(slug, chapter.id)}
        lang={language}
        aria-current={chapter.id === current || undefined}
      >
        {chapterTitle(chapter)}
      </StretchedLink>
      <TextSeparator text=" – " />
      <span className={styles.length}>
        {chapter.kind === 'chapter' ? '' : `${chapterKinds[chapter.kind]}, `}
        {plural(chapter.word_count, 'word', 'words')}, {readingTime(chapter.word_count)}
      </span>
      {isDated ? (
        <>
          <TextSeparator />
          <time className={styles.date} dateTime={chapter.published_at}>
            {formatDate(chapter.published_at)}
          </time>
        </>
      ) : null}
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
  );
}
