import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyPending, type OwnReactions } from './pending-reactions.ts';

const stored: OwnReactions = {
  voteStatus: 'none',
  isBookmarked: false,
  reading_state: 'reading',
  new_chapters: 0,
  upvote_count: 7,
  downvote_count: 2,
  bookmark_count: 0,
};

// Spec 4: The current vote pressed again takes it back; switching moves a card by two
test('a clicked vote or bookmark is included in the displayed counts', () => {
  assert.deepEqual(applyPending(stored, {}), stored);
  assert.deepEqual(applyPending(stored, { voteStatus: 'upvote' }), {
    ...stored,
    voteStatus: 'upvote',
    upvote_count: 8,
  });
  const up = { ...stored, voteStatus: 'upvote' as const };
  assert.deepEqual(applyPending(up, { voteStatus: 'downvote', isBookmarked: true }), {
    voteStatus: 'downvote',
    isBookmarked: true,
    reading_state: 'reading',
    new_chapters: 0,
    upvote_count: 6,
    downvote_count: 3,
    bookmark_count: 1,
  });
  assert.deepEqual(applyPending(up, { voteStatus: 'none' }).upvote_count, 6);
});

// Spec 4: Vote and bookmark optimistic, rolled back; never below 0
test('an outdated count never becomes negative', () => {
  const bookmarked = { ...stored, isBookmarked: true };
  assert.equal(applyPending(bookmarked, { isBookmarked: false }).bookmark_count, 0);
});
