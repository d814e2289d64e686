import '../server-only.ts';
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { ProofChallenge } from '#base/failure.ts';
import type { OncePerPeriod, Throttle } from '../rate-limits/throttle.ts';
import type { Signer } from './secret.ts';

/** A solution takes half of these tries on average: half a second on a desktop computer, a few seconds on a phone. */
const MAX_PROOF_NUMBER = 150_000;
const CHALLENGE_SECONDS = 10 * 60;

const spentSolutions: OncePerPeriod = { name: 'proof of work', seconds: CHALLENGE_SECONDS };

/** The name of the request header that carries a solution. */
export const PROOF_HEADER = 'proof-of-work';

/**
 * Creates a challenge to find a number by trying. Nothing is stored until it is solved: the signature binds the hash to
 * the salt, and the salt holds the bucket and the end of the challenge's life.
 */
export function newChallenge(signer: Signer, bucket: string): ProofChallenge {
  const end = Math.floor(Date.now() / 1000) + CHALLENGE_SECONDS;
  const salt = `${bucket}.${end}.${randomBytes(12).toString('base64url')}`;
  const hash = hashOf(salt, String(randomInt(MAX_PROOF_NUMBER)));
  const signature = signatureOf(signer, salt, hash).toString('base64url');
  return { algorithm: 'SHA-256', salt, hash, max_number: MAX_PROOF_NUMBER, signature };
}

/** Whether `solution` (salt, number and signature, joined by dots) solves a challenge of this bucket; spends it. */
export async function spendSolution(
  { signer, throttle }: { signer: Signer; throttle: Throttle },
  bucket: string,
  solution: string,
): Promise<boolean> {
  const parts = /^([a-z-]{1,20}\.(\d{1,12})\.[\w-]{16})\.(\d{1,7})\.([\w-]{43})$/.exec(solution);
  if (parts === null) return false;
  const [, salt = '', end, number = '', signature = ''] = parts;
  if (!salt.startsWith(`${bucket}.`) || Number(end) * 1000 <= Date.now()) return false;
  const expected = signatureOf(signer, salt, hashOf(salt, number));
  if (!timingSafeEqual(expected, Buffer.from(signature, 'base64url'))) return false;
  // The salt identifies the challenge, because the last letter of a signature can be written in several ways.
  return throttle.recordOnce(spentSolutions, salt);
}

function hashOf(salt: string, number: string): string {
  return createHash('sha256').update(`${salt}.${number}`).digest('hex');
}

function signatureOf(signer: Signer, salt: string, hash: string): Buffer {
  return signer.sign('proof of work', `${salt} ${hash}`);
}
