import type { ReactNode } from 'react';
import { groupThousands } from '#base/text.ts';
import { classNames } from '#ui/class-names.ts';
import { abbreviateCount } from '#ui/counts.ts';
import { ArrowUpIcon, BookmarkIcon, EyeIcon } from '#ui/icons.tsx';
import type { Story } from '../contract.ts';
import styles from './story-counts.module.css';

type CountedStory = Pick<Story, 'view_count' | 'upvote_count' | 'bookmark_count'>;

type CountProps = { icon: ReactNode; count: number; one: string; many: string; className?: string };

function Count({ icon, count, one, many, className }: CountProps) {
  const name = count === 1 ? one : many;
  return (
    <li className={classNames(styles.count, className)} title={`${groupThousands(count)} ${name}`}>
      {icon}
      {abbreviateCount(count)}
      <span className="visually-hidden"> {name}</span>
    </li>
  );
}

/** Views, upvotes and bookmarks of a story, as figures. With script the latter two stand on buttons of their own. */
export function StoryCounts({ story }: { story: CountedStory }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without it VoiceOver does not see a list without markers
    <ul role="list" className={styles.counts}>
      <Count icon={<EyeIcon size={15} />} count={story.view_count} one="view" many="views" />
      <Count
        icon={<ArrowUpIcon size={15} />}
        count={story.upvote_count}
        one="upvote"
        many="upvotes"
        className="without-script"
      />
      <Count
        icon={<BookmarkIcon size={15} />}
        count={story.bookmark_count}
        one="bookmark"
        many="bookmarks"
        className="without-script"
      />
    </ul>
  );
}
