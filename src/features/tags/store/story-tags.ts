import { sql } from 'kysely';
import { tagKey } from '#features/labels/rules/tag-key.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';

async function tagIdsOfStory(connection: Connection, storyId: number): Promise<number[]> {
  const rows = await connection
    .selectFrom('story_tags')
    .select('tag_id')
    .where('story_id', '=', storyId)
    .where('position', 'is not', null)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.tag_id);
}

/**
 * Sets a story's own tags, in this order, and creates new ones; the tags that they imply follow. The caller locks the
 * story first, as voting does before it locks tags: otherwise the two could deadlock.
 */
export async function replaceStoryTags(
  transaction: OpenTransaction,
  storyId: number,
  names: string[],
): Promise<void> {
  const keys = names.map(tagKey);
  await sql`select tags_keep_relations()`.execute(transaction);
  await insertMissingTags(transaction, names, keys);
  const before = await tagIdsOfStory(transaction, storyId);
  const idOf = await lockTags(transaction, keys, storyId);
  const after = keys.map((key) => idOf.get(key) ?? 0);
  if (before.join() === after.join()) return;
  await transaction.deleteFrom('story_tags').where('story_id', '=', storyId).execute();
  if (after.length > 0) {
    await transaction
      .insertInto('story_tags')
      .values(after.map((tag_id, position) => ({ story_id: storyId, tag_id, position })))
      .execute();
    await deriveImpliedTags(transaction, [storyId]);
  }
}

async function insertMissingTags(connection: Connection, names: string[], keys: string[]): Promise<void> {
  if (names.length === 0) return;
  // Sorted by key, so that two authors who create the same new tags never deadlock.
  const inOrder = names
    .map((name, index) => ({ name, key: keys[index] ?? '' }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  await connection
    .insertInto('tags')
    .values(inOrder)
    .onConflict((on) => on.column('key').doNothing())
    .execute();
}

/** Locks all tags that will be recounted, in id order, as every transaction with several tags does. */
async function lockTags(
  transaction: OpenTransaction,
  keys: string[],
  storyId: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; key: string }>`
    select id, key from tags
    where key = any (${keys}) or id in (select tag_id from story_tags where story_id = ${storyId})
      or id in (select implied_id from tags_implied_by(array(select id from tags where key = any (${keys}))))
    order by id for no key update`.execute(transaction);
  return new Map(rows.map((row) => [row.key, row.id]));
}

/** Gives stories, which the caller has locked, the rows that their own tags imply. */
export async function deriveImpliedTags(connection: Connection, storyIds: number[]): Promise<void> {
  await sql`select story_tags_derive(${storyIds}::bigint[])`.execute(connection);
}

/** Adds changes of these stories' scores to their tags, in a transaction that has locked the stories. */
export async function addTagTrending(
  connection: Connection,
  changes: readonly { story_id: number; added: number | null; removed: number | null }[],
): Promise<void> {
  const ids = changes.map((change) => change.story_id);
  const added = changes.map((change) => change.added);
  const removed = changes.map((change) => change.removed);
  await sql`
    select tags_add_stories(array_agg(tag_id), array_agg(0), array_agg(added), array_agg(removed)) from (
      select tag_id, trending_sum(changed.added) as added, trending_sum(changed.removed) as removed
      from unnest(${ids}::bigint[], ${added}::float8[], ${removed}::float8[]) as changed (story_id, added, removed)
      join story_tags on story_tags.story_id = changed.story_id
      where published_at is not null group by tag_id
    ) as sums having count(*) > 0`.execute(connection);
}

/** Locks the tags of these stories in id order, for changes of many stories at once. */
export async function lockTagsOfStories(transaction: OpenTransaction, storyIds: number[]): Promise<void> {
  await sql`
    select from tags where id in (select tag_id from story_tags where story_id = any (${storyIds}))
    order by id for no key update`.execute(transaction);
}
