import { characterCount } from '#base/text.ts';
import { accountMessages, PASSWORD_ADVISED, PASSWORD_MINIMUM } from '../contract/accounts.ts';

export const PASSWORD_ADVICE = `At least ${PASSWORD_MINIMUM} characters, better ${PASSWORD_ADVISED}. A sentence you can remember is best.`;

/** Why a new password will not do, as far as that can be told without asking the server. */
export function newPasswordError(password: string): string | undefined {
  if (password === '') return accountMessages.passwordRequired;
  return characterCount(password) < PASSWORD_MINIMUM ? accountMessages.passwordShort : undefined;
}
