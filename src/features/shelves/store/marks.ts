import { sql } from 'kysely';
import { ifOpenTo } from '#features/stories/service/find-story.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Mark } from '../contract/marks.ts';

const NO_MARK: Mark = { state: null, rating: null, note: '', tags: [] };

export async function markOf(connection: Connection, accountId: number, storyId: number): Promise<Mark> {
  const row = await connection
    .selectFrom('shelf_marks')
    .select(['state', 'rating', 'note', 'tags'])
    .where('account_id', '=', accountId)
    .where('story_id', '=', storyId)
    .executeTakeFirst();
  return row ?? NO_MARK;
}

export async function hasMark(connection: Connection, accountId: number, storyId: number): Promise<boolean> {
  const row = await connection
    .selectFrom('shelf_marks')
    .select('story_id')
    .where('account_id', '=', accountId)
    .where('story_id', '=', storyId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countMarks(connection: Connection, accountId: number): Promise<number> {
  const { total } = await connection
    .selectFrom('shelf_marks')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return total;
}

/** Stores a locked account's mark as a whole. A state that stays keeps its time; a mark that says nothing is deleted. */
export async function storeMark(
  connection: Connection,
  accountId: number,
  storyId: number,
  { state, rating, note, tags }: Mark,
): Promise<void> {
  if (state === null && rating === null && note === '' && tags.length === 0) {
    await connection
      .deleteFrom('shelf_marks')
      .where('account_id', '=', accountId)
      .where('story_id', '=', storyId)
      .execute();
    return;
  }
  await sql`
    insert into shelf_marks as mark (account_id, story_id, state, state_at, rating, note, tags)
    values (${accountId}, ${storyId}, ${state}::text, case when ${state}::text is not null then now() end,
      ${rating}::smallint, ${note}, ${tags}::text[])
    on conflict (account_id, story_id) do update set state = excluded.state, rating = excluded.rating,
      note = excluded.note, tags = excluded.tags, updated_at = now(),
      state_at = case when mark.state = excluded.state then mark.state_at else excluded.state_at end`.execute(
    connection,
  );
}

/** The stories that an account has finished, to be run or to be used as a part of another query. */
export function finishedStoryIds(connection: Connection, accountId: number) {
  return connection
    .selectFrom('shelf_marks')
    .select('story_id')
    .where('account_id', '=', accountId)
    .where('state', '=', 'finished');
}

export async function marksToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('shelf_marks')
    .innerJoin('stories', 'stories.id', 'shelf_marks.story_id')
    .select(ifOpenTo(accountId, 'stories.slug').as('story'))
    .select(['shelf_marks.state', 'shelf_marks.state_at', 'shelf_marks.rating'])
    .select(['shelf_marks.note', 'shelf_marks.tags', 'shelf_marks.updated_at'])
    .where('shelf_marks.account_id', '=', accountId)
    .orderBy('shelf_marks.story_id')
    .execute();
}
