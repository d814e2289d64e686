import { sql } from 'kysely';
import { trendingBelowHighest, trendingScore } from '#features/tags/service/tags.ts';
import type { Connection } from '#platform/database/database.ts';
import { urls } from '#urls.ts';
import { STORY_DETAILS, type Story, type StorySeries } from '../contract/stories.ts';
import type { Visibility } from '../contract/visibility.ts';

const storyColumns = [
  'stories.id',
  'stories.slug',
  ...STORY_DETAILS.map((name) => `stories.${name}` as const),
  'stories.chapter_warnings',
  'stories.staff_warnings',
  'stories.author_id',
  'stories.upvote_count',
  'stories.downvote_count',
  'stories.view_count',
  'stories.bookmark_count',
  'stories.chapter_count',
  'stories.word_count',
  'stories.created_at',
  'stories.updated_at',
  'stories.last_chapter_at',
  'stories.withheld_at',
  'stories.waiting_for',
] as const;

/** The comments that readers find on a story and its chapters. */
const commentCount = sql<number>`case when stories.comments = 'off' then 0 else (
  select coalesce(sum(total.comment_count), 0)::integer from comment_totals as total
  left join chapters on chapters.id = total.chapter_id
  where total.story_id = stories.id
    and (total.chapter_id is null or (chapters.state = 'published' and chapters.trashed_at is null))) end`;

function rowsOf(connection: Connection, ids: number[]) {
  return connection
    .selectFrom('stories')
    .innerJoin('pen_names', 'pen_names.id', 'stories.author_id')
    .select(storyColumns)
    .select(['pen_names.username', 'pen_names.display_name', commentCount.as('comment_count')])
    .where('stories.id', '=', sql<number>`any (${ids})`)
    .execute();
}

/**
 * The offset makes the planner look up each tag separately. With a join and some hundred tags it would read and hash
 * the table of all tags: with 20,000 of them that was most of a list's cost.
 */
function tagsOfStories(connection: Connection, ids: number[]) {
  return (
    connection
      .selectFrom('story_tags')
      .innerJoinLateral(
        (on) =>
          on
            .selectFrom('tags')
            .select(['name', 'trending'])
            .whereRef('tags.id', '=', 'story_tags.tag_id')
            .offset(0)
            .as('tags'),
        (join) => join.onTrue(),
      )
      .select(['story_tags.story_id', 'tags.name', trendingBelowHighest])
      .where('story_tags.story_id', '=', sql<number>`any (${ids})`)
      // Without a position: implied by another.
      .where('story_tags.position', 'is not', null)
      .orderBy('story_tags.position')
      .execute()
  );
}

/**
 * The place of each story in its series. Only listed stories have and count as places, for their author all outside the
 * trash. Series of a withheld profile exist for their author alone.
 */
async function seriesOfStories(connection: Connection, ids: number[], viewerId: number | undefined) {
  const viewer = viewerId ?? null;
  const { rows } = await sql<StorySeries & { story_id: number }>`
    select own.story_id, series.id, series.slug, series.title, place.position, place.of
    from series_stories as own join stories on stories.id = own.story_id join series on series.id = own.series_id
      join accounts on accounts.id = series.owner_id
      cross join lateral (
        select count(*) filter (where (other.position, other.story_id) <= (own.position, own.story_id))::integer as position,
          count(*)::integer as of
        from series_stories as other join stories as others on others.id = other.story_id
        where other.series_id = own.series_id and (others.published_at is not null
          or (series.owner_id = ${viewer}::bigint and others.trashed_at is null))
      ) as place
    where own.story_id = any (${ids}::bigint[]) and case when series.owner_id = ${viewer}::bigint
      then stories.trashed_at is null else stories.published_at is not null and accounts.withheld_at is null end
    order by series.id`.execute(connection);
  return rows;
}

/**
 * The rows of these stories with author, tags and series as somebody may see them, in the order of the ids; ids that no
 * longer exist are left out.
 */
export async function storiesByIds(
  connection: Connection,
  ids: number[],
  viewerId?: number,
): Promise<Story[]> {
  if (ids.length === 0) return [];
  const [rows, tagRows, seriesRows] = await Promise.all([
    rowsOf(connection, ids),
    tagsOfStories(connection, ids),
    seriesOfStories(connection, ids, viewerId),
  ]);
  const seriesOf = Map.groupBy(seriesRows, (row) => row.story_id);
  const tagsOf = Map.groupBy(tagRows, (row) => row.story_id);
  const storyOf = new Map<number, Story>();
  for (const row of rows) {
    const {
      username,
      display_name,
      created_at,
      updated_at,
      last_chapter_at,
      withheld_at,
      waiting_for,
      ...same
    } = row;
    storyOf.set(row.id, {
      ...same,
      url: urls.story(row.slug),
      author_username: username,
      author_display_name: display_name || username,
      tags: (tagsOf.get(row.id) ?? []).map((tag) => ({
        name: tag.name,
        trending_score: trendingScore(tag.below_highest),
      })),
      series: (seriesOf.get(row.id) ?? []).map(({ story_id: _, ...place }) => place),
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
      last_chapter_at: last_chapter_at?.toISOString() ?? null,
      ...(withheld_at === null ? {} : { withheld_at: withheld_at.toISOString() }),
      ...(waiting_for === null ? {} : { is_waiting: true, waiting_for }),
    });
  }
  return ids.map((id) => storyOf.get(id)).filter((story) => story !== undefined);
}

