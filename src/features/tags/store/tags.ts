import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { characterCount } from '#base/text.ts';
import { type HiddenSet, NOTHING_HIDDEN } from '#features/hidden/rules.ts';
import { tagKey } from '#features/labels/rules/tag-key.ts';
import type { Connection } from '#platform/database/database.ts';
import { escapeLike } from '#platform/database/like.ts';
import { orderBy } from '#platform/database/order-by.ts';
import type { Tag, TagSort } from '../contract/tags.ts';
import { countHiddenStories } from './hidden-tags.ts';

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
  // Signs alone leave nothing of a key, and every key contains nothing.
  if (tagKey(query) === '') return sql<SqlBool>`false`;
  return sql<SqlBool>`key like ${`%${escapeLike(tagKey(query))}%`}`;
}

/** Whether a tag, or a synonym of it, has this text in its name. */
function isNamedLike(query: string) {
  return sql<SqlBool>`tags.id in (
    select coalesce(named.canonical_id, named.id) from tags as named where ${keyContains(query)})`;
}

/** The tags that lists of tags show: synonyms are represented by their canonical tag. */
function browsedTags(connection: Connection, query: string, hiddenIds: readonly number[] = []) {
  return connection
    .selectFrom('tags')
    .where('story_count', '>', 0)
    .where('canonical_id', 'is', null)
    .$if(hiddenIds.length > 0, (select) =>
      select.where(sql<boolean>`tags.id <> all (${hiddenIds}::bigint[])`),
    )
    .$if(query !== '', (select) => select.where(isNamedLike(query)));
}

/** The tags that are left out, and what their stories are without. */
export interface TagsHidden {
  hiddenIds: readonly number[];
  hidden: HiddenSet;
}

const NO_TAG_HIDDEN: TagsHidden = { hiddenIds: [], hidden: NOTHING_HIDDEN };

export async function tagsInOrder(
  connection: Connection,
  options: { sort: TagSort; query: string; offset: number; limit: number },
  { hiddenIds, hidden } = NO_TAG_HIDDEN,
): Promise<Tag[]> {
  const rows = await browsedTags(connection, options.query, hiddenIds)
    .select(['id', 'name', 'story_count', 'kind', trendingBelowHighest])
    .orderBy(orders[options.sort])
    .offset(options.offset)
    .limit(options.limit)
    .execute();
  const [relations, shown] = await Promise.all([
    relationsOf(
      connection,
      rows.map(({ id }) => id),
      hiddenIds,
    ),
    withShownStories(connection, rows, hidden),
  ]);
  return shown.map(({ below_highest, ...tag }) => ({
    ...tag,
    count: tag.story_count,
    trending_score: trendingScore(below_highest),
    canonical: null,
    ...(relations.get(tag.id) ?? { parents: [], children: [] }),
  }));
}

/** Tags with the number of their stories that are not hidden. */
export async function withShownStories<Counted extends { id: number; story_count: number }>(
  connection: Connection,
  tags: Counted[],
  hidden: HiddenSet,
): Promise<Counted[]> {
  const counts = await countHiddenStories(connection, tags, hidden);
  return tags.map((tag) => ({
    ...tag,
    story_count: Math.max(0, tag.story_count - (counts.get(tag.id) ?? 0)),
  }));
}

/** Those of these tags that a list of tags shows. */
export async function browsedTagIds(
  connection: Connection,
  query: string,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await browsedTags(connection, query)
    .select('id')
    .where('id', '=', sql<number>`any (${ids}::bigint[])`)
    .execute();
  return rows.map((row) => row.id);
}

/** The total number is stored; matches are counted by the trigram index of keys. */
export async function countTags(connection: Connection, query: string): Promise<number> {
  if (query === '') {
    const { tags } = await connection.selectFrom('browse_totals').select('tags').executeTakeFirstOrThrow();
    return tags;
  }
  const row = await browsedTags(connection, query)
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

/** The number of most used tags to search, and the maximum number of other matches. */
const MAX_TAGS_SCANNED = 300;
/** Shorter text can only be matched at the start of a key. */
const MIN_INFIX_CHARACTERS = 3;

/**
 * Names of listed tags that contain this text in any spelling, or have a synonym that does: prefix matches first, then
 * the most used.
 */
export async function findTagNames(
  connection: Connection,
  typed: string,
  limit: number,
  hiddenIds: readonly number[],
): Promise<string[]> {
  const key = tagKey(typed);
  if (key === '') return [];
  const isInfix = characterCount(key) >= MIN_INFIX_CHARACTERS;
  const { rows } = await sql<{ name: string }>`
    with most_used as materialized (
      select id, key, canonical_id from tags where story_count > 0 order by ${orders.popularity}
      limit ${MAX_TAGS_SCANNED}
    ), others as materialized (
      select id, key, canonical_id from tags
      where story_count > 0 and ${isInfix ? keyContains(typed) : sql`key like ${`${escapeLike(key)}%`}`}
      limit ${MAX_TAGS_SCANNED}
    ), synonyms as materialized (
      select id, key, canonical_id from tags where canonical_id is not null and ${keyContains(typed)}
      limit ${MAX_TAGS_SCANNED}
    ), matching as (
      select coalesce(canonical_id, id) as id, bool_or(starts_with(key, ${key})) as begins from (
        select * from most_used where ${keyContains(typed)} union select * from others union select * from synonyms
      ) as named group by 1
    )
    select name from matching join tags using (id) where story_count > 0 and id <> all (${hiddenIds}::bigint[])
    order by begins desc, ${orders.popularity}
    limit ${limit}`.execute(connection);
  return rows.map((row) => row.name);
}

/** The tags that these names mean; unknown names are left out. */
export async function tagsNamed(
  connection: Connection,
  names: readonly string[],
): Promise<{ id: number; story_count: number; key: string }[]> {
  if (names.length === 0) return [];
  return connection
    .selectFrom('tags as named')
    .innerJoin('tags', (on) => on.on('tags.id', '=', sql<number>`coalesce(named.canonical_id, named.id)`))
    .select(['tags.id', 'tags.story_count', 'named.key'])
    .where('named.key', '=', sql<string>`any (${names.map(tagKey)}::text[])`)
    .execute();
}

/** The names of tags by their keys. */
export async function storedNames(
  connection: Connection,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await connection
    .selectFrom('tags')
    .select(['key', 'name'])
    .where('key', '=', sql<string>`any (${keys}::text[])`)
    .execute();
  return new Map(rows.map(({ key, name }) => [key, name]));
}

/** The number of children that a tag names. */
const MAX_CHILDREN_NAMED = 50;

/** The names of the parents and of the most used children of tags that readers find; tags without any are left out. */
export async function relationsOf(
  connection: Connection,
  ids: number[],
  hiddenIds: readonly number[] = [],
): Promise<Map<number, { parents: string[]; children: string[] }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; parents: string[]; children: string[] }>`
    select id, array(
        select name from tag_parents join tags on tags.id = parent_id
        where tag_id = of_tag.id and story_count > 0 and tags.id <> all (${hiddenIds}::bigint[]) order by name
      ) as parents, array(
        select name from tag_parents join tags on tags.id = tag_id
        where parent_id = of_tag.id and story_count > 0 and tags.id <> all (${hiddenIds}::bigint[])
        order by story_count desc, name limit ${MAX_CHILDREN_NAMED}
      ) as children
    from unnest(${ids}::bigint[]) as of_tag (id)
    where exists (select from tag_parents where tag_id = of_tag.id or parent_id = of_tag.id)`.execute(
    connection,
  );
  return new Map(rows.map(({ id, ...relations }) => [id, relations]));
}
