import type { TakedownStep } from '#features/takedown/rules.ts';
import { formatDate } from '#ui/dates.ts';
import type { Case } from '../contract/cases.ts';

/** The steps that moderators take. */
export type TakenStep = 'removed' | 'rejected' | 'put-back';

const stepNames: Record<TakedownStep, string> = {
  received: 'Received',
  removed: 'Removed',
  rejected: 'Rejected',
  'counter-notice': 'Counter-notice',
  'put-back': 'Reinstated',
};

/** A step that was taken. Whether a story was there to be reinstated is not known once it is deleted. */
export function stepName(step: TakedownStep, hasStory: boolean): string {
  return step === 'put-back' && !hasStory ? 'Removal taken back' : stepNames[step];
}

export function stepLabels(step: TakenStep, after: TakedownStep, hasStory: boolean): string {
  if (step === 'put-back' && !hasStory) return 'Close request';
  if (step === 'removed') return after === 'counter-notice' ? 'Keep removed: lawsuit filed' : 'Remove story';
  return step === 'rejected' ? 'Reject request' : 'Reinstate story';
}

export function stepText(step: TakenStep, after: TakedownStep, hasStory: boolean): string {
  if (step !== 'rejected' && !hasStory)
    return step === 'put-back'
      ? 'The story is deleted, so nothing comes back, and the removal no longer counts as a strike. The claimant is told by email.'
      : 'The claimant told us of a lawsuit in time. The story is deleted; the claimant is told by email.';
  if (step === 'rejected') return 'Nothing changes for readers. The claimant gets your reason by email.';
  if (step === 'put-back')
    return 'Readers see the story again. The author and the claimant are told by email.';
  return after === 'counter-notice'
    ? 'The claimant told us of a lawsuit in time. The story stays removed; both sides are told by email.'
    : 'Readers can’t see the story. The author gets the claim by email and can send a counter-notice.';
}

type PutBack = NonNullable<Case['put_back']>;

/** The days on which a story is to be reinstated, in the queue. */
export function deadlineLabel({ from, until, stage }: PutBack): string {
  if (stage === 'waiting') return `Reinstate ${formatDate(from)} to ${formatDate(until)}`;
  if (stage === 'due') return `Reinstate by ${formatDate(until)}`;
  return stage === 'last-day' ? 'Reinstate today' : `Overdue since ${formatDate(until)}`;
}

/** The site's part in it, with the case. */
export function deadlineText({ until, is_contested }: PutBack, hasStory: boolean): string {
  if (!hasStory)
    return is_contested
      ? 'A later request may tell of a lawsuit: please read that request, and decide.'
      : `If nobody decides, the site closes the request by itself in the evening of ${formatDate(until)} (UTC).`;
  return is_contested
    ? 'A later request may tell of a lawsuit, so the site does not reinstate the story by itself: please read that request, and decide.'
    : `If nobody decides, the site reinstates the story by itself in the evening of ${formatDate(until)} (UTC). Keep it removed if the claimant has told you of a lawsuit.`;
}
