import { sql } from 'kysely';
import { tagKey } from '#features/labels/rules/tag-key.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { TagRelation } from '../contract/proposals.ts';
import { MAX_RELATED_TAGS, type Tag, type TagKind } from '../contract/tags.ts';
import type { TagEdge } from '../rules.ts';
import {
  relationsOf,
  type TagsHidden,
  trendingBelowHighest,
  trendingScore,
  withShownStories,
} from './tags.ts';

/** A relation with the ids of its tags. */
export interface ResolvedRelation {
  relation: TagRelation;
  tagId: number;
  targetId: number | null;
  kind: TagKind | null;
}

export interface NamedTag {
  id: number;
  name: string;
  kind: TagKind | null;
  canonical_id: number | null;
}

/** Whether readers find a tag. One that is only in drafts or withheld stories stays unknown. */
const isKnown = sql<boolean>`(tags.story_count > 0 or tags.canonical_id is not null)`;

/** The tag of this name itself, synonym or not; undefined for one that readers do not find. */
export async function namedTag(connection: Connection, name: string): Promise<NamedTag | undefined> {
  return connection
    .selectFrom('tags')
    .select(['id', 'name', 'kind', 'canonical_id'])
    .where('key', '=', tagKey(name))
    .where(isKnown)
    .executeTakeFirst();
}

/** The tags with these ids, in any order. */
export async function tagsByIds(connection: Connection, ids: readonly number[]): Promise<NamedTag[]> {
  if (ids.length === 0) return [];
  return connection
    .selectFrom('tags')
    .select(['id', 'name', 'kind', 'canonical_id'])
    .where('id', '=', sql<number>`any (${ids}::bigint[])`)
    .execute();
}

/** The tag of a name as lists show it, with what it means; undefined for one that readers do not find. */
export async function tagInDetail(
  connection: Connection,
  name: string,
  { hiddenIds, hidden }: TagsHidden,
): Promise<(Tag & { related: string[] }) | undefined> {
  const row = await connection
    .selectFrom('tags')
    .leftJoin('tags as meant', 'meant.id', 'tags.canonical_id')
    .select(['tags.id', 'tags.name', 'tags.story_count', 'tags.kind', 'tags.canonical_id'])
    .select(['meant.name as canonical', trendingBelowHighest])
    .where('tags.key', '=', tagKey(name))
    .where(isKnown)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { below_highest, canonical_id, ...named } = row;
  const meantId = canonical_id ?? named.id;
  const [relations, related, [tag = named]] = await Promise.all([
    relationsOf(connection, [meantId], hiddenIds),
    relatedTags(connection, meantId, hiddenIds),
    withShownStories(connection, [named], hidden),
  ]);
  return {
    ...tag,
    count: tag.story_count,
    trending_score: trendingScore(below_highest),
    ...(relations.get(meantId) ?? { parents: [], children: [] }),
    related,
  };
}

/** The number of a tag's stories whose tags are counted. */
const MAX_STORIES_COUNTED = 40;

/** Tags of the most trending stories of a tag, without those above and below it; rarer ones count more. */
async function relatedTags(
  connection: Connection,
  tagId: number,
  hiddenIds: readonly number[],
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive below (id) as (
      select ${tagId}::bigint union select tag_id from below join tag_parents on parent_id = below.id
    ), top as materialized (
      select story_id from story_tags where tag_id = ${tagId} and published_at is not null
      order by trending desc nulls last, story_id desc limit ${MAX_STORIES_COUNTED}
    )
    select name from top join story_tags using (story_id) join tags on tags.id = tag_id cross join story_totals
    where canonical_id is null and tags.id <> all (${hiddenIds}::bigint[]) and tags.id not in (select id from below)
      and tags.id not in (select implied_id from tags_implied_by(array[${tagId}::bigint]))
    group by tags.id, name, story_count, listed
    order by count(*) * ln(1 + listed::float8 / (1 + story_count)) desc, tags.id
    limit ${MAX_RELATED_TAGS}`.execute(connection);
  return rows.map(({ name }) => name);
}

/** The edges above these tags and above everything below them. */
export async function edgesAround(connection: Connection, ids: number[]): Promise<TagEdge[]> {
  const { rows } = await sql<TagEdge>`
    with recursive below (id) as (
      select unnest(${ids}::bigint[]) union select tag_id from below join tag_parents on parent_id = below.id
    ), around (id) as (
      select id from below union select parent_id from around join tag_parents on tag_id = around.id
    )
    select tag_id, parent_id from tag_parents where tag_id in (select id from around)`.execute(connection);
  return rows;
}

/** Holds up everything that derives tags of stories until the end of the transaction; comes before all other locks. */
export async function beginChange(transaction: OpenTransaction): Promise<void> {
  await sql`select tags_begin_change()`.execute(transaction);
}

/** Derives what tags mean from the decisions in force; returns the tags whose stories have to follow. */
async function deriveRelations(transaction: OpenTransaction): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`select tags_derive_relations() as ids`.execute(transaction);
  return rows[0]?.ids ?? [];
}

export async function insertChange(
  transaction: OpenTransaction,
  { relation, tagId, targetId, kind }: ResolvedRelation,
  proposalId: number | null,
): Promise<{ id: number; affected: number[] }> {
  const { id } = await transaction
    .insertInto('tag_changes')
    .values({ relation, tag_id: tagId, target_id: targetId, kind, proposal_id: proposalId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, affected: await deriveRelations(transaction) };
}

/** Undoes a decision in force; undefined when it is none. */
export async function undoChange(transaction: OpenTransaction, id: number): Promise<number[] | undefined> {
  const undone = await transaction
    .updateTable('tag_changes')
    .set({ undone_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return undone === undefined ? undefined : deriveRelations(transaction);
}

const changeColumns = [
  ...(['tag_changes.id', 'tag_changes.relation', 'tag_changes.kind', 'tag_changes.changed_at'] as const),
  ...(['tag_changes.undone_at', 'tags.name as tag', 'target.name as target'] as const),
] as const;

function changes(connection: Connection) {
  return connection
    .selectFrom('tag_changes')
    .innerJoin('tags', 'tags.id', 'tag_changes.tag_id')
    .leftJoin('tags as target', 'target.id', 'tag_changes.target_id');
}

export async function changeById(connection: Connection, id: number) {
  return changes(connection).select(changeColumns).where('tag_changes.id', '=', id).executeTakeFirst();
}

/** Decisions, latest first; about one tag only if its id is given. */
export async function listChanges(
  connection: Connection,
  { tagId, offset, limit }: { tagId: number | undefined; offset: number; limit: number },
) {
  const matching = changes(connection).$if(tagId !== undefined, (query) =>
    query.where((on) =>
      on.or([on('tag_changes.tag_id', '=', tagId ?? 0), on('tag_changes.target_id', '=', tagId ?? 0)]),
    ),
  );
  const { total } = await matching
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .select(changeColumns)
    .orderBy('tag_changes.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  return { rows, total };
}

/** The next stories with a tag of their own, in the order of ids. */
export async function storiesTagged(
  connection: Connection,
  tagId: number,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await connection
    .selectFrom('story_tags')
    .select('story_id')
    .where('tag_id', '=', tagId)
    .where('story_id', '>', after)
    .where('position', 'is not', null)
    .orderBy('story_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.story_id);
}

/** Locks stories in the order of their ids, before their tags change. */
export async function lockTaggedStories(transaction: OpenTransaction, ids: number[]): Promise<void> {
  await sql`select from stories where id = any (${ids}::bigint[]) order by id for no key update`.execute(
    transaction,
  );
}
