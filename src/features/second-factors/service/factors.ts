import type { DataOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { recordActivity } from '#features/activity/service.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { unseal } from '#platform/security/seal.ts';
import { newTypedCode, normalizeTypedCode } from '#platform/security/typed-code.ts';
import {
  factorMessages,
  type listFactors,
  RECOVERY_CODE_COUNT,
  type renewRecoveryCodes,
  type SecondFactor,
} from '../contract/factors.ts';
import {
  deleteFactorsBeforeVerification,
  deleteFactorsSince,
  deleteRecoveryCodes,
  deleteTotp,
  deleteUnconfirmedTotp,
  factorCounts,
  hasAnyFactor,
  latestTotps,
  lockFactors,
  replaceRecoveryCodes,
  staffWithoutFactor,
  takeRecoveryCode,
  takeStep,
  totpOf,
} from '../store/factors.ts';
import { deleteExpiredChallenges, deletePasskeys } from '../store/passkeys.ts';
import { stepOfCode } from './totp-code.ts';

/** Second factors by account, for the sign-in: this feature knows neither passwords nor sessions. */

export const TOTP_SEAL = 'totp secret';

/** The second factors of an account, any of which answers; empty: nothing asks. */
export async function secondFactorsOf(connection: Connection, accountId: number): Promise<SecondFactor[]> {
  const { has_app, passkey_count, codes_left } = await factorCounts(connection, accountId);
  if (!has_app && passkey_count === 0) return [];
  const answers: [SecondFactor, boolean][] = [
    ['totp', has_app],
    ['passkey', passkey_count > 0],
    ['recovery_code', codes_left > 0],
  ];
  return answers.flatMap(([factor, exists]) => (exists ? [factor] : []));
}

/**
 * Checks a typed code, of the app or for recovery, and uses it up. The caller has locked the account and limits the
 * attempts.
 */
export async function redeemSecondFactorCode(
  { signer, jobs }: Pick<Context, 'signer' | 'jobs'>,
  transaction: OpenTransaction,
  accountId: number,
  typed: string,
): Promise<boolean> {
  const digits = typed.replaceAll(/[\s-]/g, '');
  if (/^\d{6}$/.test(digits)) {
    const stored = await totpOf(transaction, accountId);
    if (stored?.confirmed_at == null) return false;
    const secret = unseal(signer, `${TOTP_SEAL} ${accountId}`, stored.sealed);
    const step = secret && stepOfCode(secret, digits, stored.step);
    return step !== undefined && (await takeStep(transaction, accountId, step));
  }
  const isRight = await takeRecoveryCode(transaction, accountId, recoveryHash({ signer }, accountId, typed));
  if (isRight) await tellOfChange({ jobs }, transaction, accountId, 'recovery-code-used');
  return isRight;
}

/** The changes of which an owner is told by mail. */
export const FACTOR_CHANGES = [
  'app-added',
  'app-removed',
  'passkey-added',
  'passkey-removed',
  'codes-renewed',
  'recovery-code-used',
] as const;
export type FactorChange = (typeof FACTOR_CHANGES)[number];

/** Records the change in the log of the account and by mail, a job of the feature that knows addresses. */
export async function tellOfChange(
  { jobs }: Pick<Context, 'jobs'>,
  transaction: OpenTransaction,
  accountId: number,
  change: FactorChange,
): Promise<void> {
  await recordActivity(transaction, accountId, { kind: change });
  await jobs.enqueue(transaction, 'mail-factor-changed', { accountId, change });
}

/** Replaces all recovery codes and returns the new ones, which are nowhere to be read afterwards. */
export async function newRecoveryCodes(
  { signer }: Pick<Context, 'signer'>,
  transaction: OpenTransaction,
  accountId: number,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newTypedCode);
  await replaceRecoveryCodes(
    transaction,
    accountId,
    codes.map((code) => recoveryHash({ signer }, accountId, code)),
  );
  return codes;
}

