import type { ReadingState } from '../contract/reading-state.ts';
import type { VoteStatus } from '../contract/votes.ts';

/** The reader's own reactions to a story, and the counts that include them. */
export interface OwnReactions {
  voteStatus: VoteStatus;
  isBookmarked: boolean;
  reading_state: ReadingState | null;
  new_chapters: number;
  upvote_count: number;
  downvote_count: number;
  bookmark_count: number;
}

export interface PendingReactions {
  voteStatus?: VoteStatus | undefined;
  isBookmarked?: boolean | undefined;
}

/** The state after the pending reactions are stored; no count falls below zero. */
export function applyPending(stored: OwnReactions, pending: PendingReactions): OwnReactions {
  const voteStatus = pending.voteStatus ?? stored.voteStatus;
  const isBookmarked = pending.isBookmarked ?? stored.isBookmarked;
  const adjustCount = (count: number, was: boolean, is: boolean) =>
    Math.max(0, count + Number(is) - Number(was));
  return {
    voteStatus,
    isBookmarked,
    reading_state: stored.reading_state,
    new_chapters: stored.new_chapters,
    upvote_count: adjustCount(stored.upvote_count, stored.voteStatus === 'upvote', voteStatus === 'upvote'),
    downvote_count: adjustCount(
      stored.downvote_count,
      stored.voteStatus === 'downvote',
      voteStatus === 'downvote',
    ),
    bookmark_count: adjustCount(stored.bookmark_count, stored.isBookmarked, isBookmarked),
  };
}
