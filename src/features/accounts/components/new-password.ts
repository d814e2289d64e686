import { characterCount } from '#base/text.ts';
import { accountMessages, MIN_PASSWORD_CHARACTERS, PASSWORD_ADVISED } from '../contract/accounts.ts';

export const PASSWORD_ADVICE = `At least ${MIN_PASSWORD_CHARACTERS} characters, better ${PASSWORD_ADVISED}. A sentence you can remember is best.`;

/** Why a new password will not do, as far as that can be told without asking the server. */
export function newPasswordError(password: string): string | undefined {
  if (password === '') return accountMessages.passwordRequired;
  return characterCount(password) < MIN_PASSWORD_CHARACTERS ? accountMessages.passwordShort : undefined;
}
