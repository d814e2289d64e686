import { timingSafeEqual } from 'node:crypto';
import type { Connection } from '#platform/database/database.ts';
import type { Services } from '#platform/runtime/services.ts';
import type { Signer } from '#platform/security/secret.ts';
import type { Preferences } from '../contract/newsletter.ts';
import { type LinkPurpose, linkByToken } from '../store/links.ts';
import { subscriberByToken } from '../store/subscribers.ts';

const HALF_BYTES = 24;

/**
 * The token at the foot of every letter to an address. It follows from the address by a keyed hash, so it says
 * nothing and can't be guessed, and it is the same in all letters: one of years ago still ends a subscription that
 * was begun anew since. Its second half proves that it is one of ours when nothing is kept of the address any more.
 */
export function letterToken(signer: Signer, email: string): string {
  const name = signer.sign('newsletter address', email.toLowerCase()).subarray(0, HALF_BYTES);
  return Buffer.concat([name, proofOf(signer, name)]).toString('base64url');
}

function proofOf(signer: Signer, name: Buffer): Buffer {
  return signer.sign('newsletter token', name.toString('base64url')).subarray(0, HALF_BYTES);
}

function isLetterToken(signer: Signer, token: string): boolean {
  const bytes = Buffer.from(token, 'base64url');
  // One that was cut or added to on its way is none, although it may read as the same bytes.
  if (bytes.length !== 2 * HALF_BYTES || bytes.toString('base64url') !== token) return false;
  return timingSafeEqual(proofOf(signer, bytes.subarray(0, HALF_BYTES)), bytes.subarray(HALF_BYTES));
}

export interface LinkHolder {
  /** Whose address it was mailed to; unknown when it was a letter's and its address has left since. */
  email: string | undefined;
  /** What they receive, or what they asked to receive and have not saved yet. */
  preferences?: Preferences;
  hasAsked: boolean;
}

/** Who holds a mailed link: one they asked for, or that of a letter. Nobody when it is none of ours. */
export async function holderOf(
  { signer }: Pick<Services, 'signer'>,
  connection: Connection,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<LinkHolder | undefined> {
  const link = await linkByToken(connection, token, purposes);
  if (link !== undefined) return { email: link.email, preferences: link.asked, hasAsked: true };
  const subscriber = await subscriberByToken(connection, token);
  if (subscriber !== undefined)
    return { email: subscriber.email, preferences: subscriber.preferences, hasAsked: false };
  return isLetterToken(signer, token) ? { email: undefined, hasAsked: false } : undefined;
}
