import { createHash } from 'node:crypto';
import type { ProofChallenge } from '#base/failure.ts';

/** Solves a challenge as the browser does, and formats it for the header. */
export function solve({ salt, hash, max_number, signature }: ProofChallenge): string {
  for (let number = 0; number < max_number; number++) {
    if (createHash('sha256').update(`${salt}.${number}`).digest('hex') === hash)
      return `${salt}.${number}.${signature}`;
  }
  throw new Error('the challenge has no solution');
}
