import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, type Outcome, success } from '#base/failure.ts';
import { readOwnProfile } from '#features/accounts/service/profile.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Caller, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type changePreferences,
  type confirmSubscription,
  newsletterMessages,
  type readPreferences,
  type savePreferences,
  type subscribe,
  type unsubscribe,
  type unsubscribeByLink,
} from '../contract/newsletter.ts';
import { deleteLinks } from '../store/links.ts';
import { deleteSubscriber, insertSubscriber, updatePreferences } from '../store/subscribers.ts';
import { holderOf, letterToken } from './links.ts';
import type { LinkRequest } from './mailing.ts';

type Nothing = Record<string, never>;
type Done = DataOf<typeof unsubscribe>;

/** Asks an address to confirm a subscription. The work before the answer is the same for every address. */
export async function askToSubscribe(
  context: Context,
  { email, preferences }: ParsedInputOf<typeof subscribe>,
  caller: Caller<undefined>,
): Promise<Outcome<Nothing>> {
  const tooMany = await mailLink(context, caller, { request: 'subscribe', email, preferences });
  return tooMany ?? success({}, newsletterMessages.thanks);
}

export async function confirmByLink(
  context: Context,
  { token }: ParsedInputOf<typeof confirmSubscription>,
): Promise<Outcome<Nothing>> {
  const { db, signer } = context;
  return db.transaction().execute(async (transaction) => {
    const holder = await holderOf(context, transaction, token, ['confirm']);
    if (holder?.email === undefined || holder.preferences === undefined) return linkIsDead();
    const { email, preferences } = holder;
    await insertSubscriber(transaction, { email, preferences, token: letterToken(signer, email) });
    return success({}, newsletterMessages.confirmed);
  });
}

/** Ends the caller's own subscription; any other address is only mailed a link. */
export async function leave(
  context: Context,
  { email }: ParsedInputOf<typeof unsubscribe>,
  caller: Caller,
): Promise<Outcome<Done>> {
  if (await isOwnAddress(context, caller.account, email)) {
    await endSubscription(context, email);
    return success({ done: true }, newsletterMessages.left);
  }
  const tooMany = await mailLink(context, caller, { request: 'unsubscribe', email });
  return tooMany ?? success({ done: false }, newsletterMessages.asked);
}

export async function leaveByLink(
  context: Context,
  { token }: ParsedInputOf<typeof unsubscribeByLink>,
): Promise<Outcome<Nothing>> {
  const holder = await holderOf(context, context.db, token, ['unsubscribe', 'preferences']);
  if (holder === undefined) return linkIsDead();
  if (holder.email !== undefined) await endSubscription(context, holder.email);
  return success({}, newsletterMessages.left);
}

/** Changes the caller's own preferences; any other address is only mailed a link. */
export async function choosePreferences(
  context: Context,
  { email, preferences }: ParsedInputOf<typeof changePreferences>,
  caller: Caller,
): Promise<Outcome<Done>> {
  if (await isOwnAddress(context, caller.account, email)) {
    const isSubscribed = await updatePreferences(context.db, email, preferences);
    return isSubscribed
      ? success({ done: true }, newsletterMessages.saved)
      : failure('not-found', newsletterMessages.notSubscribed);
  }
  const tooMany = await mailLink(context, caller, { request: 'preferences', email, preferences });
  return tooMany ?? success({ done: false }, newsletterMessages.asked);
}

export async function preferencesByLink(
  context: Context,
  { token }: ParsedInputOf<typeof readPreferences>,
): Promise<Outcome<DataOf<typeof readPreferences>>> {
  const holder = await holderOf(context, context.db, token, ['preferences']);
  if (holder?.preferences === undefined) return linkIsDead();
  return success({ preferences: holder.preferences, asked: holder.hasAsked });
}

export async function choosePreferencesByLink(
  context: Context,
  { token, preferences }: ParsedInputOf<typeof savePreferences>,
): Promise<Outcome<Nothing>> {
  const { db } = context;
  const holder = await holderOf(context, db, token, ['preferences']);
  if (holder?.email === undefined) return linkIsDead();
  const isSubscribed = await updatePreferences(db, holder.email, preferences);
  return isSubscribed ? success({}, newsletterMessages.saved) : linkIsDead();
}

function linkIsDead(): Failure {
  return failure('gone', newsletterMessages.linkDead);
}

/** A job decides whom to mail, and what, after the answer: neither the answer nor its time reveals a subscription. */
async function mailLink(
  { db, strangerQuota }: Context,
  caller: Caller,
  request: LinkRequest,
): Promise<Failure | undefined> {
  const admitted = await strangerQuota.take('newsletter', caller);
  if (!admitted.ok) return admitted;
  await admitted.data.enqueue(db, 'mail-newsletter-link', request);
  return undefined;
}

async function isOwnAddress(
  context: Context,
  account: SignedIn | undefined,
  email: string,
): Promise<boolean> {
  if (!account?.isVerified) return false;
  const own = await readOwnProfile(context, {}, { account });
  return own.ok && own.data.email_verified === 1 && own.data.email.toLowerCase() === email.toLowerCase();
}

/** Deletes confirmation links too: an old mail must not renew a subscription that was ended. */
async function endSubscription({ db }: Context, email: string): Promise<void> {
  await db.transaction().execute(async (transaction: Connection) => {
    await deleteLinks(transaction, email, 'confirm');
    await deleteSubscriber(transaction, email);
  });
}
