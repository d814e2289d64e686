import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Batch } from '#platform/jobs/for-each-id.ts';
import type { MailFrequency } from '../rules.ts';

type Run = MailFrequency | 'browser';

/** The number of changed stories that one run looks through, the latest ones. */
const MAX_CHANGED_STORIES = 10_000;

/** The time until which mail of this frequency, or notifications, have gone out; undefined before the first run. */
export async function runMailedUntil(connection: Connection, mail: Run): Promise<Date | undefined> {
  const row = await connection
    .selectFrom('follow_mail_runs')
    .select('mailed_until')
    .where('mail', '=', mail)
    .executeTakeFirst();
  return row?.mailed_until;
}

export async function setRunMailedUntil(connection: Connection, mail: Run, until: Date): Promise<void> {
  await sql`insert into follow_mail_runs as runs (mail, mailed_until) values (${mail}, ${until})
    on conflict (mail) do update set mailed_until = greatest(runs.mailed_until, excluded.mailed_until)`.execute(
    connection,
  );
}

/** The stories in which something may be new since a time: changed, listed, back, with a late chapter, put on a list or into a series. */
export async function changedStoryIds(connection: Connection, since: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select id from stories where updated_at > ${since}
      union select id from stories where published_at > ${since}
      union select id from stories where listed_again_at > ${since}
      union select story_id from chapters where late_at > ${since}
      union select story_id from shelf_stories where added_at > ${since}
      union select story_id from series_stories where added_at > ${since}
    ) as changed order by id desc limit ${MAX_CHANGED_STORIES}`.execute(connection);
  return rows.map((row) => row.id);
}

/**
 * The next accounts with a follow of this frequency that may bring one of these stories. Those with a filter are asked in
 * any case.
 */
export function accountsToMail(
  connection: Connection,
  mail: MailFrequency,
  storyIds: readonly number[],
  batch: Batch,
): Promise<number[]> {
  return concernedAccounts(connection, sql`mail = ${mail}`, storyIds, batch);
}

/** The same for accounts that have notifications on in some browser, whatever mail they want. */
export function accountsToNotify(
  connection: Connection,
  storyIds: readonly number[],
  batch: Batch,
): Promise<number[]> {
  const hasBrowser = sql`account_id in (select push_browsers.account_id from push_browsers)`;
  return concernedAccounts(connection, hasBrowser, storyIds, batch);
}

async function concernedAccounts(
  connection: Connection,
  isWanted: RawBuilder<unknown>,
  storyIds: readonly number[],
  { afterId, limit }: Batch,
): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    with changed as materialized (select id, author_id from stories where id = any (${storyIds}::bigint[])),
    concerned as (
      select account_id from follows where ${isWanted} and query is not null
      union select account_id from follows where ${isWanted} and story_id in (select id from changed)
      union select account_id from follows where ${isWanted} and author_id in (select author_id from changed)
      union select account_id from follows where ${isWanted} and series_id in (
        select series_id from series_stories where story_id in (select id from changed))
      union select account_id from follows where ${isWanted} and list_id in (
        select shelf_id from shelf_stories where story_id in (select id from changed))
      union select account_id from follows where ${isWanted} and tag_id in (
        select named.id from story_tags join tags as named on coalesce(named.canonical_id, named.id) = story_tags.tag_id
        where story_tags.story_id in (select id from changed))
    )
    select account_id from concerned where account_id > ${afterId} order by account_id limit ${limit}`.execute(
    connection,
  );
  return rows.map((row) => row.account_id);
}

/** Notes that the news of all follows of an account with this frequency has been mailed until a time. */
export async function setMailedUntil(
  connection: Connection,
  accountId: number,
  mail: MailFrequency,
  until: Date,
): Promise<void> {
  await sql`update follows set mailed_until = ${until}
    where account_id = ${accountId} and mail = ${mail} and mailed_until < ${until}`.execute(connection);
}

/** The key in the mails of a follow. */
export async function mailKeyOf(connection: Connection, followId: number): Promise<string | undefined> {
  const row = await connection
    .selectFrom('follows')
    .select('mail_key')
    .where('id', '=', followId)
    .executeTakeFirst();
  return row?.mail_key;
}

/** Stops the mails of the follow, or of all follows of the account, with this key. */
export async function stopMailsOf(connection: Connection, mailKey: string): Promise<void> {
  await sql`update follows set mail = 'none' where mail <> 'none' and (mail_key = ${mailKey}::uuid
    or account_id = (select account_id from follow_settings where mail_key = ${mailKey}::uuid))`.execute(
    connection,
  );
}

export interface MailedStory {
  id: number;
  title: string;
  slug: string;
  author: string;
}

/** Titles and authors of these stories. */
export async function titlesOf(connection: Connection, storyIds: readonly number[]): Promise<MailedStory[]> {
  const { rows } = await sql<MailedStory>`
    select stories.id, title, slug, coalesce(nullif(display_name, ''), username) as author
    from stories join pen_names on pen_names.id = stories.author_id
    where stories.id = any (${storyIds}::bigint[])`.execute(connection);
  return rows;
}
