import type { HoldReason } from '../contract/sweeps.ts';

/** The reasons for which a comment waits that are no choice of its story's author: moderators decide on these, too. */
export const SITE_REASONS: readonly HoldReason[] = ['new', 'link', 'repeat', 'flood'];
