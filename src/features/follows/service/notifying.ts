import { isolated } from '#base/direction.ts';
import { DAY_MILLISECONDS } from '#base/durations.ts';
import { plural } from '#base/text.ts';
import { notifyBrowsers } from '#features/push/service/notifying.ts';
import type { Notice } from '#features/push/service/send.ts';
import { forEachId } from '#platform/jobs/for-each-id.ts';
import type { Context } from '#platform/runtime/context.ts';
import { urls } from '#urls.ts';
import { mailedUntil } from '../rules.ts';
import { accountsToNotify, changedStoryIds, runMailedUntil, setRunMailedUntil } from '../store/mails.ts';
import { unreadNews } from '../store/news.ts';
import { ensureSettings } from '../store/reads.ts';
import { nameNews } from './mailing.ts';
import { newsScope } from './news.ts';

export const FOLLOW_NOTIFY_JOB = 'notify-followers';

/** The number of stories that a notification with titles names. */
const MAX_STORIES_NAMED = 4;

type Notifier = Pick<Context, 'db' | 'jobs' | 'log'>;

/**
 * Notifies the browsers of readers of what is new in everything that they follow. After an outage only the news of the last
 * day counts. A run that was interrupted begins again: a browser replaces a notification by the next one. An account that fails
 * gets none: another run would notify all others once more.
 */
export async function notifyFollowers(context: Notifier, now: Date): Promise<void> {
  const { db, log } = context;
  const until = mailedUntil('now', now);
  const oldest = new Date(until.getTime() - DAY_MILLISECONDS);
  const last = (await runMailedUntil(db, 'browser')) ?? until;
  const since = last > oldest ? last : oldest;
  if (since < until) {
    const storyIds = await changedStoryIds(db, since);
    await forEachId(
      log,
      async (batch) => (storyIds.length > 0 ? accountsToNotify(db, storyIds, batch) : []),
      (accountId) => notifyAccount(context, accountId, { since, until, storyIds }),
    );
  }
  await setRunMailedUntil(db, 'browser', until);
}

async function notifyAccount(
  context: Notifier,
  accountId: number,
  { since, until, storyIds }: { since: Date; until: Date; storyIds: readonly number[] },
): Promise<void> {
  const { db } = context;
  const scope = await newsScope(db, accountId, storyIds);
  const { stories } = await unreadNews(db, scope, { offset: 0, limit: MAX_STORIES_NAMED, since, until });
  if (stories.length === 0) return;
  const { titles_chosen_at } = await ensureSettings(db, accountId);
  const named = titles_chosen_at === null ? [] : await nameNews(db, stories);
  const notice: Notice = {
    title: 'Something new',
    body: named
      .map(
        ({ title, author, unread }) =>
          `${isolated(title)}, by ${isolated(author)}: ${plural(unread, 'new chapter')}`,
      )
      .join('\n'),
    path: urls.updates(),
  };
  await db.transaction().execute((transaction) => notifyBrowsers(context, transaction, accountId, notice));
}
