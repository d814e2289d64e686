import { timingSafeEqual } from 'node:crypto';
import { cookieValue } from '#base/cookies.ts';
import { DAY_MILLISECONDS } from '#base/durations.ts';
import type { Signer } from '#platform/security/secret.ts';

/**
 * The proof that an adult uses a browser: the day on which it ends, signed. It is the same for everyone who was checked
 * in the same week, so it leads to nobody.
 */
export const PROOF_COOKIE = '__Host-adult';

const LEAST_DAYS = 30;
/** 1 January 1970 was a Thursday: whole weeks since this Monday end on Mondays. */
const A_MONDAY = Date.UTC(1970, 0, 5);
const WEEK_MILLISECONDS = 7 * DAY_MILLISECONDS;

export interface AgeProof {
  value: string;
  maxAgeSeconds: number;
}

/** A proof for 30 days, and on to the next Monday. */
export function newProof(signer: Signer, now: Date): AgeProof {
  const least = now.getTime() + LEAST_DAYS * DAY_MILLISECONDS;
  const end = A_MONDAY + Math.ceil((least - A_MONDAY) / WEEK_MILLISECONDS) * WEEK_MILLISECONDS;
  const day = new Date(end).toISOString().slice(0, 10);
  return {
    value: `${day}.${signatureOf(signer, day).toString('base64url')}`,
    maxAgeSeconds: Math.floor((end - now.getTime()) / 1000),
  };
}

/** The last moment of the proof among a browser's cookies; undefined without a valid one. */
export function proofEnd(signer: Signer, cookies: string | undefined, now: Date): Date | undefined {
  const [, day, signature] =
    /^(\d{4}-\d{2}-\d{2})\.([\w-]{43})$/.exec(cookieValue(cookies, PROOF_COOKIE) ?? '') ?? [];
  if (day === undefined || signature === undefined) return undefined;
  const end = new Date(`${day}T00:00:00Z`);
  const isSigned = timingSafeEqual(signatureOf(signer, day), Buffer.from(signature, 'base64url'));
  return isSigned && end > now ? end : undefined;
}

/** Whether a valid proof is among a browser's cookies now. */
export function hasProof(signer: Signer, cookies: string | undefined): boolean {
  return proofEnd(signer, cookies, new Date()) !== undefined;
}

function signatureOf(signer: Signer, day: string): Buffer {
  return signer.sign('adult until', day);
}
