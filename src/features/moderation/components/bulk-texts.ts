import type { BulkAction } from '../contract/bulk.ts';

export const bulkTexts: Record<BulkAction, { label: string; busy: string; done: string; hint: string }> = {
  spam: {
    ...{ label: 'Mark as spam', busy: 'Marking...', done: 'Marked as spam' },
    hint: 'Each account is suspended and signed out, its stories are withheld, and the cases about them are closed. Their owners are told the reason.',
  },
  dismiss: {
    ...{ label: 'Dismiss', busy: 'Dismissing...', done: 'Dismissed' },
    hint: 'Kept in the log. Those who reported are told that nothing was done.',
  },
  'accept-tags': {
    ...{ label: 'Accept', busy: 'Accepting...', done: 'Accepted' },
    hint: 'Shown to the members who suggested it, and kept in the log.',
  },
  'reject-tags': {
    ...{ label: 'Reject', busy: 'Rejecting...', done: 'Rejected' },
    hint: 'Shown to the members who suggested it, and kept in the log.',
  },
};
