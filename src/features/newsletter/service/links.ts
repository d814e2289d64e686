import { timingSafeEqual } from 'node:crypto';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { Signer } from '#platform/security/secret.ts';
import { hashOfToken } from '#platform/security/token.ts';
import type { Preferences } from '../contract/newsletter.ts';
import { type LinkPurpose, linkByToken } from '../store/links.ts';
import { type Subscriber, subscriberByToken, updateToken } from '../store/subscribers.ts';

const TOKEN_HALF_BYTES = 24;

/**
 * The token at the foot of every newsletter to an address: a keyed hash of the address, which reveals nothing and can't be
 * guessed. All newsletters carry the same token, so one from years ago still ends a later subscription. Its second
 * half proves that the token is ours even after the address has been deleted.
 */
export function subscriberToken(signer: Signer, email: string): string {
  const name = signer.sign('newsletter address', email.toLowerCase()).subarray(0, TOKEN_HALF_BYTES);
  return Buffer.concat([name, proofOf(signer, name)]).toString('base64url');
}

/** The token of a locked subscriber, stored anew if SECRET was rotated. */
export async function currentToken(
  transaction: OpenTransaction,
  signer: Signer,
  { id, email, tokenHash }: Subscriber,
): Promise<string> {
  const token = subscriberToken(signer, email);
  if (!hashOfToken(token).equals(tokenHash)) await updateToken(transaction, id, token);
  return token;
}

function proofOf(signer: Signer, name: Buffer): Buffer {
  return signer.sign('newsletter token', name.toString('base64url')).subarray(0, TOKEN_HALF_BYTES);
}

function isSubscriberToken(signer: Signer, token: string): boolean {
  const bytes = Buffer.from(token, 'base64url');
  // A token truncated or extended in transit is invalid, even if it decodes to the same bytes.
  if (bytes.length !== 2 * TOKEN_HALF_BYTES || bytes.toString('base64url') !== token) return false;
  return timingSafeEqual(
    proofOf(signer, bytes.subarray(0, TOKEN_HALF_BYTES)),
    bytes.subarray(TOKEN_HALF_BYTES),
  );
}

export interface LinkHolder {
  /** The address that the link was mailed to; unknown for a newsletter's link whose address has unsubscribed. */
  email: string | undefined;
  /** The subscriber's preferences, or those they requested and have not saved yet. */
  preferences?: Preferences;
  isRequested: boolean;
}

/** The holder of a mailed link, either a requested one or that of a newsletter; undefined for an unknown token. */
export async function findLinkHolder(
  { signer }: Pick<Context, 'signer'>,
  connection: Connection,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<LinkHolder | undefined> {
  const link = await linkByToken(connection, token, purposes);
  if (link !== undefined) return { email: link.email, preferences: link.preferences, isRequested: true };
  const subscriber = await subscriberByToken(connection, token);
  if (subscriber !== undefined)
    return { email: subscriber.email, preferences: subscriber.preferences, isRequested: false };
  return isSubscriberToken(signer, token) ? { email: undefined, isRequested: false } : undefined;
}
