import { plural } from '#base/text.ts';
import { blockMessages } from '../contract/blocks.ts';
import { type Decision, overviewMessages } from '../contract/overview.ts';

/** The message after a decision about so many comments. */
export function decidedMessage(action: Decision, count: number): string {
  if (count === 0) return overviewMessages.goneMeanwhile;
  if (action === 'mute') return blockMessages.muted;
  if (action === 'block') return blockMessages.blocked;
  return `${plural(count, 'comment is', 'comments are')} ${action === 'approve' ? 'shown' : 'removed'} now`;
}
