import { useState } from 'react';
import { plural } from '#base/text.ts';
import type { Story } from '#features/stories/contract/stories.ts';
import { classNames } from '#ui/class-names.ts';
import { abbreviateCount } from '#ui/counts.ts';
import { BookmarkIcon } from '#ui/icons.tsx';
import { toggleBookmark, useOwnReactions } from '../components/own-reactions.ts';
import styles from './bookmark-button.module.css';
import { useSignedInAction } from './pending-action.ts';

export type BookmarkButtonProps = {
  story: Pick<Story, 'id' | 'title' | 'bookmark_count'>;
  variant: 'card' | 'page';
};

/** Bookmarks a story, or removes the bookmark. */
export function BookmarkButton({ story, variant }: BookmarkButtonProps) {
  const own = useOwnReactions(story.id);
  const performSignedIn = useSignedInAction();
  const [hasClicked, setClicked] = useState(false);
  const isBookmarked = own?.isBookmarked ?? false;
  const count = own?.bookmark_count ?? story.bookmark_count;
  const isCard = variant === 'card';

  function toggle() {
    performSignedIn({ kind: 'bookmark', storyId: story.id }, () => {
      setClicked(true);
      void toggleBookmark(story.id);
    });
  }

  return (
    <>
      <button
        type="button"
        className={classNames(styles.bookmark, styles[variant], hasClicked && styles.pressed)}
        title={`${isBookmarked ? 'Bookmarked' : 'Bookmark'}${count === 0 ? '' : `, ${plural(count, 'bookmark')}`}`}
        aria-pressed={isBookmarked}
        onClick={toggle}
      >
        <BookmarkIcon size={isCard ? 15 : 20} />
        <span className="visually-hidden">
          Bookmark{isCard ? ` ${story.title}` : ''}
          {count === 0 ? '' : ', '}
        </span>
        {count === 0 ? null : <span>{abbreviateCount(count)}</span>}
      </button>
      <span aria-live="polite" aria-atomic="true" className="visually-hidden">
        {hasClicked ? plural(count, 'bookmark') : ''}
      </span>
    </>
  );
}