function recoveryHash({ signer }: Pick<Context, 'signer'>, accountId: number, typed: string): Buffer {
  return signer.sign('recovery code', `${accountId} ${normalizeTypedCode(typed)}`);
}

/** Deletes the recovery codes of an account whose last factor is gone. */
export async function deleteCodesWithoutFactor(
  transaction: OpenTransaction,
  accountId: number,
): Promise<void> {
  if (!(await hasAnyFactor(transaction, accountId))) await deleteRecoveryCodes(transaction, accountId);
}

/**
 * Removes the factors of somebody who made the account with another's address: they were added before its reader
 * proved to own it.
 */
export async function removeFactorsOfFormerOwner(
  transaction: OpenTransaction,
  accountId: number,
): Promise<void> {
  await deleteFactorsBeforeVerification(transaction, accountId);
  await deleteCodesWithoutFactor(transaction, accountId);
}

/** Removes all factors of an account and tells its owner; false if it has none. */
export async function removeAllFactors(
  context: Pick<Context, 'jobs'>,
  transaction: OpenTransaction,
  accountId: number,
): Promise<boolean> {
  const hadApp = await deleteTotp(transaction, accountId);
  const hadPasskeys = await deletePasskeys(transaction, accountId);
  return afterRemoval(context, transaction, accountId, { hadApp, hadPasskeys });
}

/** Removes the factors that were set up since then, and tells the account's owner. */
export async function removeFactorsSince(
  context: Pick<Context, 'jobs'>,
  transaction: OpenTransaction,
  accountId: number,
  since: Date,
): Promise<void> {
  const removed = await deleteFactorsSince(transaction, accountId, since);
  await afterRemoval(context, transaction, accountId, removed);
}

async function afterRemoval(
  { jobs }: Pick<Context, 'jobs'>,
  transaction: OpenTransaction,
  accountId: number,
  { hadApp, hadPasskeys }: { hadApp: boolean; hadPasskeys: boolean },
): Promise<boolean> {
  await deleteCodesWithoutFactor(transaction, accountId);
  if (hadApp) await tellOfChange({ jobs }, transaction, accountId, 'app-removed');
  if (hadPasskeys) await tellOfChange({ jobs }, transaction, accountId, 'passkey-removed');
  return hadApp || hadPasskeys;
}

export async function readFactors(
  { db, isStaffFactorRequired = false }: Context,
  _input: unknown,
  { account }: CallerOf<typeof listFactors>,
): Promise<Outcome<DataOf<typeof listFactors>>> {
  const totp = await totpOf(db, account.id);
  const counts = await factorCounts(db, account.id);
  const confirmed_at = totp?.confirmed_at?.toISOString();
  return success({
    totp: confirmed_at === undefined ? null : { confirmed_at },
    passkey_count: counts.passkey_count,
    recovery_codes_left: counts.codes_left,
    is_required: isStaffFactorRequired && account.role !== 'user',
  });
}

export async function renewOwnRecoveryCodes(
  context: Context,
  _input: unknown,
  { account }: CallerOf<typeof renewRecoveryCodes>,
): Promise<Outcome<DataOf<typeof renewRecoveryCodes>>> {
  return context.db.transaction().execute(async (transaction) => {
    await lockFactors(transaction, account.id);
    if (!(await hasAnyFactor(transaction, account.id))) return failure('not-yours', factorMessages.none);
    const recovery_codes = await newRecoveryCodes(context, transaction, account.id);
    await tellOfChange(context, transaction, account.id, 'codes-renewed');
    return success({ recovery_codes });
  });
}

const LOOKED_AT = 20;

/** Whether the site's secret has changed since apps were set up, as after a restore without it: their codes are refused. */
export async function isOtherSecret({ db, signer }: Pick<Context, 'db' | 'signer'>): Promise<boolean> {
  const stored = await latestTotps(db, LOOKED_AT);
  return stored.some(
    ({ account_id, sealed }) => unseal(signer, `${TOTP_SEAL} ${account_id}`, sealed) === undefined,
  );
}

export { deleteExpiredChallenges, deleteUnconfirmedTotp, staffWithoutFactor };
