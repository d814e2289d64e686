import type { CaseAction } from '../contract/moderation.ts';
import { needsQuotedPassage } from '../rules.ts';

/** The explanation above the form of a decision. */
export const decisionTexts: Record<CaseAction, string> = {
  dismiss: 'Nothing changes for readers, and the author is not told. The open reports are closed.',
  hide: 'Readers can’t see it until it is restored. The author can correct, read and export it, and appeal.',
  remove:
    'For a text that no edit can save. Readers can’t see it; the author can read and export it, and appeal.',
  restore: 'Readers see it again, with its votes, bookmarks and place in the lists.',
  suspend:
    'All sessions end. Until the suspension is lifted, the account can sign in, read and export, but not publish. It can appeal.',
  reinstate: 'The account can publish again, and what was withheld with it is shown again.',
  'hide-list':
    'Nobody but its owner sees the list until it is restored. The owner can change it, and appeal. Its stories stay as they are.',
  'restore-list': 'Everybody sees the list again who could see it before.',
  'remove-comment':
    'Readers no longer see the comment; replies to it stay. Its writer sees it with your reason, and can appeal.',
  'restore-comment': 'Readers see the comment again, unless the story’s author had removed it, too.',
  unwarn: 'The warnings under appeal are lifted, and the author is told. Those that the author chose stay.',
  uphold: 'The decision stands, and the author gets your reason as the answer to the appeal.',
};

export function isRestrictive(action: CaseAction): boolean {
  return needsQuotedPassage(action) || action === 'suspend';
}
