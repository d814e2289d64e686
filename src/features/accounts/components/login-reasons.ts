import { LOGIN_REASONS, type LoginReason } from '../rules/accounts.ts';

/** The errand behind each reason. Only these words are ever shown, whatever an address says. */
const errands: Record<LoginReason, string> = {
  vote: 'vote',
  bookmark: 'bookmark',
  report: 'report',
  'new-story': 'publish a story',
  writing: 'work on your story',
  profile: 'see your profile',
  decisions: 'read decisions about your work',
};

/** The reason in an address; undefined for none, and for what is not one of ours. */
export function loginReasonIn(search: string): LoginReason | undefined {
  const given = new URLSearchParams(search).get('for');
  return LOGIN_REASONS.find((reason) => reason === given);
}

/** 'Log in to bookmark; we’ll bring you back.' */
export function reasonSentence(
  way: 'Log in' | 'Register',
  reason: LoginReason | undefined,
): string | undefined {
  return reason === undefined ? undefined : `${way} to ${errands[reason]}; we’ll bring you back.`;
}
