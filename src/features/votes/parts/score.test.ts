import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scoreOf, votesInWords } from './score.ts';

test('a card shows up less down, in few signs', () => {
  const table: [number, number, string][] = [
    [0, 0, '0'],
    [12, 2, '10'],
    [2, 12, '−10'],
    [1_500, 200, '1.3K'],
    [0, 2_500_000, '−2.5M'],
  ];
  for (const [upvote_count, downvote_count, shown] of table) {
    assert.equal(scoreOf({ upvote_count, downvote_count }), shown);
  }
  assert.equal(votesInWords({ upvote_count: 1, downvote_count: 1200 }), '1 upvote, 1,200 downvotes');
});
