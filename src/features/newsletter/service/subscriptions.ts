import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, type NoData, type Outcome, success } from '#base/failure.ts';
import { readOwnProfile } from '#features/accounts/service/profile.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { Caller, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { urls } from '#urls.ts';
import {
  type changePreferences,
  type confirmSubscription,
  NEWS_KINDS,
  newsletterMessages,
  type readPreferences,
  type requestPreferences,
  type savePreferences,
  type subscribe,
  type unsubscribe,
  type unsubscribeByLink,
} from '../contract/newsletter.ts';
import { deleteLinks, updateLink } from '../store/links.ts';
import {
  deleteSubscriber,
  insertSubscriber,
  subscriberByEmail,
  updatePreferences,
} from '../store/subscribers.ts';
import { findLinkHolder, subscriberToken } from './links.ts';
import type { LinkRequest } from './mailing.ts';

type Done = DataOf<typeof unsubscribe>;

/** Asks an address to confirm a subscription. The work before the answer is the same for every address. */
export async function requestSubscription(
  context: Context,
  { email, preferences }: ParsedInputOf<typeof subscribe>,
  caller: Caller<undefined>,
): Promise<Outcome<NoData>> {
  const refusal = await enqueueLinkMail(context, caller, { request: 'subscribe', email, preferences });
  return refusal ?? success({}, newsletterMessages.thanks);
}

export async function confirmSubscriptionByLink(
  context: Context,
  { token }: ParsedInputOf<typeof confirmSubscription>,
): Promise<Outcome<NoData>> {
  const { db, signer } = context;
  return db.transaction().execute(async (transaction) => {
    const holder = await findLinkHolder(context, transaction, token, ['confirm']);
    if (holder?.email === undefined || holder.preferences === undefined) return expiredLink();
    const { email, preferences } = holder;
    await insertSubscriber(transaction, { email, preferences, token: subscriberToken(signer, email) });
    return success({}, newsletterMessages.confirmed);
  });
}

/** Ends the caller's own subscription; any other address is only mailed a link. */
export async function unsubscribeOwn(
  context: Context,
  { email }: ParsedInputOf<typeof unsubscribe>,
  caller: Caller,
): Promise<Outcome<Done>> {
  if (await isOwnAddress(context, caller.account, email)) {
    await endSubscription(context, email);
    return success({ done: true }, newsletterMessages.unsubscribed);
  }
  const refusal = await enqueueLinkMail(context, caller, { request: 'unsubscribe', email });
  return refusal ?? success({ done: false }, newsletterMessages.linkSent);
}

export async function endSubscriptionByLink(
  context: Context,
  { token }: ParsedInputOf<typeof unsubscribeByLink>,
): Promise<Outcome<NoData>> {
  const holder = await findLinkHolder(context, context.db, token, ['unsubscribe', 'preferences']);
  if (holder === undefined) return expiredLink();
  if (holder.email !== undefined) await endSubscription(context, holder.email);
  return success({}, newsletterMessages.unsubscribed);
}

/** Shows nobody but the owner of the address what it receives. */
export async function requestPreferencesLink(
  context: Context,
  { email }: ParsedInputOf<typeof requestPreferences>,
  caller: Caller<undefined>,
): Promise<Outcome<NoData>> {
  const refusal = await enqueueLinkMail(context, caller, { request: 'choice', email });
  return refusal ?? success({}, newsletterMessages.choiceLinkSent);
}

/** Changes the caller's own preferences; any other address is only mailed a link. */
export async function changeOwnPreferences(
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
  const refusal = await enqueueLinkMail(context, caller, { request: 'preferences', email, preferences });
  return refusal ?? success({ done: false }, newsletterMessages.linkSent);
}

export async function readPreferencesByLink(
  context: Context,
  { token }: ParsedInputOf<typeof readPreferences>,
): Promise<Outcome<DataOf<typeof readPreferences>>> {
  const holder = await findLinkHolder(context, context.db, token, ['preferences']);
  if (holder?.preferences === undefined) return expiredLink();
  const { email = '', preferences } = holder;
  const stored = holder.isRequested ? await subscriberByEmail(context.db, email) : undefined;
  const isStored = NEWS_KINDS.every((kind) => stored?.preferences[kind] === preferences[kind]);
  return success({ preferences, asked: holder.isRequested && !isStored });
}

export async function changePreferencesByLink(
  context: Context,
  { token, preferences }: ParsedInputOf<typeof savePreferences>,
): Promise<Outcome<NoData>> {
  const { db } = context;
  const holder = await findLinkHolder(context, db, token, ['preferences']);
  if (holder?.email === undefined) return expiredLink();
  const { email } = holder;
  return db.transaction().execute(async (transaction) => {
    const isSubscribed = await updatePreferences(transaction, email, preferences);
    // The link shows what was saved, not what was asked for before.
    await updateLink(transaction, token, preferences);
    return isSubscribed ? success({}, newsletterMessages.saved) : expiredLink();
  });
}

function expiredLink(): Failure {
  return failure('gone', newsletterMessages.linkExpired);
}

/** A job decides whom to mail, and what, after the answer: neither the answer nor its time reveals a subscription. */
async function enqueueLinkMail(
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

/** Deletes confirmation links too: an old mail must not renew a subscription that was ended. A letter that waits is not sent. */
async function endSubscription({ db, outbox, publicUrl, signer }: Context, email: string): Promise<void> {
  const oneClickUrl = publicUrl + urls.newsletterUnsubscribe(subscriberToken(signer, email));
  await db.transaction().execute(async (transaction: OpenTransaction) => {
    await deleteLinks(transaction, email, 'confirm');
    await deleteSubscriber(transaction, email);
    await outbox.withdraw(transaction, oneClickUrl);
  });
}
