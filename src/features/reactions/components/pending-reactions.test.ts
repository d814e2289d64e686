import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OwnActs, withWanted } from './pending-reactions.ts';

const stored: OwnActs = {
  voteStatus: 'none',
  isBookmarked: false,
  upvote_count: 7,
  downvote_count: 2,
  bookmark_count: 0,
};

// Spec 4: The current vote pressed again takes it back; switching moves a card by two
test('what is pressed is shown with the counts that it will have', () => {
  assert.deepEqual(withWanted(stored, {}), stored);
  assert.deepEqual(withWanted(stored, { voteStatus: 'upvote' }), {
    ...stored,
    voteStatus: 'upvote',
    upvote_count: 8,
  });
  const up = { ...stored, voteStatus: 'upvote' as const };
  assert.deepEqual(withWanted(up, { voteStatus: 'downvote', isBookmarked: true }), {
    voteStatus: 'downvote',
    isBookmarked: true,
    upvote_count: 6,
    downvote_count: 3,
    bookmark_count: 1,
  });
  assert.deepEqual(withWanted(up, { voteStatus: 'none' }).upvote_count, 6);
});

// Spec 4: Vote and bookmark optimistic, rolled back; never below 0
test('a count that an older page shows too low never goes below nothing', () => {
  const bookmarked = { ...stored, isBookmarked: true };
  assert.equal(withWanted(bookmarked, { isBookmarked: false }).bookmark_count, 0);
});
