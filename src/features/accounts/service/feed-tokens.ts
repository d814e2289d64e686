import { randomBytes } from 'node:crypto';
import type { Connection } from '#platform/database/database.ts';
import type { SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { hashOfToken } from '#platform/security/token.ts';
import {
  accountOfFeedToken,
  deleteFeedToken,
  storedFeedToken,
  storeFeedToken,
} from '../store/feed-tokens.ts';

const SALT_BYTES = 16;

/** Gives an account a new token for its private feed, and ends the earlier one. */
export async function replaceFeedToken(context: Context, accountId: number): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const token = tokenOf(context, accountId, salt);
  await storeFeedToken(context.db, accountId, { token_hash: hashOfToken(token), salt });
  return token;
}

/** The token of an account's private feed, if it has one that can still be computed. */
export async function feedTokenOf(context: Context, accountId: number): Promise<string | undefined> {
  const stored = await storedFeedToken(context.db, accountId);
  if (stored === undefined) return undefined;
  const token = tokenOf(context, accountId, stored.salt);
  // With another site secret the old address still works, but nothing can show it any more.
  return hashOfToken(token).equals(stored.token_hash) ? token : undefined;
}

/**
 * The reader to whom a token belongs, with a reader's rights alone: not an author's to their drafts, nor a moderator's.
 */
export async function readerOfFeedToken(
  connection: Connection,
  token: string,
): Promise<SignedIn | undefined> {
  const account = await accountOfFeedToken(connection, hashOfToken(token));
  return account && { ...account, role: 'user', isVerified: false, sessionId: 0 };
}

/** The token is computed instead of stored, so that neither the database nor a backup opens a private feed. */
function tokenOf({ signer }: Pick<Context, 'signer'>, accountId: number, salt: Buffer): string {
  return signer.sign('private feed', `${accountId} ${salt.toString('hex')}`).toString('base64url');
}

export { deleteFeedToken };
