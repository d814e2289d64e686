import type { ReactNode } from 'react';
import { plural } from '#base/text.ts';
import { storyStatusLabels } from '#features/labels/contract/status.ts';
import { urls } from '#urls.ts';
import type { Story } from '../contract/stories.ts';
import styles from './collection-story.module.css';
import { readingTime } from './reading-time.ts';

export type CollectionStoryProps = {
  story: Pick<Story, 'slug' | 'title' | 'synopsis' | 'language' | 'status' | 'chapter_count' | 'word_count'>;
  /** Its author, on pages with stories of several. */
  byline?: ReactNode;
  /** The words of the collection's author about it. */
  children?: ReactNode;
};

/** One story on the page of a series or a reading list. */
export function CollectionStory({ story, byline, children }: CollectionStoryProps) {
  const language = story.language ?? undefined;
  return (
    <div className={styles.story}>
      <h3 className={styles.title} lang={language}>
        <a href={urls.story(story.slug)}>{story.title}</a>
      </h3>
      {byline}
      {story.synopsis === '' ? null : (
        <p className={styles.excerpt} lang={language}>
          {story.synopsis}
        </p>
      )}
      <p className={styles.facts}>
        {story.chapter_count === 0
          ? 'No chapter yet'
          : `${plural(story.chapter_count, 'chapter', 'chapters')}, ${readingTime(story.word_count)}`}
        {story.status === null ? null : `, ${storyStatusLabels[story.status].toLowerCase()}`}
      </p>
      {children}
    </div>
  );
}
