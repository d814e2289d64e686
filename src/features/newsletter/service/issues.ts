import type { DataOf } from '#base/contract.ts';
import { DAY_MILLISECONDS } from '#base/durations.ts';
import { type Outcome, success } from '#base/failure.ts';
import { accountOfVerifiedAddress } from '#features/accounts/service/account-status.ts';
import { hiddenSetFor } from '#features/hidden/service.ts';
import { withoutHidden } from '#features/stories/service/list-view.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import { isDatabaseUnavailable } from '#platform/database/database.ts';
import type { Mail } from '#platform/mail/outbox.ts';
import type { Context } from '#platform/runtime/context.ts';
import { ALL_NEWS } from '../contract/newsletter.ts';
import type { previewNewsletter } from '../contract/preview.ts';
import { newsletterMail } from '../mail/newsletter-mail.ts';
import { type News, type NewsStory, sectionsFor, withoutStories } from '../rules.ts';
import {
  claimStalledIssues,
  finishIssue,
  type Issue,
  insertDelivery,
  insertIssue,
  issueById,
  latestIssue,
  recordProgress,
  type StoryIds,
  storyIdsOf,
  subscribersWithoutDelivery,
  unfinishedIssue,
} from '../store/issues.ts';
import {
  featuredStories,
  newsStories,
  publishedStories,
  publishedStoryIds,
  trendingStories,
} from '../store/news.ts';
import { lockSubscriber, type Subscriber } from '../store/subscribers.ts';
import { currentToken } from './links.ts';

const WEEK_DAYS = 7;
/** News is at most this old, even after an outage. */
const MAX_NEWS_AGE_DAYS = 14;
/** An issue older than this is not sent any more. */
const MAX_ISSUE_AGE_DAYS = 6;
const MAX_NEW_STORIES = 10;
const MAX_FEATURED_AUTHORS = 5;
const MAX_BEST_STORIES = 5;
const SUBSCRIBER_BATCH_SIZE = 200;
const MAX_IDLE_MINUTES = 5;

interface Selection {
  since: Date;
  stories: StoryIds;
  newStoryCount: number;
  isBestNew: boolean;
}

/** Selects the news since the latest issue, or of the last week when there is no issue. */
async function selectNews(connection: Connection, until: Date): Promise<Selection> {
  const latest = await latestIssue(connection);
  const daysBefore = (days: number) => until.getTime() - days * DAY_MILLISECONDS;
  const since = new Date(
    Math.max(latest?.until.getTime() ?? daysBefore(WEEK_DAYS), daysBefore(MAX_NEWS_AGE_DAYS)),
  );
  const period = { since, until };
  const published = await publishedStories(connection, { ...period, limit: MAX_NEW_STORIES });
  const featured = await featuredStories(connection, { ...period, limit: MAX_FEATURED_AUTHORS });
  const best = await trendingStories(connection, MAX_BEST_STORIES);
  const previousBest = latest === undefined ? [] : (await storyIdsOf(connection, latest.id)).best;
  return {
    since,
    stories: { new: published.ids, featured, best },
    newStoryCount: published.count,
    isBestNew: best.some((id) => !previousBest.includes(id)),
  };
}

/** Creates the issue of a week, once, and enqueues its sending. */
export async function composeIssue({ db, jobs }: Pick<Context, 'db' | 'jobs'>, at: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const selection = await selectNews(transaction, at);
    // Another run for the same time has covered this news already.
    if (selection.since >= at) return;
    const issueId = await insertIssue(transaction, { until: at, ...selection });
    if (issueId !== undefined) await enqueueSending({ jobs }, transaction, issueId);
  });
}

async function enqueueSending({ jobs }: Pick<Context, 'jobs'>, connection: Connection, issueId: number) {
  await jobs.enqueue(connection, 'send-newsletter', { issueId }, { jobKey: `newsletter issue ${issueId}` });
}

/** Resumes issues that no worker is sending: the queue itself would retry such a job only after hours. */
export async function resumeIssues({ db, jobs }: Pick<Context, 'db' | 'jobs'>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const issueId of await claimStalledIssues(transaction, MAX_IDLE_MINUTES))
      await enqueueSending({ jobs }, transaction, issueId);
  });
}

async function loadNews(
  connection: Connection,
  { since, until, stories, isBestNew }: Omit<Issue, 'id'> & { stories: StoryIds },
): Promise<News> {
  const storyById = await newsStories(connection, Object.values(stories).flat());
  const storiesOf = (ids: number[]): NewsStory[] =>
    ids.map((id) => storyById.get(id)).filter((story) => story !== undefined);
  const listed = await publishedStoryIds(connection, { since, until });
  return {
    newStories: storiesOf(stories.new),
    furtherIds: listed.filter((id) => !stories.new.includes(id)),
    featured: storiesOf(stories.featured),
    best: storiesOf(stories.best),
    isBestNew,
  };
}

