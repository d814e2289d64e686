import { LIMITS, type LimitName } from '#base/limits.ts';
import { groupThousands } from '#base/text.ts';

/** The label of each limit, with its unit, and what it means for those whom it concerns. */
export const limitLabels: Record<LimitName, { label: string; hint: string }> = {
  new_account_days: {
    label: 'Days that an account counts as new',
    hint: 'Until then its stories with links wait for a moderator and its first comments for the author, and the next three limits apply.',
  },
  new_account_stories: {
    label: 'Stories a day from a new account',
    hint: 'An account without a confirmed address publishes 1 at most.',
  },
  new_account_chapters: {
    label: 'Chapters a day from a new account',
    hint: 'Published, and as many scheduled. Without a confirmed address it is 5 at most.',
  },
  new_account_comments: {
    label: 'Comments an hour from a new account',
    hint: 'Also without a confirmed address, and for a month after moderators have removed a comment. Never more than from others.',
  },
  member_comments: { label: 'Comments an hour from other members', hint: '' },
  member_imports: {
    label: 'Imports a day from a member',
    hint: 'Each one beyond waits, from a minute to an hour.',
  },
  member_invitations: {
    label: 'Invitations in 30 days from a member',
    hint: '0: only the staff invites. Those already given go on working.',
  },
  network_sign_ups: {
    label: 'Registrations in half an hour from one network',
    hint: 'Each one beyond waits, up to half an hour, or its browser has to compute for a while. A university shares one network.',
  },
  guest_reports: {
    label: 'Reports a day without an account from one network',
    hint: 'Members can always report.',
  },
  stranger_requests: {
    label: 'Requests by strangers an hour',
    hint: 'From everywhere, so many each: registrations, forgotten passwords, login codes, the newsletter, takedown requests. Beyond it nobody is refused, but mails wait for up to six hours and are then left out.',
  },
};

export function limitProblem(name: LimitName): string {
  const { least, most } = LIMITS[name];
  return `${limitLabels[name].label} must be a whole number from ${least} to ${groupThousands(most)}`;
}
