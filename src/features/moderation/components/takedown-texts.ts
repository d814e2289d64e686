import type { TakedownStep } from '#features/takedown/rules.ts';

/** The steps that moderators take. */
export type TakenStep = 'removed' | 'rejected' | 'put-back';

export const stepNames: Record<TakedownStep, string> = {
  received: 'Received',
  removed: 'Removed',
  rejected: 'Rejected',
  'counter-notice': 'Counter-notice',
  'put-back': 'Reinstated',
};

export function stepLabels(step: TakenStep, after: TakedownStep): string {
  if (step === 'removed') return after === 'counter-notice' ? 'Keep removed: lawsuit filed' : 'Remove story';
  return step === 'rejected' ? 'Reject request' : 'Reinstate story';
}

export function stepText(step: TakenStep, after: TakedownStep): string {
  if (step === 'rejected') return 'Nothing changes for readers. The claimant gets your reason by email.';
  if (step === 'put-back')
    return 'Readers see the story again. The author and the claimant are told by email.';
  return after === 'counter-notice'
    ? 'The claimant told us of a lawsuit in time. The story stays removed; both sides are told by email.'
    : 'Readers can’t see the story. The author gets the claim by email and can send a counter-notice.';
}
