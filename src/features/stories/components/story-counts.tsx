import type { ReactNode } from 'react';
import { plural } from '#base/text.ts';
import { pointsIn, scoreOf, shortScore } from '#features/reactions/parts/score.ts';
import { classNames } from '#ui/class-names.ts';
import { abbreviateCount } from '#ui/counts.ts';
import { ArrowUpIcon, BookmarkIcon, EyeIcon } from '#ui/icons.tsx';
import { List } from '#ui/list.tsx';
import type { Story } from '../contract/stories.ts';
import styles from './story-counts.module.css';

type CountProps = { icon: ReactNode; words: string; count: string; name: string; className?: string };

function Count({ icon, words, count, name, className }: CountProps) {
  return (
    <li className={classNames(styles.count, className)} title={words}>
      {icon}
      {count}
      <span className="visually-hidden"> {name}</span>
    </li>
  );
}

type CountedStory = Pick<Story, 'view_count' | 'upvote_count' | 'downvote_count' | 'bookmark_count'>;

/** A story's numbers of views, points and bookmarks. With script the latter two are on their buttons. */
export function StoryCounts({ story }: { story: CountedStory }) {
  const { view_count: views, bookmark_count: bookmarks } = story;
  const score = scoreOf(story);
  // Zeros would only show that nobody came.
  if (views === 0 && score <= 0 && bookmarks === 0) return null;
  return (
    <List className={styles.counts}>
      {views === 0 ? null : (
        <Count
          icon={<EyeIcon size={15} />}
          words={plural(views, 'view')}
          count={abbreviateCount(views)}
          name={views === 1 ? 'view' : 'views'}
        />
      )}
      {score <= 0 ? null : (
        <Count
          icon={<ArrowUpIcon size={15} />}
          words={pointsIn(score)}
          count={shortScore(score)}
          name={score === 1 ? 'point' : 'points'}
          className="without-script"
        />
      )}
      {bookmarks === 0 ? null : (
        <Count
          icon={<BookmarkIcon size={15} />}
          words={plural(bookmarks, 'bookmark')}
          count={abbreviateCount(bookmarks)}
          name={bookmarks === 1 ? 'bookmark' : 'bookmarks'}
          className="without-script"
        />
      )}
    </List>
  );
}
