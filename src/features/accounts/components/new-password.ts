import { characterCount } from '#base/text.ts';
import {
  ADVISED_PASSWORD_CHARACTERS,
  accountMessages,
  MIN_PASSWORD_CHARACTERS,
} from '../contract/accounts.ts';

export const PASSWORD_ADVICE = `At least ${MIN_PASSWORD_CHARACTERS} characters, better ${ADVISED_PASSWORD_CHARACTERS}. A sentence you can remember is best.`;

/** The problem of a new password, as far as the browser can tell. */
export function newPasswordError(password: string): string | undefined {
  if (password === '') return accountMessages.passwordRequired;
  return characterCount(password) < MIN_PASSWORD_CHARACTERS ? accountMessages.passwordShort : undefined;
}
