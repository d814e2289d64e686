import { groupThousands } from '#base/text.ts';
import { abbreviateCount } from '#ui/counts.ts';

interface Votes {
  upvote_count: number;
  downvote_count: number;
}

/** The single number that readers see of a story's votes: up minus down, so changing a vote moves it by two. */
export function scoreOf({ upvote_count, downvote_count }: Votes): number {
  return upvote_count - downvote_count;
}

/** Abbreviated; empty for a score of zero. */
export function shortScore(score: number): string {
  if (score === 0) return '';
  return score < 0 ? `−${abbreviateCount(-score)}` : abbreviateCount(score);
}

/** The number with its unit, the same everywhere: '126 points'. */
export function pointsIn(score: number, written = groupThousands(Math.abs(score))): string {
  return `${score < 0 ? '−' : ''}${written} ${Math.abs(score) === 1 ? 'point' : 'points'}`;
}

/** The abbreviated score with its unit: '1.3K points'. */
export function shortPoints(score: number): string {
  return pointsIn(score, abbreviateCount(Math.abs(score)));
}
