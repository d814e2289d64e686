import { LOGIN_REASONS, type LoginReason } from '../rules/accounts.ts';

/** The text for each reason. An address can only choose among these, never supply its own. */
const REASON_TEXTS: Record<LoginReason, string> = {
  vote: 'vote',
  bookmark: 'bookmark',
  report: 'report',
  shelf: 'keep shelves',
  follow: 'follow',
  updates: 'see what is new',
  inbox: 'read your inbox',
  notes: 'read your private notes',
  corrections: 'see your corrections',
  'new-story': 'publish a story',
  writing: 'work on your story',
  profile: 'see your profile',
  decisions: 'read decisions about your work',
};

/** The reason in an address; undefined if it is missing or unknown. */
export function loginReasonIn(search: string): LoginReason | undefined {
  const value = new URLSearchParams(search).get('for');
  return LOGIN_REASONS.find((reason) => reason === value);
}

/** The sentence on the login page, such as 'Log in to bookmark; we’ll bring you back.' */
export function reasonSentence(
  action: 'Log in' | 'Register',
  reason: LoginReason | undefined,
): string | undefined {
  return reason === undefined ? undefined : `${action} to ${REASON_TEXTS[reason]}; we’ll bring you back.`;
}
