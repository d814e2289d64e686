import { groupThousands } from '#base/text.ts';
import { abbreviateCount } from '#ui/counts.ts';

interface Votes {
  upvote_count: number;
  downvote_count: number;
}

/** The one number that readers see of a story's votes: up less down, so changing one's mind moves it by two. */
export function scoreOf({ upvote_count, downvote_count }: Votes): number {
  return upvote_count - downvote_count;
}

/** In few signs; nothing for a story that nobody has tipped either way yet. */
export function shortScore(score: number): string {
  if (score === 0) return '';
  return score < 0 ? `−${abbreviateCount(-score)}` : abbreviateCount(score);
}

/** The number with its name, the same everywhere: '126 points'. */
export function pointsIn(score: number, written = groupThousands(Math.abs(score))): string {
  return `${score < 0 ? '−' : ''}${written} ${Math.abs(score) === 1 ? 'point' : 'points'}`;
}

/** The same in few signs: '1.3K points'. */
export function shortPoints(score: number): string {
  return pointsIn(score, abbreviateCount(Math.abs(score)));
}
