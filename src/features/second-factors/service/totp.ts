import { randomBytes } from 'node:crypto';
import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type NoData, type Outcome, success } from '#base/failure.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { ThrottleRule } from '#platform/rate-limits/throttle.ts';
import type { Context } from '#platform/runtime/context.ts';
import { seal, unseal } from '#platform/security/seal.ts';
import { type beginTotp, type confirmTotp, factorMessages, type removeTotp } from '../contract/factors.ts';
import { base32, totpUri } from '../rules.ts';
import { deleteTotp, lockFactors, markTotpConfirmed, storeTotp, takeStep, totpOf } from '../store/factors.ts';
import { deleteCodesWithoutFactor, newRecoveryCodes, TOTP_SEAL, tellOfChange } from './factors.ts';
import { stepOfCode } from './totp-code.ts';

/** As long as the output of SHA-1 (RFC 4226, 4). */
const SECRET_BYTES = 20;

const confirmLimit: ThrottleRule = {
  name: 'authenticator setup',
  free: 10,
  rememberedSeconds: 60 * 60,
  firstWaitSeconds: 2,
  maxWaitSeconds: 5 * 60,
};

export async function beginOwnTotp(
  { db, signer }: Context,
  _input: unknown,
  { account }: CallerOf<typeof beginTotp>,
): Promise<Outcome<DataOf<typeof beginTotp>>> {
  const bytes = randomBytes(SECRET_BYTES);
  const isStored = await storeTotp(db, account.id, seal(signer, `${TOTP_SEAL} ${account.id}`, bytes));
  if (!isStored) return failure('taken', factorMessages.taken);
  const secret = base32(bytes);
  return success({ secret, uri: totpUri(account.username, secret) });
}

export async function confirmOwnTotp(
  context: Context,
  { code }: ParsedInputOf<typeof confirmTotp>,
  { account }: CallerOf<typeof confirmTotp>,
): Promise<Outcome<DataOf<typeof confirmTotp>>> {
  const { id } = account;
  const tooMany = await context.throttle.attempt(confirmLimit, `account ${id}`);
  if (tooMany !== undefined) return tooMany;
  return context.db.transaction().execute(async (transaction) => {
    await lockFactors(transaction, id);
    const stored = await totpOf(transaction, id);
    const secret = stored && unseal(context.signer, `${TOTP_SEAL} ${id}`, stored.sealed);
    if (secret === undefined || stored?.confirmed_at !== null)
      return failure('gone', factorMessages.notBegun);
    const step = stepOfCode(secret, code.replaceAll(/[\s-]/g, ''), stored.step);
    if (step === undefined || !(await takeStep(transaction, id, step)))
      return invalidField('code', factorMessages.codeWrong);
    await markTotpConfirmed(transaction, id);
    const recovery_codes = await newRecoveryCodes(context, transaction, id);
    await tellOfChange(context, transaction, id, 'app-added');
    return success({ recovery_codes }, factorMessages.confirmed);
  });
}

export async function removeOwnTotp(
  context: Context,
  _input: unknown,
  { account }: CallerOf<typeof removeTotp>,
): Promise<Outcome<NoData>> {
  return context.db.transaction().execute(async (transaction) => {
    await lockFactors(transaction, account.id);
    const wasConfirmed = await deleteTotp(transaction, account.id);
    await deleteCodesWithoutFactor(transaction, account.id);
    if (wasConfirmed) await tellOfChange(context, transaction, account.id, 'app-removed');
    return success({}, factorMessages.removed);
  });
}
