import { plural } from '#base/text.ts';
import { scoreOf, shortPoints } from '#features/reactions/parts/score.ts';
import { abbreviateCount } from '#ui/counts.ts';
import { List } from '#ui/list.tsx';
import type { Story } from '../contract/stories.ts';
import { readingTime } from '../parts/reading-time.ts';
import styles from './story-stats.module.css';

/** Returns nothing for zero, which would only tell a new author that nobody came. */
function counted(count: number, one: string, many: string): string[] {
  return count === 0 ? [] : [`${abbreviateCount(count)} ${count === 1 ? one : many}`];
}

/** A story's numbers in words: its length, and readers' reactions. */
export function StoryStats({ story }: { story: Story }) {
  const score = scoreOf(story);
  const stats = [
    ...counted(story.view_count, 'view', 'views'),
    ...(story.chapter_count === 0 ? [] : [plural(story.chapter_count, 'chapter', 'chapters')]),
    ...(story.word_count === 0
      ? []
      : [plural(story.word_count, 'word', 'words'), readingTime(story.word_count)]),
  ];
  // With script the buttons show these.
  const onButtons = [
    ...(score <= 0 ? [] : [shortPoints(score)]),
    ...counted(story.bookmark_count, 'bookmark', 'bookmarks'),
  ];
  if (stats.length + onButtons.length === 0) return null;
  return (
    <List className={styles.stats}>
      {stats.map((stat) => (
        <li key={stat}>{stat}</li>
      ))}
      {onButtons.map((stat) => (
        <li key={stat} className="without-script">
          {stat}
        </li>
      ))}
    </List>
  );
}
