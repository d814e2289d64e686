import type { Comment } from '../contract/comments.ts';

/** Whether a decision about a comment can be undone: one that waited can’t go back to waiting, and would be shown. */
export function isReversible(before: Comment['state']): boolean {
  return before !== 'waiting';
}
