/** The mails about what is new: exactly one for each chapter and reader, whatever interrupts the sending. */
import { DAY_MILLISECONDS } from '#base/durations.ts';
import { verifiedAddressOf } from '#features/accounts/service/account-status.ts';
import { lockAccount } from '#features/accounts/service/profile.ts';
import { hiddenSetFor } from '#features/hidden/service.ts';
import type { Connection } from '#platform/database/database.ts';
import { forEachId } from '#platform/jobs/for-each-id.ts';
import type { Mail } from '#platform/mail/outbox.ts';
import type { Context } from '#platform/runtime/context.ts';
import { newsMail } from '../mail/news-mail.ts';
import { MAIL_FREQUENCIES, type MailFrequency, mailedUntil } from '../rules.ts';
import {
  accountsToMail,
  changedStoryIds,
  mailKeyOf,
  runMailedUntil,
  setMailedUntil,
  setRunMailedUntil,
  titlesOf,
} from '../store/mails.ts';
import { foundStoryIds, type NewsToMail, newsToMail, readableChapterIds } from '../store/news.ts';
import { ensureSettings } from '../store/reads.ts';
import { mailToken } from './mail-links.ts';
import { newsScope } from './news.ts';

export const FOLLOW_MAIL_JOB = 'mail-followers';

/** News is at most this old, even after an outage. */
const MAX_NEWS_AGE_DAYS = 14;
/** The number of stories that a mail with titles names. */
const MAX_STORIES_NAMED = 20;

type Sender = Pick<Context, 'db' | 'outbox' | 'publicUrl' | 'signer' | 'log'>;

/** Mails what is due by now; repeated after an interruption, it goes on where it was. */
export async function mailFollowers(context: Sender, now: Date): Promise<void> {
  for (const frequency of MAIL_FREQUENCIES) await mailUntil(context, frequency, mailedUntil(frequency, now));
}

async function mailUntil(context: Sender, frequency: MailFrequency, until: Date): Promise<void> {
  const { db, log } = context;
  const oldest = new Date(until.getTime() - MAX_NEWS_AGE_DAYS * DAY_MILLISECONDS);
  const since = (await runMailedUntil(db, frequency)) ?? oldest;
  if (since >= until) return;
  const storyIds = await changedStoryIds(db, since > oldest ? since : oldest);
  const failures = await forEachId(
    log,
    async (batch) => (storyIds.length > 0 ? accountsToMail(db, frequency, storyIds, batch) : []),
    (accountId) => mailAccount(context, accountId, { frequency, until, storyIds }),
  );
  if (failures > 0) throw new Error(`${failures} mails about news could not be posted; trying again later`);
  await setRunMailedUntil(db, frequency, until);
}

/**
 * Posts one mail with what is new to an account, and notes in the same transaction until when its follows are mailed. The
 * account is locked, so that two workers do not both find the same news.
 */
async function mailAccount(
  context: Sender,
  accountId: number,
  { frequency, until, storyIds }: { frequency: MailFrequency; until: Date; storyIds: readonly number[] },
): Promise<void> {
  await context.db.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, accountId, 'change'))) return;
    const scope = await newsScope(transaction, accountId, storyIds);
    const news = await newsToMail(transaction, scope, { mail: frequency, until });
    await setMailedUntil(transaction, accountId, frequency, until);
    const address = await verifiedAddressOf(transaction, accountId);
    if (news.length === 0 || address === undefined) return;
    const madeFrom = {
      accountId,
      followIds: [...new Set(news.flatMap(({ follow_ids }) => follow_ids))].slice(0, 2),
      news: news.slice(0, MAX_STORIES_NAMED).map(({ follow_ids: _, ...one }) => one),
    };
    const mail = await mailAbout(context, transaction, madeFrom);
    await context.outbox.post(transaction, address, () => ({ ...mail, madeFrom }));
  });
}

interface MailedNews {
  accountId: number;
  /** The follows that brought the news; more than two are as good as two. */
  followIds: number[];
  /** The stories that a mail with titles names. */
  news: (Pick<NewsToMail, 'story_id' | 'unread'> & Partial<Pick<NewsToMail, 'chapter_ids'>>)[];
}

async function mailAbout(
  { publicUrl, signer }: Sender,
  connection: Connection,
  { accountId, followIds, news }: MailedNews,
): Promise<Omit<Mail, 'to'>> {
  const settings = await ensureSettings(connection, accountId);
  const [followId, ...others] = followIds;
  const onlyKey =
    followId === undefined || others.length > 0 ? undefined : await mailKeyOf(connection, followId);
  return newsMail(publicUrl, {
    named: settings.titles_chosen_at === null ? undefined : await nameNews(connection, news),
    allToken: mailToken(signer, settings.mail_key),
    onlyToken: onlyKey === undefined ? undefined : mailToken(signer, onlyKey),
  });
}

/**
 * A mail that waited as it is to go out now: none when its reader would find none of the stories and chapters any more, or
 * hides them.
 */
export function renewNewsMail(context: Sender, mailed: MailedNews): Promise<Omit<Mail, 'to'> | undefined> {
  const { accountId } = mailed;
  return context.db.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, accountId, 'change'))) return undefined;
    const hidden = await hiddenSetFor(transaction, { hidden: '', show_hidden: 'false' }, { id: accountId });
    const ids = mailed.news.map(({ story_id }) => story_id);
    const found = new Set(await foundStoryIds(transaction, { accountId, hidden }, ids));
    const readable = new Set(
      await readableChapterIds(
        transaction,
        mailed.news.flatMap(({ chapter_ids = [] }) => chapter_ids),
      ),
    );
    const news = mailed.news
      .filter(({ story_id }) => found.has(story_id))
      // A mail that an earlier release posted does not say which chapters it counted.
      .map(({ chapter_ids, ...one }) =>
        chapter_ids === undefined
          ? one
          : { ...one, unread: chapter_ids.filter((id) => readable.has(id)).length },
      )
      .filter(({ unread }) => unread > 0);
    return news.length === 0 ? undefined : mailAbout(context, transaction, { ...mailed, news });
  });
}

/** The first stories with news, with titles and authors. */
export async function nameNews(
  connection: Connection,
  news: readonly Pick<NewsToMail, 'story_id' | 'unread'>[],
) {
  const first = news.slice(0, MAX_STORIES_NAMED);
  const stories = await titlesOf(
    connection,
    first.map(({ story_id }) => story_id),
  );
  const storyOf = new Map(stories.map((story) => [story.id, story]));
  return first.flatMap(({ story_id, unread }) => {
    const story = storyOf.get(story_id);
    return story === undefined ? [] : [{ ...story, unread }];
  });
}
