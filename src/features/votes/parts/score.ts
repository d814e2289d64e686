import { plural } from '#base/text.ts';
import { abbreviateCount } from '#ui/counts.ts';

interface Votes {
  upvote_count: number;
  downvote_count: number;
}

/** What a card shows of a story's votes: up less down, so changing one's mind moves it by two. */
export function scoreOf({ upvote_count, downvote_count }: Votes): string {
  const score = upvote_count - downvote_count;
  return score < 0 ? `−${abbreviateCount(-score)}` : abbreviateCount(score);
}

/** The same in words, in full. */
export function votesInWords({ upvote_count, downvote_count }: Votes): string {
  return `${plural(upvote_count, 'upvote')}, ${plural(downvote_count, 'downvote')}`;
}
