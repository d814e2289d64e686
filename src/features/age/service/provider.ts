import type { Context } from '#platform/runtime/context.ts';
import { hashOfToken } from '#platform/security/token.ts';
import type { AgeAssurance, AgeProvider } from '#platform/settings/age.ts';
import { deleteOldChecks, insertPassedCheck } from '../store.ts';
import { type AgeCheck, nonceOf } from './check.ts';

export type OpenIdAge = Extract<AgeProvider, { kind: 'openid' }>;
type OpenIdContext = Pick<Context, 'db' | 'signer'> & { age: Pick<AgeAssurance, 'counts'> };

/** The attempt at the provider; all of it derives from the check, so nothing is stored. */
function attemptOf({ signer }: Pick<Context, 'signer'>, { id }: AgeCheck) {
  return {
    state: id,
    nonce: nonceOf(signer, id),
    codeVerifier: signer.sign('age verifier', id).toString('base64url'),
  };
}

/** The provider's address for the browser; undefined when the provider can't be reached. */
export async function providerAddress(
  context: Pick<Context, 'signer'>,
  provider: OpenIdAge,
  check: AgeCheck,
): Promise<string | undefined> {
  return (await provider.client.begin(attemptOf(context, check)))?.url;
}

/** Judges the provider's answer. Nothing is kept of it but that the check was passed. */
export async function receiveFromProvider(
  context: OpenIdContext,
  provider: OpenIdAge,
  check: AgeCheck,
  answer: { code: string; state: string; iss?: string | undefined },
): Promise<'passed' | 'refused' | 'not over 18' | 'unreachable'> {
  const result = await judge(context, provider, check, answer);
  context.age.counts[result === 'passed' ? 'passed' : 'refused'] += 1;
  return result;
}

async function judge(
  context: OpenIdContext,
  { client, claim }: OpenIdAge,
  check: AgeCheck,
  answer: { code: string; state: string; iss?: string | undefined },
): Promise<'passed' | 'refused' | 'not over 18' | 'unreachable'> {
  const identity = await client.finish(answer, attemptOf(context, check));
  if (identity === 'refused' || identity === 'unreachable') return identity;
  const isOver18 = identity.claims?.[claim];
  // Some providers send every claim as text.
  if (isOver18 !== true && isOver18 !== 'true') return 'not over 18';
  await deleteOldChecks(context.db);
  return (await insertPassedCheck(context.db, hashOfToken(check.id))) ? 'passed' : 'refused';
}
