import { timingSafeEqual } from 'node:crypto';
import type { Signer } from '#platform/security/secret.ts';

const PROOF_BYTES = 24;

function proofOf(signer: Signer, entryId: number): Buffer {
  return signer.sign('decision link', String(entryId)).subarray(0, PROOF_BYTES);
}

/**
 * The token of the link to a decision, as it is mailed to whom it concerns. It follows from the decision by a keyed
 * hash, so nothing has to be kept of it, and it works as long as the decision is kept.
 */
export function decisionToken(signer: Signer, entryId: number): string {
  return `${entryId}.${proofOf(signer, entryId).toString('base64url')}`;
}

/** The decision that a token leads to; none where it is not one of ours. */
export function decisionOfToken(signer: Signer, token: string): number | undefined {
  const [, digits = '', proof = ''] = /^([1-9][0-9]{0,14})\.([\w-]{32})$/.exec(token) ?? [];
  const entryId = Number(digits);
  const bytes = Buffer.from(proof, 'base64url');
  if (bytes.length !== PROOF_BYTES || !timingSafeEqual(bytes, proofOf(signer, entryId))) return undefined;
  return entryId;
}
