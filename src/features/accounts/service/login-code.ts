import { randomInt } from 'node:crypto';
import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Services } from '#platform/runtime/services.ts';
import type { Signer } from '#platform/security/secret.ts';
import { accountMessages } from '../contract/accounts.ts';
import { LOGIN_CODE_MINUTES, type loginCode } from '../contract/login-code.ts';
import { credentialsByLogin } from '../store/credentials.ts';
import { deleteMailTokens, holdMailToken, markUsed } from '../store/mail-tokens.ts';
import { deviceCookie, deviceOf, newDevice } from './devices.ts';
import { newSession } from './new-session.ts';
import { codeTries, throttledName } from './throttles.ts';

/**
 * Signing in with a mailed code: the way past the limits on guessing passwords, for owners at a device that the site
 * does not know. Nothing a stranger can do may take it from them: their wrong codes count for themselves alone, their
 * requests don't make void a code that was mailed, and a code is too long to be guessed within its life all the same.
 */
export async function signInByCode(
  services: Services,
  { username, code }: ParsedInputOf<typeof loginCode>,
  caller: Caller,
): Promise<Outcome<DataOf<typeof loginCode>>> {
  return code === undefined
    ? askForCode(services, username, caller)
    : redeemCode(services, { username, code }, caller);
}

/** Mails a code. Everything done before the answer is the same for every name. */
async function askForCode(
  services: Services,
  username: string,
  caller: Caller,
): Promise<Outcome<Record<string, never>>> {
  const admitted = await services.strangerQuota.take('login-code', caller);
  if (!admitted.ok) return admitted;
  await admitted.data.enqueue(services.db, 'mail-login-code', { username });
  const answer = success({}, accountMessages.codeAsked);
  if (deviceOf(services, caller.cookies) !== undefined) return answer;
  // Names this browser until the code is typed, so that its tries are counted apart from those of its neighbours.
  return { ...answer, cookies: deviceCookie(services, newDevice(), 2 * LOGIN_CODE_MINUTES * 60) };
}

async function redeemCode(
  services: Services,
  { username, code }: { username: string; code: string },
  { network, cookies }: Caller,
): Promise<Outcome<DataOf<typeof loginCode>>> {
  const { db, throttle, signer } = services;
  const found = await credentialsByLogin(db, username);
  const device = deviceOf(services, cookies);
  const key = `${throttledName(found, username)} ${device === undefined ? `from ${network}` : `on ${device}`}`;
  const tooMany = await throttle.attempt(codeTries, key);
  if (tooMany !== undefined) return tooMany;
  // The same steps for a name that nobody has.
  const accountId = found?.accountId ?? 0;
  const token = codeToken(signer, accountId, code);
  const outcome = await db.transaction().execute(async (transaction) => {
    const held = await holdMailToken(transaction, token, 'login');
    if (held === undefined || held.isUsed || held.accountId !== accountId)
      return failure('wrong-password', accountMessages.codeWrong);
    await markUsed(transaction, token);
    await deleteMailTokens(transaction, accountId, 'login');
    return newSession(services, transaction, accountId, { cookies });
  });
  if (outcome.ok) await throttle.forgive(codeTries, key);
  return outcome;
}

/** 32 characters that are not taken for each other (Crockford's Base32): ten of them are 50 bits. */
const CODE_CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_GROUP_LENGTH = 5;

/** A code as it is mailed: `K7QM2-XR4TB`. */
export function newLoginCode(): string {
  const group = () =>
    Array.from({ length: CODE_GROUP_LENGTH }, () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)]).join(
      '',
    );
  return `${group()}-${group()}`;
}

/**
 * The mailed token that a typed code stands for. The stored hash of it follows from the site's secret as well, because
 * a plain hash of something so short could be turned back; finding it by that hash takes no time that tells anything.
 */
export function codeToken(signer: Signer, accountId: number, typed: string): string {
  const code = typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return signer.sign('login code', `${accountId} ${code}`).toString('base64url');
}
