import { sql } from 'kysely';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import { claimNumberedSlug } from '#platform/database/numbered-slug.ts';
import { orderWithTrash } from './rules.ts';

export interface SeriesRow {
  id: number;
  owner_id: number;
  author_id: number;
  slug: string;
  title: string;
  synopsis: string;
  completed_at: Date | null;
  created_at: Date;
  updated_at: Date;
  username: string;
  display_name: string;
  /** Its owner's profile is withheld: nobody else finds the series. */
  is_withheld: boolean;
}

function rows(connection: Connection) {
  return connection
    .selectFrom('series')
    .innerJoin('accounts', 'accounts.id', 'series.owner_id')
    .innerJoin('pen_names', 'pen_names.id', 'series.author_id')
    .selectAll('series')
    .select(['pen_names.username', 'pen_names.display_name'])
    .select(sql<boolean>`accounts.withheld_at is not null`.as('is_withheld'));
}

export async function seriesAt(
  connection: Connection,
  named: { id: number } | { slug: string },
): Promise<SeriesRow | undefined> {
  return (
    'id' in named
      ? rows(connection).where('series.id', '=', named.id)
      : rows(connection).where('series.slug', '=', named.slug)
  ).executeTakeFirst();
}

export async function seriesOfOwner(connection: Connection, ownerId: number): Promise<SeriesRow[]> {
  return rows(connection).where('series.owner_id', '=', ownerId).orderBy('series.id').execute();
}

/** The ids of the stories of each series in their order: all that are not in the trash, or only listed ones. */
export async function storyIdsOfSeries(
  connection: Connection,
  seriesIds: number[],
  { onlyListed }: { onlyListed: boolean },
): Promise<Map<number, number[]>> {
  const places = await connection
    .selectFrom('series_stories')
    .innerJoin('stories', 'stories.id', 'series_stories.story_id')
    .select(['series_stories.series_id', 'series_stories.story_id'])
    .where('series_stories.series_id', '=', sql<number>`any (${seriesIds}::bigint[])`)
    .where('stories.trashed_at', 'is', null)
    .$if(onlyListed, (select) => select.where('stories.published_at', 'is not', null))
    .orderBy('series_stories.position')
    .orderBy('series_stories.story_id')
    .execute();
  return new Map(
    [...Map.groupBy(places, (place) => place.series_id)].map(([id, of]) => [
      id,
      of.map((place) => place.story_id),
    ]),
  );
}

/** The account behind a pen name. */
export async function accountOfAuthor(connection: Connection, authorId: number): Promise<number | undefined> {
  const row = await connection
    .selectFrom('pen_names')
    .select('account_id')
    .where('id', '=', authorId)
    .executeTakeFirst();
  return row?.account_id;
}

