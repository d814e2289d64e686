import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Batch } from '#platform/jobs/for-each-id.ts';
import { FOLLOWER_COUNTS } from '../rules.ts';
import { type InboxReader, shownItems, toMail } from './inbox.ts';

/** The next accounts that want mails of this frequency and have had none for this time. */
export async function accountsToMail(
  connection: Connection,
  mail: 'daily' | 'weekly',
  until: Date,
  { afterId, limit }: Batch,
): Promise<number[]> {
  const rows = await connection
    .selectFrom('inbox_settings')
    .select('account_id')
    .where('mail', '=', mail)
    .where('mailed_until', '<', until)
    .where('account_id', '>', afterId)
    .orderBy('account_id')
    .limit(limit)
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** Notes the time until which an account has had its mails; false if that was done, or mails were stopped meanwhile. */
export async function setMailedUntil(
  connection: Connection,
  accountId: number,
  until: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await connection
    .updateTable('inbox_settings')
    .set({ mailed_until: until })
    .where('account_id', '=', accountId)
    .where('mail', '<>', 'none')
    .where('mailed_until', '<', until)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks the items that a mail tells of, and returns the time at which they are marked, the same for all of them. */
export async function setItemsMailed(
  connection: Connection,
  reader: InboxReader,
  until: Date,
): Promise<string> {
  const { rows } = await sql<{ mailed_at: string }>`
    with items as (${shownItems(reader, toMail(until), null)}),
    mailed as (update inbox_items set mailed_at = now() from items where inbox_items.id = items.id)
    select now()::text as mailed_at`.execute(connection);
  return rows[0]?.mailed_at ?? '';
}

/**
 * Tells owners of the numbers of followers that their stories, series, names and lists have reached since they were last
 * told: only the highest, and each once. Their own follows and those of accounts that they block do not count.
 */
export async function tellOfFollowers(connection: Connection): Promise<void> {
  await sql`
    with followed as (
      select follows.account_id, follows.story_id, follows.author_id, follows.series_id, follows.list_id,
        coalesce(named.account_id, shelves.owner_id) as owner_id
      from follows
      left join stories on stories.id = follows.story_id
      left join series on series.id = follows.series_id
      left join shelves on shelves.id = follows.list_id
      left join pen_names as named on named.id = coalesce(follows.author_id, stories.author_id, series.author_id)
      where num_nonnulls(follows.story_id, follows.author_id, follows.series_id, follows.list_id) = 1
    ), reached as (
      select owner_id, story_id, author_id, series_id, list_id, count(*) as followers
      from followed where account_id <> owner_id and not exists (select from blocks
        where blocks.account_id = owner_id and blocks.blocked_id = followed.account_id)
      group by owner_id, story_id, author_id, series_id, list_id
      having count(*) >= 10
    ), counted as (
      select reached.*, (select max(number) from unnest(${FOLLOWER_COUNTS}::integer[]) as number
        where number <= followers) as number from reached
    )
    insert into inbox_items (account_id, kind, story_id, author_id, series_id, list_id, follower_count)
    select owner_id, 'followers', story_id, author_id, series_id, list_id, number from counted
    where not exists (select from inbox_items as told where told.account_id = owner_id and told.kind = 'followers'
        and (told.story_id, told.author_id, told.series_id, told.list_id)
          is not distinct from (counted.story_id, counted.author_id, counted.series_id, counted.list_id)
        and told.follower_count >= counted.number)
      and not exists (select from inbox_settings where inbox_settings.account_id = owner_id
        and 'followers' = any (muted_kinds))
    on conflict do nothing`.execute(connection);
}

/** Forgets items of more than a year ago. Numbers of followers stay, so that none is told of twice. */
export async function deleteOldItems(connection: Connection): Promise<void> {
  await sql`delete from inbox_items where created_at < now() - interval '1 year' and kind <> 'followers'`.execute(
    connection,
  );
}
