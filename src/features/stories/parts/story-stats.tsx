import { plural } from '#base/text.ts';
import { abbreviateCount } from '#ui/counts.ts';
import type { Story } from '../contract.ts';
import { readingTime } from './reading-time.ts';
import styles from './story-stats.module.css';

function counted(count: number, one: string, many: string): string {
  return `${abbreviateCount(count)} ${count === 1 ? one : many}`;
}

/** A story's figures in words: how much there is to read, and what others made of it. */
export function StoryStats({ story }: { story: Story }) {
  const stats = [
    counted(story.view_count, 'view', 'views'),
    plural(story.chapter_count, 'chapter', 'chapters'),
    ...(story.word_count === 0
      ? []
      : [plural(story.word_count, 'word', 'words'), readingTime(story.word_count)]),
  ];
  // With script these stand on the buttons.
  const onButtons = [
    counted(story.upvote_count, 'upvote', 'upvotes'),
    counted(story.downvote_count, 'downvote', 'downvotes'),
    counted(story.bookmark_count, 'bookmark', 'bookmarks'),
  ];
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without it VoiceOver does not see a list without markers
    <ul role="list" className={styles.stats}>
      {stats.map((stat) => (
        <li key={stat}>{stat}</li>
      ))}
      {onButtons.map((stat) => (
        <li key={stat} className="without-script">
          {stat}
        </li>
      ))}
    </ul>
  );
}
