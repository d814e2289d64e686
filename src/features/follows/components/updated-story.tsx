import { plural } from '#base/text.ts';
import { chapterTitle } from '#features/chapters/parts/chapter-title.ts';
import { Button } from '#ui/button.tsx';
import { formatMoment } from '#ui/dates.ts';
import { OrderedList } from '#ui/list.tsx';
import { urls } from '#urls.ts';
import type { Update } from '../contract/updates.ts';
import styles from './own-updates.module.css';

export type UpdatedStoryProps = {
  update: Update;
  isBusy: boolean;
  /** Marks the story as read up to a chapter. */
  onRead: (chapterId: number) => void;
};

/** A story with its new chapters. */
export function UpdatedStory({ update, isBusy, onRead }: UpdatedStoryProps) {
  const { story, chapters, new_chapters: count, newest_at: newest } = update;
  const more = count - chapters.length;
  return (
    <li className={styles.story}>
      <h2 className={styles.title}>
        <a href={urls.story(story.slug)}>{story.title}</a>
      </h2>
      <p className={styles.quiet}>
        by {story.author_display_name}, {plural(count, 'new chapter')}, the last{' '}
        <time dateTime={newest}>{formatMoment(newest)}</time>
      </p>
      <OrderedList className={styles.chapters}>
        {chapters.map((chapter) => (
          <li key={chapter.id} className={styles.chapter}>
            <a className={styles.name} href={urls.chapter(story.slug, chapter.id)}>
              {chapter.kind === 'notice' ? `Notice: ${chapter.title}` : chapterTitle(chapter)}
            </a>
            <Button
              size="small"
              busy={isBusy}
              aria-label={`Read up to here: ${chapter.title}`}
              onClick={() => onRead(chapter.id)}
            >
              Read up to here
            </Button>
          </li>
        ))}
      </OrderedList>
      {more <= 0 ? null : (
        <p className={styles.quiet}>
          And <a href={urls.story(story.slug)}>{plural(more, 'more new chapter')}</a>
        </p>
      )}
    </li>
  );
}
