import { DAY_MILLISECONDS } from '#base/durations.ts';
import type { Mail } from '#platform/mail/outbox.ts';
import type { Context } from '#platform/runtime/context.ts';
import { newToken } from '#platform/security/token.ts';
import type { Preferences } from '../contract/newsletter.ts';
import {
  alreadySubscribedMail,
  choiceMail,
  confirmMail,
  preferencesMail,
  unsubscribeMail,
} from '../mail/link-mails.ts';
import { buildPreferences } from '../rules.ts';
import { deleteOldDeliveries } from '../store/issues.ts';
import { deleteExpiredLinks, insertLink, type LinkPurpose } from '../store/links.ts';
import { lockSubscriber, subscriberByEmail } from '../store/subscribers.ts';
import { currentToken } from './links.ts';

export type LinkRequest =
  | { request: 'subscribe'; email: string; preferences: Preferences }
  | { request: 'preferences'; email: string; preferences: Preferences }
  | { request: 'choice'; email: string }
  | { request: 'unsubscribe'; email: string };

const LINK_VALID_DAYS = 7;

const NO_NEWS = buildPreferences(() => false);

/**
 * Answers a request that carries a bare address with a mail to that address. A request to subscribe always gets a mail;
 * the other requests get one only when the address is subscribed.
 */
export async function mailRequestedLink(context: Context, request: LinkRequest): Promise<void> {
  const subscriber = await subscriberByEmail(context.db, request.email);
  // The mail goes to the address as the subscriber wrote it; the request may differ in case.
  const email = subscriber?.email ?? request.email;
  if (request.request === 'subscribe' && subscriber === undefined) {
    await mailLink(context, { purpose: 'confirm', email, preferences: request.preferences }, confirmMail);
  } else if (subscriber !== undefined && request.request === 'subscribe') {
    await mailLetterLink(context, subscriber.id, alreadySubscribedMail);
  } else if (subscriber !== undefined && request.request === 'choice') {
    await mailLetterLink(context, subscriber.id, choiceMail);
  } else if (subscriber !== undefined && request.request === 'preferences') {
    await mailLink(
      context,
      { purpose: 'preferences', email, preferences: request.preferences },
      preferencesMail,
    );
  } else if (subscriber !== undefined) {
    await mailLink(context, { purpose: 'unsubscribe', email, preferences: NO_NEWS }, unsubscribeMail);
  }
}

async function mailLink(
  { db, outbox, publicUrl }: Context,
  link: { purpose: LinkPurpose; email: string; preferences: Preferences },
  mail: (site: string, link: { token: string; days: number }) => Omit<Mail, 'to'>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const token = newToken();
    let expiresAt = new Date();
    const { isDropped } = await outbox.post(transaction, link.email, (sentAt) => {
      expiresAt = new Date(sentAt.getTime() + LINK_VALID_DAYS * DAY_MILLISECONDS);
      return mail(publicUrl, { token, days: LINK_VALID_DAYS });
    });
    if (!isDropped) await insertLink(transaction, { ...link, token, expiresAt });
  });
}

/** Mails the link of every letter, which shows the present choice. */
async function mailLetterLink(
  { db, outbox, publicUrl, signer }: Context,
  subscriberId: number,
  mail: (site: string, token: string) => Omit<Mail, 'to'>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const subscriber = await lockSubscriber(transaction, subscriberId);
    if (subscriber === undefined) return;
    const token = await currentToken(transaction, signer, subscriber);
    await outbox.post(transaction, subscriber.email, () => mail(publicUrl, token));
  });
}

export async function deleteExpiredRows({ db }: Pick<Context, 'db'>): Promise<void> {
  await deleteExpiredLinks(db);
  await deleteOldDeliveries(db);
}