/** Whether an account can open a story by its slug: isVisibleTo as a condition on stories, without the staff's exceptions. */
export function isOpenTo(accountId: number) {
  return sql<boolean>`(stories.trashed_at is null and ((stories.withheld_at is null and stories.visibility <> 'draft')
    or stories.author_id in (select id from pen_names where account_id = ${accountId})))`;
}

/** A story's column for an account's own copy of what it did; null while it cannot open the story, which may have another name. */
export function ifOpenTo(accountId: number, column: 'stories.slug' | 'stories.title') {
  return sql<string | null>`case when ${isOpenTo(accountId)} then ${sql.ref(column)} end`;
}

export interface FoundStory {
  id: number;
  slug: string;
  owner_id: number;
  withheld_at: Date | null;
  published_at: Date | null;
  trashed_at: Date | null;
  visibility: Visibility;
  chapter_count: number;
}

const foundColumns = [
  'stories.id',
  'stories.slug',
  'pen_names.account_id as owner_id',
  'stories.withheld_at',
  'stories.published_at',
  'stories.trashed_at',
  'stories.visibility',
  'stories.chapter_count',
] as const;

function withOwner(connection: Connection) {
  return connection.selectFrom('stories').innerJoin('pen_names', 'pen_names.id', 'stories.author_id');
}

export async function storyById(connection: Connection, id: number): Promise<FoundStory | undefined> {
  return withOwner(connection).select(foundColumns).where('stories.id', '=', id).executeTakeFirst();
}

/** The stories with these ids or current slugs. */
export async function storiesAt(
  connection: Connection,
  { ids, slugs }: { ids: number[]; slugs: string[] },
): Promise<FoundStory[]> {
  return withOwner(connection)
    .select(foundColumns)
    .where((on) =>
      on.or([
        on('stories.id', '=', sql<number>`any (${ids}::bigint[])`),
        on('slug', '=', sql<string>`any (${slugs}::text[])`),
      ]),
    )
    .execute();
}

/** The story that has or had this slug, with its current slug. */
export async function storyBySlug(connection: Connection, slug: string): Promise<FoundStory | undefined> {
  return withOwner(connection)
    .innerJoin('story_slugs', 'story_slugs.story_id', 'stories.id')
    .select(foundColumns)
    .where('story_slugs.slug', '=', slug)
    .executeTakeFirst();
}

/** The pen names under which these stories are published. */
export async function authorIdsOf(connection: Connection, storyIds: number[]): Promise<number[]> {
  if (storyIds.length === 0) return [];
  const rows = await connection
    .selectFrom('stories')
    .select('author_id')
    .distinct()
    .where('id', 'in', storyIds)
    .execute();
  return rows.map((row) => row.author_id);
}

/** The accounts behind these stories. */
export async function ownerIdsOf(connection: Connection, storyIds: number[]): Promise<number[]> {
  if (storyIds.length === 0) return [];
  const rows = await withOwner(connection)
    .select('pen_names.account_id')
    .distinct()
    .where('stories.id', 'in', storyIds)
    .execute();
  return rows.map((row) => row.account_id);
}

/** The latest story of an account with each of these titles, whatever their case and pen name, by title in lower case. */
export async function storiesOfAccountByTitle(
  connection: Connection,
  accountId: number,
  titles: readonly string[],
): Promise<Map<string, { slug: string; title: string }>> {
  if (titles.length === 0) return new Map();
  const rows = await titled(connection, titles).where('pen_names.account_id', '=', accountId).execute();
  return new Map(rows.map((row) => [row.title.toLowerCase(), row]));
}

/** The latest story with this title of the account behind a pen name, under any of its names. */
export async function titledStoryBeside(
  connection: Connection,
  penNameId: number,
  title: string,
): Promise<{ slug: string; title: string } | undefined> {
  const rows = await titled(connection, [title])
    .where('pen_names.account_id', '=', (from) =>
      from.selectFrom('pen_names as named').select('account_id').where('named.id', '=', penNameId),
    )
    .execute();
  return rows.at(-1);
}

function titled(connection: Connection, titles: readonly string[]) {
  const keys = titles.map((title) => title.toLowerCase());
  return withOwner(connection)
    .select(['stories.slug', 'stories.title'])
    .where('stories.trashed_at', 'is', null)
    .where(sql<boolean>`lower(stories.title) = any (${keys}::text[])`)
    .orderBy('stories.id');
}
