/** The reasons for asking somebody to log in. They appear in addresses, so none may change its meaning. */
export const LOGIN_REASONS = [
  'vote',
  'bookmark',
  'report',
  'shelf',
  'follow',
  'updates',
  'inbox',
  'notes',
  'corrections',
  'new-story',
  'writing',
  'profile',
  'decisions',
] as const;
export type LoginReason = (typeof LOGIN_REASONS)[number];

export const MIN_USERNAME_CHARACTERS = 3;
export const MAX_USERNAME_CHARACTERS = 30;
export const MIN_PASSWORD_CHARACTERS = 8;
export const MAX_PASSWORD_CHARACTERS = 256;

/** The error in an address as it is typed. Only the server knows all rules for addresses. */
export function emailError(typed: string): string | undefined {
  if (typed.trim() === '') return accountMessages.emailRequired;
  return /^[^\s@]+@[^\s@]+$/.test(typed.trim()) ? undefined : accountMessages.emailForm;
}

/** ASCII letters, digits, _ and -: names that can be spoken and do not resemble each other. */
export function isUsername(text: string): boolean {
  const isLongEnough = text.length >= MIN_USERNAME_CHARACTERS && text.length <= MAX_USERNAME_CHARACTERS;
  return isLongEnough && /^[A-Za-z0-9_-]+$/.test(text);
}

// Names that readers could mistake for the site, and words that stand for nobody.
const RESERVED_USERNAMES = [
  'about abuse account accounts admin administrator anonymous api author authors billing bot contact copyright',
  'delete deleted dmca editor everyone faq feedback guest guidelines help home host info legal login logout mail',
  'me mod mods moderation moderator moderators newsletter nightstand nobody noreply null official operator owner',
  'postmaster privacy profile register removed root search security settings signup site staff stories story',
  'support suspended sysadmin system tag tags team terms undefined unknown user users webmaster www',
].flatMap((line) => line.split(' '));

/** The characters that readers mistake for a letter, regardless of case. */
const LOOK_ALIKES: Record<string, string> = {
  a: '[a4]',
  b: '[b8]',
  e: '[e3]',
  i: '[i1]',
  // Matches a capital i. The reverse is missing: it would read Mall as mail.
  l: '[l1i]',
  m: '(?:m|rn)',
  o: '[o0]',
  s: '[s5]',
  t: '[t7]',
  w: '(?:w|vv)',
};

function spellingsOf(word: string): string {
  return Array.from(word, (letter, index) =>
    // A final digit is a number: user5 is the fifth user.
    letter === 's' && index === word.length - 1 ? letter : (LOOK_ALIKES[letter] ?? letter),
  ).join('');
}

const reservedSpellings = new RegExp(`^(?:${RESERVED_USERNAMES.map(spellingsOf).join('|')})$`, 'i');
// Matches within any name, apart from the one ordinary word that contains it.
const siteNameSpellings = new RegExp(`(?<!one)${spellingsOf('nightstand')}`, 'i');

/** Whether a name is reserved in any spelling: with other case, with `_` or `-`, or with look-alikes for letters. */
export function isReservedUsername(username: string): boolean {
  const compact = username.replaceAll(/[_-]/g, '');
  return reservedSpellings.test(compact) || siteNameSpellings.test(compact);
}

export const accountMessages = {
  usernameRequired: 'Username is required',
  usernameForm: `Username must be ${MIN_USERNAME_CHARACTERS} to ${MAX_USERNAME_CHARACTERS} letters, digits, "_" or "-"`,
  usernameReserved: 'This username is not available',
  usernameTaken: 'This username is already taken',
  displayNameHidden: 'Display name has invisible characters. Please type it again',
  displayNameSymbols:
    'Display name can have letters, digits, spaces and punctuation, but no symbols or emoji',
  displayNameBlank: 'Display name must have a letter or a digit',
  displayNameScripts: 'Display name must use one alphabet: letters of several can be mistaken for each other',
  displayNameStaff: 'Display name must not look like one of the staff or the site',
  displayNameTooSimilar: 'Display name is too close to someone else’s username',
  emailRequired: 'Email is required',
  emailForm: 'Please enter a valid email address',
  passwordRequired: 'Password is required',
  passwordsDiffer: 'Passwords do not match',
  newPasswordsDiffer: 'New passwords do not match',
  passwordShort: `Password must be at least ${MIN_PASSWORD_CHARACTERS} characters long`,
  passwordLong: `Password must be at most ${MAX_PASSWORD_CHARACTERS} characters long`,
  passwordLeaked: 'This password is in lists of leaked passwords. Choose another',
  passwordIsName: 'Password must not be your username or email address',
  wrongLogin: 'Invalid username or password',
  wrongPassword: 'The current password is incorrect',
  loginFailed: 'Login failed',
  loginError: 'An error occurred during login',
  signupFailed: 'Registration failed',
  signupError: 'An error occurred during registration',
  trapFilled: 'This field must stay empty',
  sentTooSoon: 'That was faster than people type. Please wait a moment and try again.',
  invalidUser: 'Invalid user data received',
  googleInvalidUser: 'Invalid user data received from Google',
  googleLoginFailed: 'Google login failed',
  googleFailed: 'Google authentication failed',
  googleError: 'An error occurred during Google authentication',
  googleTaken: 'This Google account is linked to another account here',
  otherGoogleLinked: 'Your account is linked to another Google account. Unlink that one first',
  googleIsOnlySignIn: 'Set a password or add a passkey first: Google is the only way into your account',
  deleteFailed: 'Failed to delete account',
  deletionNotConfirmed: 'Please type DELETE to confirm account deletion',
  deleteByMail: 'We have sent you a link. Open it to confirm that you want to delete your account.',
  deleteLinkExpired: 'This link is no longer valid. Please ask for a new one.',
  deleteLinkOfAnother:
    'This link is for another account, and nothing has been deleted. Log in to that account, then open the link again.',
  resent: 'Verification email sent successfully',
  resendFailed: 'Failed to resend verification email',
  resendError: 'Failed to resend verification email. Please try again later.',
  alreadyVerified: 'Your email address is already verified',
  verified: 'Email verified successfully',
  verifyFailed: 'Failed to verify email',
  verifyNoToken: 'Invalid verification link. No token provided.',
  verifyError: 'An error occurred during verification. Please try again later.',
  verifyLinkExpired: 'This link is no longer valid. Please ask for a new one from your profile.',
  verifyTaken: 'This address already belongs to another account',
  passwordChanged: 'Password updated successfully',
  passwordFailed: 'Failed to update password',
  profileSaved: 'Profile updated successfully',
  profileFailed: 'Failed to update profile',
  resetRequested: 'If this address has an account, we have sent it a link.',
  resetDone: 'Your password is set, and you are logged in.',
  resetLinkExpired: 'This link is no longer valid. Please ask for a new one.',
  codeRequested: 'If this account has a verified email address, we have sent it a code.',
  codeFailed: 'The code could not be sent. Please try again.',
  codeRequired: 'Code is required',
  codeTooLong: 'Code is too long',
  codeWrong: 'This code is wrong or no longer valid',
  secondFactorNeeded: 'One more step: your second factor.',
  secondCodeWrong: 'This code is wrong or was used already',
  signInExpired: 'This took too long. Please log in again.',
  freshFailed: 'That could not be checked',
  usernamePermanent: 'Your username cannot be changed.',
  busy: 'Many people are logging in right now. Please try again in a few seconds.',
};
