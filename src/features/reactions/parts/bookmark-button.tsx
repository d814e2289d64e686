import { useState } from 'react';
import { plural } from '#base/text.ts';
import type { Story } from '#features/stories/contract.ts';
import { classNames } from '#ui/class-names.ts';
import { abbreviateCount } from '#ui/counts.ts';
import { BookmarkIcon } from '#ui/icons.tsx';
import { pressBookmark, useOwnActs } from '../components/own-reactions.ts';
import styles from './bookmark-button.module.css';
import { useSignedInAct } from './pending-action.ts';

export type BookmarkButtonProps = {
  story: Pick<Story, 'id' | 'title' | 'bookmark_count'>;
  look: 'card' | 'page';
};

/** Bookmarks a story, or removes the bookmark. */
export function BookmarkButton({ story, look }: BookmarkButtonProps) {
  const own = useOwnActs(story.id);
  const actSignedIn = useSignedInAct();
  const [hasPressed, setPressed] = useState(false);
  const isBookmarked = own?.isBookmarked ?? false;
  const count = own?.bookmark_count ?? story.bookmark_count;
  const isCard = look === 'card';

  function press() {
    actSignedIn({ kind: 'bookmark', storyId: story.id }, () => {
      setPressed(true);
      void pressBookmark(story.id);
    });
  }

  return (
    <>
      <button
        type="button"
        className={classNames(styles.bookmark, styles[look])}
        title={`${isBookmarked ? 'Bookmarked' : 'Bookmark'}${count === 0 ? '' : `, ${plural(count, 'bookmark')}`}`}
        aria-pressed={isBookmarked}
        onClick={press}
      >
        <BookmarkIcon size={isCard ? 15 : 20} />
        <span className="visually-hidden">
          Bookmark{isCard ? ` ${story.title}` : ''}
          {count === 0 ? '' : ', '}
        </span>
        {count === 0 ? null : <span>{abbreviateCount(count)}</span>}
      </button>
      <span role="status" className="visually-hidden">
        {hasPressed ? plural(count, 'bookmark') : ''}
      </span>
    </>
  );
}
