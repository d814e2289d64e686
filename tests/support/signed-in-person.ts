import { findOrCreateAccount } from '#features/accounts/service/imported-accounts.ts';
import { createSession } from '#features/accounts/service/sessions.ts';
import type { Caller, Role, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';

export interface SignedInPerson {
  id: number;
  username: string;
  token: string;
  refreshToken: string;
  /** For `app.inject` and `fetch`. */
  headers: { authorization: string };
  /** For calling a service directly. */
  caller: Caller<SignedIn>;
}

/** A signed-in person, without forms and password hashing: the account of this name, created if it does not exist. */
export async function signedIn(
  context: Context,
  username: string,
  options: { isVerified?: boolean; role?: Role; network?: string } = {},
): Promise<SignedInPerson> {
  const { isVerified = true, role = 'user', network = '192.0.2' } = options;
  const { db } = context;
  const account = await findOrCreateAccount(db, { username });
  if (!account.ok) throw new Error(account.message);
  const { id } = account.data;
  const email_verified_at = isVerified ? new Date() : null;
  await db
    .insertInto('credentials')
    .values({ account_id: id, email: `${username.toLowerCase()}@example.org`, email_verified_at })
    .onConflict((on) => on.column('account_id').doUpdateSet({ email_verified_at }))
    .execute();
  await db.updateTable('accounts').set({ role }).where('id', '=', id).execute();
  const tokens = await db
    .transaction()
    .execute((transaction) => createSession(context, transaction, id, { device: null, network: null }));
  const { id: sessionId } = await db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return {
    ...tokens,
    id,
    username: account.data.username,
    headers: { authorization: `Bearer ${tokens.token}` },
    caller: {
      account: { id, username: account.data.username, role, isVerified, sessionId },
      network,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Test/1.0',
      cookies: {},
    },
  };
}