/**
 * Sends an issue to every subscriber who has not received it. It can stop anywhere and restart, even in two workers at
 * once: each delivery is recorded in the transaction of its mail, and can be recorded only once.
 */
export async function sendIssue(context: Context, issueId: number): Promise<void> {
  const { db, log } = context;
  const issue = await unfinishedIssue(db, issueId, MAX_ISSUE_AGE_DAYS);
  if (issue === undefined) return finishIssue(db, issueId);
  const news = await loadNews(db, { ...issue, stories: await storyIdsOf(db, issueId) });
  let afterId = 0;
  let failures = 0;
  for (;;) {
    const ids = await subscribersWithoutDelivery(db, issue, afterId, SUBSCRIBER_BATCH_SIZE);
    for (const subscriberId of ids) {
      try {
        await postNewsletter(context, issue, news, subscriberId);
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        // A mail that fails must not stop those after it.
        log.error({ err: error, issueId, subscriberId }, 'a newsletter mail could not be posted');
        failures++;
      }
    }
    const lastId = ids.at(-1);
    if (lastId === undefined) break;
    afterId = lastId;
    await recordProgress(db, issueId);
  }
  if (failures > 0) throw new Error(`${failures} newsletter mails could not be posted; trying again later`);
  await finishIssue(db, issueId);
}

async function postNewsletter(
  context: Context,
  issue: Issue,
  news: News,
  subscriberId: number,
): Promise<void> {
  await context.db.transaction().execute(async (transaction) => {
    const subscriber = await lockSubscriber(transaction, subscriberId);
    if (subscriber === undefined) return;
    const letter = await letterTo(context, transaction, subscriber, news);
    if (letter === undefined) return;
    if (!(await insertDelivery(transaction, issue.id, subscriberId))) return;
    const madeFrom = { issueId: issue.id, subscriberId };
    await context.outbox.post(transaction, subscriber.email, () => ({ ...letter, madeFrom }));
  });
}

/** The letter of a locked subscriber; undefined when it would hold nothing new. */
async function letterTo(
  { publicUrl, signer }: Context,
  transaction: OpenTransaction,
  subscriber: Subscriber,
  news: News,
): Promise<Omit<Mail, 'to'> | undefined> {
  const shown = await newsFor(transaction, news, subscriber.email);
  const sections = sectionsFor(shown, subscriber.preferences);
  if (sections.length === 0) return undefined;
  const token = await currentToken(transaction, signer, subscriber);
  return newsletterMail(publicUrl, { sections, furtherCount: shown.furtherIds.length, token });
}

/** A letter that waited as it is to go out now: without stories that have left the lists or are hidden since. */
export function renewLetter(
  context: Context,
  { issueId, subscriberId }: { issueId: number; subscriberId: number },
): Promise<Omit<Mail, 'to'> | undefined> {
  return context.db.transaction().execute(async (transaction) => {
    const subscriber = await lockSubscriber(transaction, subscriberId);
    const issue = await issueById(transaction, issueId);
    if (subscriber === undefined || issue === undefined) return undefined;
    const stories = await storyIdsOf(transaction, issueId);
    return letterTo(context, transaction, subscriber, await loadNews(transaction, { ...issue, stories }));
  });
}

/** The news without what the member with this address hides. */
async function newsFor(connection: Connection, news: News, email: string): Promise<News> {
  const account = await accountOfVerifiedAddress(connection, email);
  if (account === undefined) return news;
  const hidden = await hiddenSetFor(connection, { hidden: '', show_hidden: 'false' }, account);
  const named = [...news.newStories, ...news.featured, ...news.best].map(({ id }) => id);
  const ids = [...new Set([...named, ...news.furtherIds])];
  const shown = new Set((await withoutHidden(connection, ids, hidden)).ids);
  return withoutStories(news, new Set(ids.filter((id) => !shown.has(id))));
}

/** The newsletter as it would be sent now. */
export async function previewNextIssue({
  db,
  publicUrl,
}: Context): Promise<Outcome<DataOf<typeof previewNewsletter>>> {
  const until = new Date();
  const news = await loadNews(db, { until, ...(await selectNews(db, until)) });
  const sections = sectionsFor(news, ALL_NEWS);
  const { subject, text, html } = newsletterMail(publicUrl, {
    sections,
    furtherCount: news.furtherIds.length,
  });
  return success({ subject, text, html, has_news: sections.length > 0 });
}
