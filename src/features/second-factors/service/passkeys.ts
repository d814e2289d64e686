import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type NoData, type Outcome, success } from '#base/failure.ts';
import { siteName } from '#base/site-name.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type addPasskey,
  type listPasskeys,
  MAX_PASSKEYS,
  type NewPasskeyResponse,
  PASSKEY_CHALLENGE_MINUTES,
  type PasskeyResponse,
  passkeyMessages,
  type passkeyOptions,
  type passkeySignInOptions,
  type removePasskey,
  type renamePasskey,
} from '../contract/passkeys.ts';
import { hasAnyFactor, lockFactors } from '../store/factors.ts';
import {
  deletePasskey,
  hasPasskey,
  insertChallenge,
  insertPasskey,
  isLastWayIn,
  lockPasskey,
  markPasskeyUsed,
  ownerOfPasskey,
  passkeysOf,
  takeChallenge,
  type UnnamedPasskey,
  updatePasskeyName,
} from '../store/passkeys.ts';
import { deleteCodesWithoutFactor, newRecoveryCodes, tellOfChange } from './factors.ts';

/** EdDSA, ES256 and RS256, by their COSE numbers: every device has one of them. */
const ALGORITHMS = [-8, -7, -257];

/** The place that a passkey belongs to: the site's host, and pages of exactly its own origin. */
function placeOf({ publicUrl }: Pick<Context, 'publicUrl'>) {
  return { expectedRPID: new URL(publicUrl).hostname, expectedOrigin: new URL(publicUrl).origin };
}

