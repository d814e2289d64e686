import type { VoteStatus } from '../contract/votes.ts';

/** The reader's own reactions to a story, and the counts that include them. */
export interface OwnActs {
  voteStatus: VoteStatus;
  isBookmarked: boolean;
  upvote_count: number;
  downvote_count: number;
  bookmark_count: number;
}

export interface WantedActs {
  voteStatus?: VoteStatus | undefined;
  isBookmarked?: boolean | undefined;
}

/** The state after the wanted reactions are stored; no count falls below zero. */
export function withWanted(stored: OwnActs, wanted: WantedActs): OwnActs {
  const voteStatus = wanted.voteStatus ?? stored.voteStatus;
  const isBookmarked = wanted.isBookmarked ?? stored.isBookmarked;
  const changed = (count: number, was: boolean, is: boolean) => Math.max(0, count + Number(is) - Number(was));
  return {
    voteStatus,
    isBookmarked,
    upvote_count: changed(stored.upvote_count, stored.voteStatus === 'upvote', voteStatus === 'upvote'),
    downvote_count: changed(
      stored.downvote_count,
      stored.voteStatus === 'downvote',
      voteStatus === 'downvote',
    ),
    bookmark_count: changed(stored.bookmark_count, stored.isBookmarked, isBookmarked),
  };
}
