import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { characterCount } from '#base/text.ts';
import type { Connection } from '#platform/database/database.ts';
import { escapeLike } from '#platform/database/like.ts';
import { orderBy } from '#platform/database/order-by.ts';
import type { Tag, TagSort } from './contract.ts';
import { tagKey } from './rules.ts';

const orders: Record<TagSort, RawBuilder<unknown>> = {
  name: orderBy<'tags'>('name', 'id'),
  trending: orderBy<'tags'>('trending desc nulls last', 'id'),
  popularity: orderBy<'tags'>('story_count desc', 'name', 'id'),
};

/**
 * The distance of a tag's trending score, a logarithm, below that of the highest listed one; an expression for
 * statements that read `tags`.
 */
export const trendingBelowHighest = sql<number | null>`
  tags.trending - (
    select trending from tags where story_count > 0 order by trending desc nulls last limit 1
  )`.as('below_highest');

/** The score from 0 to 100; the highest tag has 100. */
export function trendingScore(below: number | null): number {
  return below === null ? 0 : Math.round(1000 * 2 ** below) / 10;
}

function keyContains(query: string) {
  return sql<SqlBool>`key like ${`%${escapeLike(tagKey(query))}%`}`;
}

export async function tagsInOrder(
  connection: Connection,
  options: { sort: TagSort; query: string; offset: number; limit: number },
): Promise<Tag[]> {
  const rows = await connection
    .selectFrom('tags')
    .select(['id', 'name', 'story_count', trendingBelowHighest])
    .where('story_count', '>', 0)
    .$if(options.query !== '', (select) => select.where(keyContains(options.query)))
    .orderBy(orders[options.sort])
    .offset(options.offset)
    .limit(options.limit)
    .execute();
  return rows.map(({ below_highest, ...tag }) => ({
    ...tag,
    count: tag.story_count,
    trending_score: trendingScore(below_highest),
  }));
}

/** The total number is stored; matches are counted by the trigram index of keys. */
export async function countTags(connection: Connection, query: string): Promise<number> {
  if (query === '') {
    const { tags } = await connection.selectFrom('browse_totals').select('tags').executeTakeFirstOrThrow();
    return tags;
  }
  const row = await connection
    .selectFrom('tags')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('story_count', '>', 0)
    .where(keyContains(query))
    .executeTakeFirstOrThrow();
  return row.total;
}

/** The number of most used tags to search, and the maximum number of other matches. */
const MAX_TAGS_SCANNED = 300;
/** Shorter text can only be matched at the start of a key. */
const MIN_INFIX_CHARACTERS = 3;

/** Names of listed tags that contain this text in any spelling: prefix matches first, then the most used. */
export async function findTagNames(connection: Connection, typed: string, limit: number): Promise<string[]> {
  const key = tagKey(typed);
  if (key === '') return [];
  const isInfix = characterCount(key) >= MIN_INFIX_CHARACTERS;
  const { rows } = await sql<{ name: string }>`
    with most_used as materialized (
      select id, name, key, story_count from tags where story_count > 0 order by ${orders.popularity}
      limit ${MAX_TAGS_SCANNED}
    ), others as materialized (
      select id, name, key, story_count from tags
      where story_count > 0 and ${isInfix ? keyContains(typed) : sql`key like ${`${escapeLike(key)}%`}`}
      limit ${MAX_TAGS_SCANNED}
    )
    select name from (select * from most_used where ${keyContains(typed)} union select * from others) as matching
    order by starts_with(key, ${key}) desc, ${orders.popularity}
    limit ${limit}`.execute(connection);
  return rows.map((row) => row.name);
}

export async function tagByName(
  connection: Connection,
  name: string,
): Promise<{ id: number; name: string; story_count: number } | undefined> {
  return connection
    .selectFrom('tags')
    .select(['id', 'name', 'story_count'])
    .where('key', '=', tagKey(name))
    .executeTakeFirst();
}

async function tagIdsOfStory(connection: Connection, storyId: number): Promise<number[]> {
  const rows = await connection
    .selectFrom('story_tags')
    .select('tag_id')
    .where('story_id', '=', storyId)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.tag_id);
}

/**
 * Sets a story's tags, in this order, and creates new ones. The caller locks the story first, as voting does before it
 * locks tags: otherwise the two could deadlock.
 */
export async function replaceStoryTags(
  connection: Connection,
  storyId: number,
  names: string[],
): Promise<void> {
  const keys = names.map(tagKey);
  await insertMissingTags(connection, names, keys);
  const before = await tagIdsOfStory(connection, storyId);
  const idOf = await lockTags(connection, keys, before);
  const after = keys.map((key) => idOf.get(key) ?? 0);
  if (before.join() === after.join()) return;
  await connection.deleteFrom('story_tags').where('story_id', '=', storyId).execute();
  if (after.length > 0) {
    await connection
      .insertInto('story_tags')
      .values(after.map((tag_id, position) => ({ story_id: storyId, tag_id, position })))
      .execute();
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

/** Locks tags that will be recounted, in id order, as every transaction with several tags does. */
async function lockTags(
  connection: Connection,
  keys: string[],
  otherIds: number[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; key: string }>`
    select id, key from tags where key = any (${keys}) or id = any (${otherIds})
    order by id for no key update`.execute(connection);
  return new Map(rows.map((row) => [row.key, row.id]));
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
export async function lockTagsOfStories(connection: Connection, storyIds: number[]): Promise<void> {
  await sql`
    select from tags where id in (select tag_id from story_tags where story_id = any (${storyIds}))
    order by id for no key update`.execute(connection);
}