export async function startAddingPasskey(
  context: Context,
  _input: unknown,
  { account }: CallerOf<typeof passkeyOptions>,
): Promise<Outcome<DataOf<typeof passkeyOptions>>> {
  const existing = await passkeysOf(context.db, account.id);
  if (existing.length >= MAX_PASSKEYS) return failure('not-yours', passkeyMessages.tooMany);
  const options = await generateRegistrationOptions({
    rpName: siteName(),
    rpID: placeOf(context).expectedRPID,
    userName: account.username,
    // Stable, so that a device replaces its key of this account; it says nothing of the account's number.
    userID: new Uint8Array(context.signer.sign('passkey owner', String(account.id))),
    excludeCredentials: existing.map(({ credential_id: id }) => ({ id })),
    // A key that is found without a name and asks for a finger or PIN is two factors in one.
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const { challenge } = options;
  const minutes = PASSKEY_CHALLENGE_MINUTES;
  await insertChallenge(context.db, { challenge, accountId: account.id, minutes });
  return success({ options: { ...options } });
}

export async function addOwnPasskey(
  context: Context,
  { name, response }: ParsedInputOf<typeof addPasskey>,
  { account }: CallerOf<typeof addPasskey>,
): Promise<Outcome<DataOf<typeof addPasskey>>> {
  return context.db.transaction().execute(async (transaction) => {
    await lockFactors(transaction, account.id);
    const { id } = account;
    if ((await passkeysOf(transaction, id)).length >= MAX_PASSKEYS)
      return failure('not-yours', passkeyMessages.tooMany);
    const credential = await checkedPasskey(context, transaction, response, id);
    if (credential === undefined) return invalidField('response', passkeyMessages.notAdded);
    const isFirst = !(await hasAnyFactor(transaction, id));
    const passkey = await insertPasskey(transaction, id, { ...credential, name });
    if (passkey === undefined) return failure('taken', passkeyMessages.taken);
    const recovery_codes = isFirst ? await newRecoveryCodes(context, transaction, id) : [];
    await tellOfChange(context, transaction, id, 'passkey-added');
    return success({ passkey: shown(passkey), recovery_codes }, passkeyMessages.added);
  });
}

/** The options for the passkey of an account that does not exist yet. */
export async function askForFirstPasskey(
  context: Context,
  userName: string,
): Promise<DataOf<typeof passkeyOptions>> {
  const options = await generateRegistrationOptions({
    rpName: siteName(),
    rpID: placeOf(context).expectedRPID,
    userName,
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const { challenge } = options;
  await insertChallenge(context.db, { challenge, accountId: null, minutes: PASSKEY_CHALLENGE_MINUTES });
  return { options: { ...options } };
}

/** The passkey that a browser has made, for the given account or a future one; undefined if the check fails. */
async function checkedPasskey(
  context: Pick<Context, 'publicUrl'>,
  transaction: OpenTransaction,
  response: NewPasskeyResponse,
  accountId: number | null,
): Promise<UnnamedPasskey | undefined> {
  const registration = await verified(() =>
    verifyRegistrationResponse({
      response: response as unknown as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: (challenge) => takeChallenge(transaction, challenge, accountId),
      ...placeOf(context),
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: true,
    }),
  );
  const credential = registration?.registrationInfo?.credential;
  return (
    credential && {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
    }
  );
}

/**
 * Checks the passkey of an account that is about to be made; the result stores it. Undefined: it is none, or on another
 * account already. It comes without recovery codes, because like a password it is the first factor.
 */
export async function checkFirstPasskey(
  context: Pick<Context, 'publicUrl' | 'jobs'>,
  transaction: OpenTransaction,
  response: NewPasskeyResponse,
): Promise<((accountId: number, name: string) => Promise<void>) | undefined> {
  const passkey = await checkedPasskey(context, transaction, response, null);
  if (passkey === undefined || (await ownerOfPasskey(transaction, passkey.credential_id)) !== undefined)
    return undefined;
  return async (accountId, name) => {
    await insertPasskey(transaction, accountId, { ...passkey, name });
    await tellOfChange(context, transaction, accountId, 'passkey-added');
  };
}

/** The result of a check by the library, which throws for whatever is wrong. */
async function verified<Result extends { verified: boolean }>(
  check: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    const result = await check();
    return result.verified ? result : undefined;
  } catch {
    return undefined;
  }
}

type PasskeyRow = { id: number; name: string; created_at: Date; used_at: Date | null };

const shown = ({ id, name, created_at, used_at }: PasskeyRow) => ({
  id,
  name,
  created_at: created_at.toISOString(),
  used_at: used_at?.toISOString() ?? null,
});

export async function readPasskeys(
  { db }: Context,
  _input: unknown,
  { account }: CallerOf<typeof listPasskeys>,
): Promise<Outcome<DataOf<typeof listPasskeys>>> {
  return success({ passkeys: (await passkeysOf(db, account.id)).map(shown) });
}

export async function renameOwnPasskey(
  { db }: Context,
  { id, name }: ParsedInputOf<typeof renamePasskey>,
  { account }: CallerOf<typeof renamePasskey>,
): Promise<Outcome<NoData>> {
  const isRenamed = await updatePasskeyName(db, { accountId: account.id, id, name });
  return isRenamed ? success({}, passkeyMessages.renamed) : failure('not-found', passkeyMessages.notFound);
}

export async function removeOwnPasskey(
  context: Context,
  { id }: ParsedInputOf<typeof removePasskey>,
  { account }: CallerOf<typeof removePasskey>,
): Promise<Outcome<NoData>> {
  return context.db.transaction().execute(async (transaction) => {
    await lockFactors(transaction, account.id);
    if (!(await hasPasskey(transaction, account.id, id)))
      return failure('not-found', passkeyMessages.notFound);
    if (await isLastWayIn(transaction, account.id)) return failure('not-yours', passkeyMessages.lastWayIn);
    await deletePasskey(transaction, account.id, id);
    await deleteCodesWithoutFactor(transaction, account.id);
    await tellOfChange(context, transaction, account.id, 'passkey-removed');
    return success({}, passkeyMessages.removed);
  });
}

/** The question for a passkey. It names no account, so that it tells nobody which keys an account has. */
export async function askForPasskey(context: Context): Promise<Outcome<DataOf<typeof passkeySignInOptions>>> {
  const options = await generateAuthenticationOptions({
    rpID: placeOf(context).expectedRPID,
    userVerification: 'required',
  });
  const { challenge } = options;
  await insertChallenge(context.db, { challenge, accountId: null, minutes: PASSKEY_CHALLENGE_MINUTES });
  return success({ options: { ...options } });
}

/** The account whose passkey has answered the question; undefined if none has. The question is used up. */
export async function redeemPasskey(
  context: Pick<Context, 'publicUrl'>,
  transaction: OpenTransaction,
  response: PasskeyResponse,
): Promise<number | undefined> {
  const owner = await ownerOfPasskey(transaction, response.id);
  if (owner === undefined) return undefined;
  // The account is locked first, as everywhere: its deletion locks the passkey after it.
  await lockFactors(transaction, owner);
  const stored = await lockPasskey(transaction, response.id);
  if (stored === undefined) return undefined;
  const answer = await verified(() =>
    verifyAuthenticationResponse({
      response: response as unknown as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: (challenge) => takeChallenge(transaction, challenge, null),
      ...placeOf(context),
      credential: {
        id: stored.credential_id,
        publicKey: new Uint8Array(stored.public_key),
        counter: stored.counter,
      },
      requireUserVerification: true,
    }),
  );
  if (answer === undefined) return undefined;
  await markPasskeyUsed(transaction, stored.id, answer.authenticationInfo.newCounter);
  return stored.account_id;
}
