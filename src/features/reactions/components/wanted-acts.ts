import type { VoteStatus } from '../contract/votes.ts';

/** One's own acts on a story, and the counts that they are part of. */
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

/** What it will be once the wanted acts are stored; no count goes below nothing. */
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
