import { type RawBuilder, sql } from 'kysely';
import { type HiddenSet, NOTHING_HIDDEN } from '#features/hidden/rules.ts';
import { isNotHidden } from '#features/hidden/service.ts';
import { hasAuthorPage } from '#features/pen-names/service.ts';
import { storyOrder } from '#features/stories/service/stories.ts';
import type { Connection } from '#platform/database/database.ts';
import { orderBy } from '#platform/database/order-by.ts';
import type { Author, AuthorSort } from './contract.ts';

/**
 * The orders of authors with listed stories, for a statement that reads `author_stats`. Its `account_id` is the id of a
 * pen name, as in `search_authors`: both tables are older than pen names.
 */
export const authorOrders: Record<AuthorSort, RawBuilder<unknown>> = {
  trending: orderBy<'author_stats'>('trending desc nulls last', 'account_id'),
  top: orderBy<'author_stats'>('top desc', 'ranked_upvotes desc', 'account_id'),
};

export async function authorIdsInOrder(
  connection: Connection,
  options: { sort: AuthorSort; offset: number; limit: number; hiddenIds: readonly number[] },
): Promise<number[]> {
  const rows = await connection
    .selectFrom('author_stats')
    .select('account_id')
    .where('story_count', '>', 0)
    .$if(options.hiddenIds.length > 0, (select) =>
      select.where(sql<boolean>`account_id <> all (${options.hiddenIds}::bigint[])`),
    )
    .orderBy(authorOrders[options.sort])
    .offset(options.offset)
    .limit(options.limit)
    .execute();
  return rows.map((row) => row.account_id);
}

export async function authorUsernames(connection: Connection, limit: number): Promise<string[]> {
  const rows = await connection
    .selectFrom('author_stats')
    .innerJoin(
      // Without the column account_id, by which the order names the pen name.
      (on) => on.selectFrom('pen_names').select(['id', 'username']).as('named'),
      (join) => join.onRef('named.id', '=', 'author_stats.account_id'),
    )
    .select('named.username')
    .where('story_count', '>', 0)
    .orderBy(authorOrders.top)
    .limit(limit)
    .execute();
  return rows.map((row) => row.username);
}

/** Reads the stored number of authors who have a listed story, instead of counting them. */
export async function countAuthors(connection: Connection): Promise<number> {
  const row = await connection.selectFrom('browse_totals').select('authors').executeTakeFirstOrThrow();
  return row.authors;
}

/** The authors among these pen names who have a listed story. */
export async function listedAuthors(
  connection: Connection,
  ids: readonly number[],
): Promise<{ id: number; username: string }[]> {
  if (ids.length === 0) return [];
  return connection
    .selectFrom('author_stats')
    .innerJoin('pen_names', 'pen_names.id', 'author_stats.account_id')
    .select(['pen_names.id', 'pen_names.username'])
    .where('author_stats.account_id', '=', sql<number>`any (${ids}::bigint[])`)
    .where('story_count', '>', 0)
    .orderBy('pen_names.username')
    .execute();
}

export interface FoundProfile {
  /** The pen name. */
  id: number;
  /** The account behind it, never part of an answer. */
  owner_id: number;
  is_public: boolean;
}

/**
 * The pen name with this username or id, and whether readers find its profile. A single
 * statement serves every case, so a private profile takes as long to answer as a missing one.
 */
export async function profileNamed(
  connection: Connection,
  named: { username: string } | { id: number },
): Promise<FoundProfile | undefined> {
  return connection
    .selectFrom('pen_names')
    .select(['id', 'account_id as owner_id', hasAuthorPage.as('is_public')])
    .$if('username' in named, (query) =>
      query.where('username_key', '=', 'username' in named ? named.username.toLowerCase() : ''),
    )
    .$if('id' in named, (query) => query.where('id', '=', 'id' in named ? named.id : 0))
    .where('retired_at', 'is', null)
    .executeTakeFirst();
}

interface AuthorRow {
  id: number;
  username: string;
  display_name: string;
  bio: string;
  profile_picture_url: string | null;
  created_at: Date;
  story_count: number;
  total_views: number;
  total_upvotes: number;
  trending_now: number;
  top_story: Author['top_story'];
}

/**
 * Authors as readers see them, in the order of the ids, with the trending score decayed to now. A hidden story is nobody's
 * top story.
 */
export async function authorsByIds(
  connection: Connection,
  ids: number[],
  hidden: HiddenSet = NOTHING_HIDDEN,
): Promise<Author[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<AuthorRow>`
    select pen_names.id, username, display_name, bio, profile_picture_url, pen_names.created_at,
      coalesce(story_count, 0) as story_count, coalesce(total_views, 0) as total_views,
      coalesce(total_upvotes, 0) as total_upvotes,
      case when trending is null then 0 else power(2::float8, greatest(-60,
        trending - extract(epoch from now())::float8 / trending_half_life_seconds())) end as trending_now,
      (select json_build_object('slug', slug, 'title', title, 'view_count', view_count, 'upvote_count', upvote_count)
        from stories where author_id = pen_names.id and published_at is not null
          and ${isNotHidden(sql`stories.id`, hidden)}
        order by ${storyOrder('top')} limit 1) as top_story
    from pen_names left join author_stats on author_stats.account_id = pen_names.id
    where pen_names.id = any (${ids})`.execute(connection);
  const authorOf = new Map(rows.map((row) => [row.id, toAuthor(row)]));
  return ids.map((id) => authorOf.get(id)).filter((author) => author !== undefined);
}

function toAuthor(row: AuthorRow): Author {
  return {
    id: row.id,
    account_id: row.id,
    username: row.username,
    display_name: row.display_name || row.username,
    bio: row.bio,
    profile_picture_url: row.profile_picture_url,
    created_at: row.created_at.toISOString(),
    story_count: row.story_count,
    total_views: row.total_views,
    total_upvotes: row.total_upvotes,
    top_story: row.top_story,
    author_trending_score: Math.round(row.trending_now * 10) / 10,
  };
}

/** Sums the counts of these authors' listed stories. Runs in a transaction, which keeps the locks. */
export async function sumAuthorStats(connection: Connection, authorIds: number[]): Promise<void> {
  // Locks in id order, so that two sums never deadlock, and before summing, so that the sums are never older than the
  // locks.
  await sql`select account_id from author_stats where account_id = any (${authorIds})
    order by account_id for no key update`.execute(connection);
  await sql`
    update author_stats set total_views = sums.views, total_upvotes = sums.upvotes,
      ranked_upvotes = sums.ranked_upvotes, top = wilson_lower_bound(sums.ranked_upvotes, sums.ranked_downvotes),
      trending = sums.trending
    from (
      select account_id, coalesce(sum(view_count), 0) as views, coalesce(sum(upvote_count), 0) as upvotes,
        coalesce(sum(ranked_upvote_count), 0)::integer as ranked_upvotes,
        coalesce(sum(ranked_downvote_count), 0)::integer as ranked_downvotes,
        trending_sum(trending) as trending
      from unnest(${authorIds}::bigint[]) as account_id
      left join stories on author_id = account_id and published_at is not null
      group by account_id
    ) as sums
    where author_stats.account_id = sums.account_id`.execute(connection);
}
