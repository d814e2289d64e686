import type { TakedownStep } from '#features/takedown/rules.ts';

/** The steps that moderators take. */
export type TakenStep = 'removed' | 'rejected' | 'put-back';

export const stepNames: Record<TakedownStep, string> = {
  received: 'Received',
  removed: 'Removed',
  rejected: 'Rejected',
  'counter-notice': 'Counter-notice',
  'put-back': 'Put back',
};

export function stepLabels(step: TakenStep, after: TakedownStep): string {
  if (step === 'removed')
    return after === 'counter-notice' ? 'Keep removed: there is a suit' : 'Remove story';
  return step === 'rejected' ? 'Reject request' : 'Put story back';
}

export function stepText(step: TakenStep, after: TakedownStep): string {
  if (step === 'rejected') return 'Nothing changes for readers. The claimant gets your reason by mail.';
  if (step === 'put-back')
    return 'Readers find the story again. The author and the claimant are told by mail.';
  return after === 'counter-notice'
    ? 'The claimant has told of a suit in time. The story stays removed; both are told by mail.'
    : 'Readers find nothing at its address. The author gets the claim by mail, and can send a counter-notice.';
}
