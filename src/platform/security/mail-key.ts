import '../server-only.ts';
import { timingSafeEqual } from 'node:crypto';
import type { Signer } from './secret.ts';

const KEY_BYTES = 16;
const PROOF_BYTES = 24;

/** A token in a mail: a random key, with a proof that it is ours. Each purpose has proofs of its own. */
export function mailKeyToken(signer: Signer, purpose: string, mailKey: string): string {
  const key = Buffer.from(mailKey.replaceAll('-', ''), 'hex');
  return Buffer.concat([key, proofOf(signer, purpose, key)]).toString('base64url');
}

function proofOf(signer: Signer, purpose: string, key: Buffer): Buffer {
  return signer.sign(purpose, key.toString('base64url')).subarray(0, PROOF_BYTES);
}

/** The key in a token; undefined if it is not ours. */
export function mailKeyIn(signer: Signer, purpose: string, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // A token truncated or extended in transit is invalid, even if it decodes to the same bytes.
  if (bytes.length !== KEY_BYTES + PROOF_BYTES || bytes.toString('base64url') !== token) return undefined;
  const key = bytes.subarray(0, KEY_BYTES);
  const proof = proofOf(signer, purpose, key);
  return timingSafeEqual(proof, bytes.subarray(KEY_BYTES)) ? key.toString('hex') : undefined;
}
