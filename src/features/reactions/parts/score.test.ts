import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pointsIn, scoreOf, shortPoints, shortScore } from './score.ts';

test('the score is upvotes minus downvotes and empty at zero', () => {
  const table: [up: number, down: number, sign: string, words: string, fewWords: string][] = [
    [12, 2, '10', '10 points', '10 points'],
    [2, 1, '1', '1 point', '1 point'],
    [2, 12, '−10', '−10 points', '−10 points'],
    [1, 2, '−1', '−1 point', '−1 point'],
    [1_500, 200, '1.3K', '1,300 points', '1.3K points'],
    [0, 2_500_000, '−2.5M', '−2,500,000 points', '−2.5M points'],
  ];
  for (const [upvote_count, downvote_count, ...expected] of table) {
    const score = scoreOf({ upvote_count, downvote_count });
    assert.deepEqual([shortScore(score), pointsIn(score), shortPoints(score)], expected);
  }
  assert.equal(shortScore(scoreOf({ upvote_count: 0, downvote_count: 0 })), '');
  assert.equal(shortScore(scoreOf({ upvote_count: 4, downvote_count: 4 })), '');
});
