import { sql } from 'kysely';
import { ifOpenTo } from '#features/stories/service/find-story.ts';
import type { Connection } from '#platform/database/database.ts';

interface Settings {
  read_until: Date | null;
  titles_chosen_at: Date | null;
  mail_key: string;
}

export async function settingsOf(connection: Connection, accountId: number): Promise<Settings | undefined> {
  return connection
    .selectFrom('follow_settings')
    .select(['read_until', 'titles_chosen_at', 'mail_key'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** The settings of an account, made if it has none yet. */
export async function ensureSettings(connection: Connection, accountId: number): Promise<Settings> {
  await connection
    .insertInto('follow_settings')
    .values({ account_id: accountId })
    .onConflict((on) => on.doNothing())
    .execute();
  return connection
    .selectFrom('follow_settings')
    .select(['read_until', 'titles_chosen_at', 'mail_key'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
}

export async function setTitlesInMails(
  connection: Connection,
  accountId: number,
  isChosen: boolean,
): Promise<void> {
  await sql`insert into follow_settings as settings (account_id, titles_chosen_at)
    values (${accountId}, case when ${isChosen}::boolean then now() end)
    on conflict (account_id) do update set
      titles_chosen_at = case when ${isChosen}::boolean then coalesce(settings.titles_chosen_at, now()) end`.execute(
    connection,
  );
}

/** Marks everything as read that was new until a time; never less than before, and nothing of the future. */
export async function setAllRead(
  connection: Connection,
  accountId: number,
  until: Date | undefined,
): Promise<void> {
  await sql`insert into follow_settings as settings (account_id, read_until)
    values (${accountId}, least(coalesce(${until ?? null}::timestamptz, clock_timestamp()), clock_timestamp()))
    on conflict (account_id) do update set read_until = greatest(settings.read_until, excluded.read_until)`.execute(
    connection,
  );
}

/** Whether it is a chapter of the story that readers find. */
export async function isReadableChapter(
  connection: Connection,
  storyId: number,
  chapterId: number,
): Promise<boolean> {
  const { rows } = await sql`select from chapters where id = ${chapterId} and story_id = ${storyId}
    and chapter_is_readable(state, trashed_at)`.execute(connection);
  return rows.length > 0;
}

/**
 * Marks a story as read up to a chapter. One that is read to its last chapter keeps a time alone. A chapter before the one
 * reached earlier takes nothing back; one that was added there since is read with it.
 */
export async function setReadUpTo(
  connection: Connection,
  accountId: number,
  { storyId, chapterId }: { storyId: number; chapterId: number },
): Promise<void> {
  await sql`
    with marked as (
      select id, "order", coalesce(published_at, created_at) as chapter_at from chapters where id = ${chapterId}
    ), earlier as (
      select reached.id, reached."order", reads.chapter_read_until from follow_reads as reads
      join chapters as reached on reached.id = reads.chapter_id
      where reads.account_id = ${accountId} and reads.story_id = ${storyId}
    ), place as (
      select case when earlier.id is null or (marked."order", marked.id) >= (earlier."order", earlier.id)
          then marked.id else earlier.id end as id,
        case when (marked."order", marked.id) < (earlier."order", earlier.id) and marked.chapter_at <= earlier.chapter_read_until
          then earlier.chapter_read_until else clock_timestamp() end as read_until
      from marked left join earlier on true
    ), reached as (
      select place.*, not exists (select from chapters as later join chapters as own on own.id = place.id
        where later.story_id = ${storyId} and chapter_is_readable(later.state, later.trashed_at)
          and (later."order", later.id) > (own."order", own.id)) as is_last from place
    )
    insert into follow_reads as reads (account_id, story_id, read_until, chapter_id, chapter_read_until)
    select ${accountId}, ${storyId}, case when is_last then reached.read_until end,
      case when not is_last then reached.id end, case when not is_last then reached.read_until end from reached
    on conflict (account_id, story_id) do update set
      read_until = greatest(excluded.read_until, reads.read_until), chapter_id = excluded.chapter_id,
      chapter_read_until = excluded.chapter_read_until`.execute(connection);
}

/** Forgets how far stories were read that nothing an account follows can bring any more. */
export async function deleteUnneededReads(connection: Connection): Promise<void> {
  await sql`
    delete from follow_reads as reads using stories where stories.id = reads.story_id and not exists (
      select from follows where follows.account_id = reads.account_id and (
        follows.query is not null or follows.story_id = reads.story_id or follows.author_id = stories.author_id
        or follows.series_id in (select series_id from series_stories where story_id = reads.story_id)
        or follows.list_id in (select shelf_id from shelf_stories where story_id = reads.story_id)
        or follows.tag_id in (
          select named.id from story_tags join tags as named on coalesce(named.canonical_id, named.id) = story_tags.tag_id
          where story_tags.story_id = reads.story_id)))`.execute(connection);
}

/** Whether something that an account follows, other than its filters, brings a story. */
export async function isBrought(
  connection: Connection,
  accountId: number,
  storyId: number,
): Promise<{ directly: boolean; hasFilters: boolean }> {
  const { rows } = await sql<{ directly: boolean; has_filters: boolean }>`
    select coalesce(bool_or(follows.query is null), false) as directly,
      coalesce(bool_or(follows.query is not null), false) as has_filters
    from follows join stories on stories.id = ${storyId}
    where follows.account_id = ${accountId} and (
      follows.query is not null or follows.story_id = stories.id or follows.author_id = stories.author_id
      or follows.series_id in (select series_id from series_stories where story_id = stories.id)
      or follows.list_id in (select shelf_id from shelf_stories where story_id = stories.id)
      or follows.tag_id in (
        select named.id from story_tags join tags as named on coalesce(named.canonical_id, named.id) = story_tags.tag_id
        where story_tags.story_id = stories.id))`.execute(connection);
  return { directly: rows[0]?.directly ?? false, hasFilters: rows[0]?.has_filters ?? false };
}

/** The chapters of an update. */
export async function chaptersByIds(connection: Connection, ids: readonly number[]) {
  return connection
    .selectFrom('chapters')
    .select([
      'id',
      'title',
      'order',
      'kind',
      sql<Date>`coalesce(published_at, created_at)`.as('published_at'),
    ])
    .where('id', '=', sql<number>`any (${ids}::bigint[])`)
    .execute();
}

/** How far the account has read the stories that it follows. */
export async function readsToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('follow_reads')
    .innerJoin('stories', 'stories.id', 'follow_reads.story_id')
    .select(ifOpenTo(accountId, 'stories.slug').as('story'))
    .select(['follow_reads.read_until', 'follow_reads.chapter_id'])
    .select('follow_reads.chapter_read_until')
    .where('follow_reads.account_id', '=', accountId)
    .orderBy('follow_reads.story_id')
    .execute();
}
