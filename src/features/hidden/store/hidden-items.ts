import { sql } from 'kysely';
import { tagKey } from '#features/labels/rules/tag-key.ts';
import { hasAuthorPage } from '#features/pen-names/service.ts';
import type { Connection } from '#platform/database/database.ts';
import type { HiddenSet } from '../rules.ts';

/** Everything that an account hides, and what of it visitors could find when it was hidden; ids in ascending order. */
export async function hiddenSetsOf(
  connection: Connection,
  accountId: number,
): Promise<{ all: HiddenSet; known: HiddenSet }> {
  const { rows } = await sql<HiddenRow>`
    select tag_id, warning, author_id, story_id, true as is_known from hidden_items where account_id = ${accountId}
    union all
    select case kind when 'tags' then item_id end, null, case kind when 'authors' then item_id end,
      case kind when 'stories' then item_id end, false
    from unfound_hidden_items where account_id = ${accountId}
    order by tag_id, warning, author_id, story_id`.execute(connection);
  return { all: setOf(rows), known: setOf(rows.filter((row) => row.is_known)) };
}

interface HiddenRow {
  tag_id: number | null;
  warning: HiddenSet['warnings'][number] | null;
  author_id: number | null;
  story_id: number | null;
  is_known: boolean;
}

function setOf(rows: readonly HiddenRow[]): HiddenSet {
  const each = <Item>(itemOf: (row: HiddenRow) => Item | null) => [
    ...new Set(rows.flatMap((row) => itemOf(row) ?? [])),
  ];
  return {
    tags: each((row) => row.tag_id),
    warnings: each((row) => row.warning),
    authors: each((row) => row.author_id),
    stories: each((row) => row.story_id),
  };
}

const columns = { tags: 'tag_id', warnings: 'warning', authors: 'author_id', stories: 'story_id' } as const;
export type ItemKind = keyof typeof columns;
export type UnfoundKind = Exclude<ItemKind, 'warnings'>;

/** Replaces an account's items of one kind; those that it had before keep their time. */
export async function replaceItems(
  connection: Connection,
  accountId: number,
  kind: ItemKind,
  items: readonly (number | string)[],
): Promise<void> {
  const column = columns[kind];
  const texts = items.map(String);
  await connection
    .deleteFrom('hidden_items')
    .where('account_id', '=', accountId)
    .where(column, 'is not', null)
    .where(sql<boolean>`${sql.ref(column)}::text <> all (${texts}::text[])`)
    .execute();
  await insertItems(connection, accountId, kind, items);
}

/** Replaces the ids of one kind that an account hides although visitors do not find them. */
export async function replaceUnfound(
  connection: Connection,
  accountId: number,
  kind: UnfoundKind,
  ids: readonly number[],
): Promise<void> {
  await connection
    .deleteFrom('unfound_hidden_items')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .execute();
  await sql`insert into unfound_hidden_items (account_id, kind, item_id)
    select distinct ${accountId}::bigint, ${kind}, id from unnest(${[...ids]}::bigint[]) as ids (id)`.execute(
    connection,
  );
}

export async function insertItems(
  connection: Connection,
  accountId: number,
  kind: ItemKind,
  items: readonly (number | string)[],
): Promise<void> {
  if (items.length === 0) return;
  await connection
    .insertInto('hidden_items')
    .values(items.map((item) => ({ account_id: accountId, [columns[kind]]: item })))
    .onConflict((on) => on.doNothing())
    .execute();
}

export async function deleteItem(
  connection: Connection,
  accountId: number,
  kind: ItemKind,
  item: number | string,
): Promise<void> {
  await connection
    .deleteFrom('hidden_items')
    .where('account_id', '=', accountId)
    .where(columns[kind], '=', item as never)
    .execute();
  if (kind === 'warnings') return;
  await connection
    .deleteFrom('unfound_hidden_items')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('item_id', '=', Number(item))
    .execute();
}

/** The tags meant by these names or ids that listed stories have, or that are known already. */
export async function tagIdsOf(
  connection: Connection,
  named: readonly (number | string)[],
  known: readonly number[] = [],
): Promise<number[]> {
  const ids = named.filter((name) => typeof name === 'number');
  const keys = named.filter((name) => typeof name === 'string').map(tagKey);
  const { rows } = await sql<{ id: number }>`
    select distinct tags.id from tags as named join tags on tags.id = coalesce(named.canonical_id, named.id)
    where (named.id = any (${ids}::bigint[]) or named.key = any (${keys}::text[]))
      and (tags.story_count > 0 or tags.id = any (${known}::bigint[])) order by id`.execute(connection);
  return rows.map((row) => row.id);
}

/** The tags that these have become synonyms of, and those that are none. */
export async function canonicalTagIds(connection: Connection, ids: readonly number[]): Promise<number[]> {
  const rows = await connection
    .selectFrom('tags')
    .select(['id', 'canonical_id'])
    .where('id', '=', sql<number>`any (${ids}::bigint[])`)
    // Few are synonyms: hundreds of rows would cost more than the rest of the statement.
    .where('canonical_id', 'is not', null)
    .execute();
  const canonicalOf = new Map(rows.map((row) => [row.id, row.canonical_id]));
  return [...new Set(ids.map((id) => canonicalOf.get(id) ?? id))];
}

