import { sql } from 'kysely';
import { ifOpenTo, isOpenTo } from '#features/stories/service/find-story.ts';
import type { Connection } from '#platform/database/database.ts';
import { MAX_HISTORY_ENTRIES } from './contract.ts';

/** Undefined while the account keeps no history. */
export async function choiceOf(
  connection: Connection,
  accountId: number,
): Promise<{ clear_after_days: number | null } | undefined> {
  return connection
    .selectFrom('history_choices')
    .select('clear_after_days')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export async function storeChoice(
  connection: Connection,
  accountId: number,
  clearAfterDays: number | null,
): Promise<void> {
  await connection
    .insertInto('history_choices')
    .values({ account_id: accountId, clear_after_days: clearAfterDays })
    .onConflict((on) => on.column('account_id').doUpdateSet({ clear_after_days: clearAfterDays }))
    .execute();
}

/** Waits for a chapter that is being recorded, which locks the choice. */
export async function deleteChoice(connection: Connection, accountId: number): Promise<void> {
  await connection.deleteFrom('history_choices').where('account_id', '=', accountId).execute();
}

/** Notes a chapter for an account that keeps its history, and does nothing for any other. */
export async function noteChapter(
  connection: Connection,
  { accountId, chapterId, isFinished }: { accountId: number; chapterId: number; isFinished: boolean },
): Promise<void> {
  await sql`
    insert into history_entries as entry (account_id, chapter_id, finished_at)
    select account_id, ${chapterId}, case when ${isFinished}::boolean then now() end
    from history_choices where account_id = ${accountId} for key share
    on conflict (account_id, chapter_id) do update set opened_at = now(),
      finished_at = coalesce(entry.finished_at, excluded.finished_at)`.execute(connection);
}

/** Chapters that the account can open now, and that are not due to be deleted. */
function openEntries(connection: Connection, accountId: number) {
  return connection
    .selectFrom('history_entries as entry')
    .innerJoin('history_choices as choice', 'choice.account_id', 'entry.account_id')
    .innerJoin('chapters', 'chapters.id', 'entry.chapter_id')
    .innerJoin('stories', 'stories.id', 'chapters.story_id')
    .innerJoin('pen_names', 'pen_names.id', 'stories.author_id')
    .where('entry.account_id', '=', accountId)
    .where(sql<boolean>`chapter_is_readable(chapters)`)
    .where(isOpenTo(accountId))
    .where(sql<boolean>`not ${isOld}`);
}

const isOld = sql<boolean>`coalesce(entry.opened_at < now() - make_interval(days => choice.clear_after_days), false)`;

export async function entriesOf(
  connection: Connection,
  accountId: number,
  { offset, limit }: { offset: number; limit: number },
) {
  return openEntries(connection, accountId)
    .select(['chapters.id as chapter_id', 'chapters.title as chapter_title', 'stories.slug as story_slug'])
    .select(['stories.title as story_title', 'pen_names.username', 'pen_names.display_name'])
    .select(['entry.opened_at', 'entry.finished_at'])
    .orderBy('entry.opened_at', 'desc')
    .orderBy('entry.chapter_id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
}

export async function countEntries(connection: Connection, accountId: number): Promise<number> {
  const { total } = await openEntries(connection, accountId)
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export async function deleteEntries(
  connection: Connection,
  accountId: number,
  chapterId?: number,
): Promise<void> {
  const ofAccount = connection.deleteFrom('history_entries').where('account_id', '=', accountId);
  await (chapterId === undefined ? ofAccount : ofAccount.where('chapter_id', '=', chapterId)).execute();
}

/** Deletes what readers want deleted by now, and what exceeds the limit. */
export async function deleteOldEntries(connection: Connection): Promise<void> {
  await sql`delete from history_entries as entry using history_choices as choice
    where choice.account_id = entry.account_id and choice.clear_after_days is not null
      and ${isOld}`.execute(connection);
  await sql`delete from history_entries as entry using (
      select account_id, chapter_id, row_number() over (partition by account_id order by opened_at desc) as place
      from history_entries where account_id in (
        select account_id from history_entries group by account_id having count(*) > ${MAX_HISTORY_ENTRIES})) as counted
    where counted.place > ${MAX_HISTORY_ENTRIES} and entry.account_id = counted.account_id
      and entry.chapter_id = counted.chapter_id`.execute(connection);
}

/** Everything that is stored, readable or not. */
export async function entriesToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('history_entries')
    .innerJoin('chapters', 'chapters.id', 'history_entries.chapter_id')
    .innerJoin('stories', 'stories.id', 'chapters.story_id')
    .select([ifOpenTo(accountId, 'stories.slug').as('story'), 'chapters.id as chapter_id'])
    .select(
      sql<
        string | null
      >`case when ${isOpenTo(accountId)} and chapter_is_readable(chapters) then chapters.title end`.as(
        'chapter',
      ),
    )
    .select(['history_entries.opened_at', 'history_entries.finished_at'])
    .where('history_entries.account_id', '=', accountId)
    .orderBy('history_entries.opened_at')
    .execute();
}
