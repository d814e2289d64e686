import type { HoldReason } from '../contract/sweeps.ts';

/** The reasons why comments wait, in the author’s words. */
export const heldTexts: Record<HoldReason, string> = {
  approved: 'you approve each comment',
  words: 'with words that you filter',
  new: 'from accounts that are new or not yet trusted',
  link: 'with links, from new accounts',
  repeat: 'the same words again',
  flood: 'very many within minutes',
};
