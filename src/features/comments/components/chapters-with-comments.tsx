import { useSyncExternalStore } from 'react';
import type { DataOf } from '#base/contract.ts';
import { plural } from '#base/text.ts';
import { positionIn, subscribeToPositions } from '#features/chapters/parts/reading/saved-positions.ts';
import { List } from '#ui/list.tsx';
import { urls } from '#urls.ts';
import type { countComments } from '../contract/counts.ts';
import styles from './chapters-with-comments.module.css';

type Chapters = DataOf<typeof countComments>['chapters'];

type ChapterLinksProps = { story: { id: number; slug: string; language: string | null }; chapters: Chapters };

export type ChaptersWithCommentsProps = ChapterLinksProps & {
  /** Whether the reader is the author or a moderator, to whom nothing is given away. */
  showsAll: boolean;
};

/**
 * The chapters that have comments. Those after the chapter that the reader has reached, by the place that this device
 * keeps, are folded: their comments may give away what happens there. Without a place all are, on the server as well.
 */
export function ChaptersWithComments({ story, chapters, showsAll }: ChaptersWithCommentsProps) {
  const reachedHere = useSyncExternalStore(
    subscribeToPositions,
    () => reachedNumber(story.id),
    () => 0,
  );
  const reached = showsAll ? Number.POSITIVE_INFINITY : reachedHere;
  const later = chapters.filter(({ number }) => number > reached);
  const count = later.reduce((sum, { comment_count }) => sum + comment_count, 0);
  return (
    <nav className={styles.chapters} aria-labelledby="chapters-with-comments">
      <h2 id="chapters-with-comments">Comments on its chapters</h2>
      <ChapterLinks story={story} chapters={chapters.filter(({ number }) => number <= reached)} />
      {later.length === 0 ? null : (
        <details>
          <summary>{plural(count, 'comment')} on later chapters: show</summary>
          <ChapterLinks story={story} chapters={later} />
        </details>
      )}
    </nav>
  );
}

/** The number of the last chapter that was begun here; 0 without a place. The place at the end of a chapter is in the next. */
function reachedNumber(storyId: number): number {
  const position = positionIn(storyId);
  if (position === undefined) return 0;
  return position.block === 0 ? position.number - 1 : position.number;
}

function ChapterLinks({ story, chapters }: ChapterLinksProps) {
  if (chapters.length === 0) return null;
  return (
    <List className={styles.list}>
      {chapters.map(({ id, title, comment_count }) => (
        <li key={id}>
          <a href={urls.chapterComments(story.slug, id)} lang={story.language ?? undefined}>
            {title}
          </a>{' '}
          <span className={styles.count}>{plural(comment_count, 'comment')}</span>
        </li>
      ))}
    </List>
  );
}
