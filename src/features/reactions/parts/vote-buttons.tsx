import { useState } from 'react';
import type { Story } from '#features/stories/contract/stories.ts';
import { classNames } from '#ui/class-names.ts';
import { ArrowDownIcon, ArrowUpIcon } from '#ui/icons.tsx';
import { toggleVote, useOwnReactions } from '../components/own-reactions.ts';
import { useSignedInAction } from './pending-action.ts';
import { pointsIn, scoreOf, shortPoints, shortScore } from './score.ts';
import styles from './vote-buttons.module.css';

export type VoteButtonsProps = {
  story: Pick<Story, 'id' | 'title' | 'upvote_count' | 'downvote_count'>;
  /** A card shows only the score between the arrows; a story's page also shows its unit. */
  variant: 'card' | 'page';
};

/** An arrow up and one down; clicking the active one removes the vote. */
export function VoteButtons({ story, variant }: VoteButtonsProps) {
  const own = useOwnReactions(story.id);
  const performSignedIn = useSignedInAction();
  const [hasClicked, setClicked] = useState(false);
  const voteStatus = own?.voteStatus ?? 'none';
  const score = scoreOf(own ?? story);
  const isCard = variant === 'card';

  function toggle(clicked: 'upvote' | 'downvote') {
    performSignedIn({ kind: 'vote', storyId: story.id, voteStatus: clicked }, () => {
      setClicked(true);
      void toggleVote(story.id, clicked);
    });
  }

  const arrow = (kind: 'upvote' | 'downvote') => {
    const label = kind === 'upvote' ? 'Upvote' : 'Downvote';
    const Icon = kind === 'upvote' ? ArrowUpIcon : ArrowDownIcon;
    return (
      <button
        type="button"
        className={classNames(styles.arrow, styles[kind])}
        title={label}
        aria-pressed={voteStatus === kind}
        onClick={() => toggle(kind)}
      >
        <Icon size={isCard ? 16 : 20} />
        <span className="visually-hidden">{isCard ? `${label} ${story.title}` : label}</span>
      </button>
    );
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div role="group" aria-label="Votes" className={classNames(styles.votes, styles[variant])}>
      {arrow('upvote')}{' '}
      <span className={styles.score} title={score === 0 ? undefined : pointsIn(score)}>
        {isCard ? shortScore(score) : score === 0 ? 'Vote' : shortPoints(score)}
      </span>
      {arrow('downvote')}
      {/* Announced only after the reader's own click: a count that loads later is no news. */}
      <span aria-live="polite" aria-atomic="true" className="visually-hidden">
        {hasClicked ? pointsIn(score) : ''}
      </span>
    </div>
  );
}