/** Those of these tags that are synonyms of the others. */
export async function synonymIdsAmong(
  connection: Connection,
  ids: readonly number[],
  canonical: readonly number[],
): Promise<number[]> {
  const rows = await connection
    .selectFrom('tags')
    .select('id')
    .where('id', '=', sql<number>`any (${[...ids]}::bigint[])`)
    .where('canonical_id', '=', sql<number>`any (${[...canonical]}::bigint[])`)
    .execute();
  return rows.map((row) => row.id);
}

/** The ids of pen names with these usernames or ids that have a page, or are known already; others exist for their owner alone. */
export async function authorIdsOf(
  connection: Connection,
  named: readonly (number | string)[],
  known: readonly number[] = [],
): Promise<number[]> {
  const ids = named.filter((name) => typeof name === 'number');
  const keys = named.filter((name) => typeof name === 'string').map((name) => name.toLowerCase());
  const rows = await connection
    .selectFrom('pen_names')
    .select('id')
    .where((on) => on.or([hasAuthorPage, on('id', '=', sql<number>`any (${known}::bigint[])`)]))
    .where((on) =>
      on.or([
        on('id', '=', sql<number>`any (${ids}::bigint[])`),
        on('username_key', '=', sql<string>`any (${keys}::text[])`),
      ]),
    )
    .execute();
  return rows.map((row) => row.id);
}

/** The ids of stories with these ids or slugs that are listed, or known already. */
export async function storyIdsOf(
  connection: Connection,
  named: readonly (number | string)[],
  known: readonly number[] = [],
): Promise<number[]> {
  const ids = named.filter((name) => typeof name === 'number');
  const slugs = named.filter((name) => typeof name === 'string');
  const rows = await connection
    .selectFrom('stories')
    .select('id')
    .where((on) =>
      on.or([on('published_at', 'is not', null), on('id', '=', sql<number>`any (${known}::bigint[])`)]),
    )
    .where((on) =>
      on.or([
        on('id', '=', sql<number>`any (${ids}::bigint[])`),
        on('slug', '=', sql<string>`any (${slugs}::text[])`),
      ]),
    )
    .execute();
  return rows.map((row) => row.id);
}

export interface HiddenNames {
  tags: Map<number, string>;
  authors: Map<number, string>;
  stories: Map<number, { slug: string; title: string }>;
}

/**
 * The names of hidden items that visitors can find at present; tags and authors that are known have one anyway. Ids are
 * easily counted up, and would name members who have published nothing, and the tags of drafts.
 */
export async function namesOf(
  connection: Connection,
  { tags, authors, stories }: Pick<HiddenSet, 'tags' | 'authors' | 'stories'>,
  known: Pick<HiddenSet, 'tags' | 'authors'> = { tags: [], authors: [] },
): Promise<HiddenNames> {
  const anyOf = (ids: number[]) => sql<number>`any (${ids}::bigint[])`;
  const [tagRows, authorRows, storyRows] = await Promise.all([
    tags.length === 0
      ? []
      : connection
          .selectFrom('tags')
          .leftJoin('tags as canonical', 'canonical.id', 'tags.canonical_id')
          .select(['tags.id', 'tags.name'])
          .where('tags.id', '=', anyOf(tags))
          .where((on) =>
            on.or([
              on(sql`coalesce(canonical.story_count, tags.story_count)`, '>', 0),
              on('tags.id', '=', anyOf(known.tags)),
            ]),
          )
          .execute(),
    authors.length === 0
      ? []
      : connection
          .selectFrom('pen_names')
          .select(['id', 'username'])
          .where('id', '=', anyOf(authors))
          .where('retired_at', 'is', null)
          .where((on) => on.or([hasAuthorPage, on('id', '=', anyOf(known.authors))]))
          .execute(),
    stories.length === 0
      ? []
      : connection
          .selectFrom('stories')
          .select(['id', 'slug', 'title'])
          .where('id', '=', anyOf(stories))
          .where('published_at', 'is not', null)
          .execute(),
  ]);
  return {
    tags: new Map(tagRows.map(({ id, name }) => [id, name])),
    authors: new Map(authorRows.map(({ id, username }) => [id, username])),
    stories: new Map(storyRows.map(({ id, ...story }) => [id, story])),
  };
}

/** An account's hidden items, for its export. */
export async function hiddenItemsToExport(connection: Connection, accountId: number) {
  const unfound = await connection
    .selectFrom('unfound_hidden_items')
    .select(['kind', 'item_id'])
    .where('account_id', '=', accountId)
    .orderBy('kind')
    .orderBy('item_id')
    .execute();
  const found = await connection
    .selectFrom('hidden_items')
    .leftJoin('tags', 'tags.id', 'hidden_items.tag_id')
    .leftJoin('pen_names', 'pen_names.id', 'hidden_items.author_id')
    .select([
      'tags.name as tag',
      'hidden_items.warning',
      'pen_names.username as author',
      'hidden_items.story_id',
      'hidden_items.hidden_at',
    ])
    .where('hidden_items.account_id', '=', accountId)
    .orderBy('hidden_items.id')
    .execute();
  return [...found, ...unfound];
}
