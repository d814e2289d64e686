import { timingSafeEqual } from 'node:crypto';
import type { Signer } from '#platform/security/secret.ts';

const PROOF_BYTES = 24;

function proofOf(signer: Signer, logEntryId: number): Buffer {
  return signer.sign('decision link', String(logEntryId)).subarray(0, PROOF_BYTES);
}

/**
 * The token in the mailed link to a decision: a keyed hash of the decision. It needs no storage, and works as long as
 * the decision exists.
 */
export function decisionToken(signer: Signer, entryId: number): string {
  return `${entryId}.${proofOf(signer, entryId).toString('base64url')}`;
}

/** The decision that a token leads to; undefined for a token that is not ours. */
export function decisionIdOfToken(signer: Signer, token: string): number | undefined {
  const [, digits = '', proof = ''] = /^([1-9][0-9]{0,14})\.([\w-]{32})$/.exec(token) ?? [];
  const entryId = Number(digits);
  const bytes = Buffer.from(proof, 'base64url');
  if (bytes.length !== PROOF_BYTES || !timingSafeEqual(bytes, proofOf(signer, entryId))) return undefined;
  return entryId;
}