export async function countSeriesOfAccount(connection: Connection, accountId: number): Promise<number> {
  const { total } = await connection
    .selectFrom('series')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('owner_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return total;
}

export interface SeriesDetails {
  title: string;
  synopsis: string;
  is_complete: boolean;
}

/** Adds a series under the first free slug of base, base-2, base-3 … */
export async function insertSeries(
  connection: Connection,
  { title, synopsis, is_complete }: SeriesDetails,
  { owner_id, author_id, slugBase }: { owner_id: number; author_id: number; slugBase: string },
): Promise<number> {
  const { id } = await claimNumberedSlug(connection, 'series', slugBase, (slug) =>
    connection
      .insertInto('series')
      .values({
        ...{ owner_id, author_id, slug, title, synopsis },
        completed_at: sql<Date | null>`case when ${is_complete}::boolean then now() end`,
      })
      .onConflict((on) => on.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst(),
  );
  return id;
}

export async function updateSeries(
  connection: Connection,
  id: number,
  { is_complete, ...texts }: { [Name in keyof SeriesDetails]?: SeriesDetails[Name] | undefined },
): Promise<void> {
  await connection
    .updateTable('series')
    .set({
      ...texts,
      completed_at: sql<Date | null>`case coalesce(${is_complete ?? null}::boolean, completed_at is not null)
        when true then coalesce(completed_at, now()) end`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteSeriesOf(connection: Connection, id: number, ownerId: number): Promise<void> {
  await connection.deleteFrom('series').where('id', '=', id).where('owner_id', '=', ownerId).execute();
}

/**
 * Those of the stories that a series of this pen name can hold. Keeps them, and all that an existing series holds, from
 * being deleted meanwhile.
 */
export async function lockStoriesOfAuthor(
  transaction: OpenTransaction,
  storyIds: number[],
  { authorId, seriesId }: { authorId: number; seriesId?: number },
): Promise<number[]> {
  const stories = await transaction
    .selectFrom('stories')
    .select(['id', 'trashed_at'])
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('id', '=', sql<number>`any (${storyIds}::bigint[])`),
        eb(
          'id',
          'in',
          selectFrom('series_stories')
            .select('story_id')
            .where('series_id', '=', seriesId ?? null),
        ),
      ]),
    )
    .where('author_id', '=', authorId)
    .orderBy('id')
    .forKeyShare()
    .execute();
  const usable = stories.filter(({ trashed_at }) => trashed_at === null).map(({ id }) => id);
  return usable.filter((id) => storyIds.includes(id));
}

export async function lockSeries(transaction: OpenTransaction, id: number): Promise<boolean> {
  const row = await transaction
    .selectFrom('series')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** The stories of a series in their order, those in the trash included. */
async function allStoriesOf(
  connection: Connection,
  seriesId: number,
): Promise<{ id: number; isTrashed: boolean }[]> {
  return connection
    .selectFrom('series_stories')
    .innerJoin('stories', 'stories.id', 'series_stories.story_id')
    .select(['stories.id', sql<boolean>`stories.trashed_at is not null`.as('isTrashed')])
    .where('series_stories.series_id', '=', seriesId)
    .orderBy('series_stories.position')
    .orderBy('series_stories.story_id')
    .execute();
}

/** Replaces the stories of a locked series; those that stay keep their time, and those in the trash their place. */
export async function replaceStories(
  connection: Connection,
  seriesId: number,
  storyIds: number[],
): Promise<void> {
  const order = orderWithTrash(await allStoriesOf(connection, seriesId), storyIds);
  await connection
    .deleteFrom('series_stories')
    .where('series_id', '=', seriesId)
    .where(sql<boolean>`story_id <> all (${order}::bigint[])`)
    .execute();
  if (order.length > 0)
    await connection
      .insertInto('series_stories')
      .values(order.map((story_id, index) => ({ series_id: seriesId, story_id, position: index + 1 })))
      .onConflict((on) =>
        on
          .columns(['series_id', 'story_id'])
          .doUpdateSet((next) => ({ position: next.ref('excluded.position') })),
      )
      .execute();
  await connection
    .updateTable('series')
    .set({ updated_at: sql<Date>`now()` })
    .where('id', '=', seriesId)
    .execute();
}

/** Slugs of series that readers find, for the sitemap. */
export async function publicSeries(
  connection: Connection,
  limit: number,
): Promise<{ slug: string; updated_at: Date }[]> {
  return foundByReaders(connection)
    .select(['series.slug', 'series.updated_at'])
    .orderBy('series.id')
    .limit(limit)
    .execute();
}

/** Series that readers find, for catalogues: the last ones first. */
export async function newestSeries(
  connection: Connection,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ id: number; slug: string; title: string; story_count: number }[]> {
  return foundByReaders(connection)
    .select(['series.id', 'series.slug', 'series.title'])
    .select((on) =>
      on
        .selectFrom('series_stories')
        .innerJoin('stories', 'stories.id', 'series_stories.story_id')
        .select(sql<number>`count(*)::integer`.as('count'))
        .whereRef('series_stories.series_id', '=', 'series.id')
        .where('stories.published_at', 'is not', null)
        .$asScalar()
        .$notNull()
        .as('story_count'),
    )
    .orderBy('series.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
}

/** The series with a listed story, apart from those of withheld profiles. */
function foundByReaders(connection: Connection) {
  return connection
    .selectFrom('series')
    .innerJoin('accounts', 'accounts.id', 'series.owner_id')
    .where('accounts.withheld_at', 'is', null)
    .where((on) =>
      on.exists(
        on
          .selectFrom('series_stories')
          .innerJoin('stories', 'stories.id', 'series_stories.story_id')
          .select('story_id')
          .whereRef('series_stories.series_id', '=', 'series.id')
          .where('stories.published_at', 'is not', null),
      ),
    );
}

/** An account's series, with their stories in order. */
export async function seriesToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('series')
    .innerJoin('pen_names', 'pen_names.id', 'series.author_id')
    .select(['series.id', 'series.slug', 'series.title', 'series.synopsis', 'series.completed_at'])
    .select(['pen_names.username as author_username', 'series.created_at', 'series.updated_at'])
    .select(
      sql<
        string[]
      >`array(select stories.slug from series_stories join stories on stories.id = series_stories.story_id
        where series_stories.series_id = series.id order by series_stories.position)`.as('stories'),
    )
    .where('series.owner_id', '=', accountId)
    .orderBy('series.id')
    .execute();
}
