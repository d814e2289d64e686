import { type RawBuilder, sql } from 'kysely';
import { hasAuthorPage } from '#features/pen-names/service.ts';
import type { Connection } from '#platform/database/database.ts';
import type { FollowKind, FollowMail } from '../contract/follows.ts';

/** The target of a follow: one thing by its id, or a filter. */
export type Thing = { kind: Exclude<FollowKind, 'filter'>; id: number } | { kind: 'filter'; query: string };

const columnOf = {
  story: 'story_id',
  series: 'series_id',
  author: 'author_id',
  tag: 'tag_id',
  list: 'list_id',
} as const satisfies Record<Exclude<FollowKind, 'filter'>, string>;

export interface FollowRow {
  id: number;
  kind: FollowKind;
  target_id: number | null;
  query: string | null;
  mail: FollowMail;
  followed_at: Date;
  title: string | null;
  /** The slug, username or name in the address of the thing. */
  address: string | null;
}

/** Whether an account follows a story, a series that it is in, or its author. */
export async function followsStory(
  connection: Connection,
  accountId: number,
  storyId: number,
): Promise<boolean> {
  const { rows } = await sql`select from follows where account_id = ${accountId} and (story_id = ${storyId}
    or author_id = (select stories.author_id from stories where stories.id = ${storyId})
    or series_id in (select series_stories.series_id from series_stories where series_stories.story_id = ${storyId}))
    limit 1`.execute(connection);
  return rows.length > 0;
}

/** An account's follows, the latest first, with the names of those things that it finds now. */
async function followRows(
  connection: Connection,
  accountId: number,
  condition: RawBuilder<unknown>,
): Promise<FollowRow[]> {
  const { rows } = await sql<FollowRow>`
    select follows.id, follows.query, follows.mail, follows.followed_at,
      case when follows.story_id is not null then 'story' when follows.series_id is not null then 'series'
        when follows.author_id is not null then 'author' when follows.tag_id is not null then 'tag'
        when follows.list_id is not null then 'list' else 'filter' end as kind,
      coalesce(follows.story_id, follows.series_id, follows.author_id, follows.tag_id, follows.list_id) as target_id,
      coalesce(stories.title, series.title, nullif(pen_names.display_name, ''), pen_names.username, tags.name, shelves.title) as title,
      coalesce(stories.slug, series.slug, pen_names.username, tags.name, shelves.slug) as address
    from follows
    left join stories on stories.id = follows.story_id and stories.trashed_at is null and stories.withheld_at is null
      and stories.visibility <> 'draft'
    left join series on series.id = follows.series_id and (series.owner_id = ${accountId} or exists (
      select from series_stories join stories as listed on listed.id = series_stories.story_id
      where series_stories.series_id = series.id and listed.published_at is not null))
      and exists (select from accounts where accounts.id = series.owner_id and accounts.withheld_at is null)
    left join pen_names on pen_names.id = follows.author_id and ${hasAuthorPage}
    left join tags as named on named.id = follows.tag_id
    left join tags on tags.id = coalesce(named.canonical_id, named.id)
    left join shelves on shelves.id = follows.list_id and shelves.visibility <> 'private'
      and exists (select from pen_names where pen_names.id = shelves.author_id and pen_names.retired_at is null)
      and not exists (select from list_withholdings where list_withholdings.shelf_id = shelves.id) and exists (
        select from accounts where accounts.id = shelves.owner_id and accounts.withheld_at is null)
    where follows.account_id = ${accountId} and ${condition}
    order by follows.followed_at desc, follows.id desc`.execute(connection);
  return rows;
}

export function followsOf(connection: Connection, accountId: number): Promise<FollowRow[]> {
  return followRows(connection, accountId, sql`follows.id > 0`);
}

const isOf = (thing: Thing): RawBuilder<unknown> =>
  thing.kind === 'filter'
    ? sql`follows.query = ${thing.query}`
    : sql`follows.${sql.ref(columnOf[thing.kind])} = ${thing.id}`;

export async function followOf(
  connection: Connection,
  accountId: number,
  thing: Thing,
): Promise<FollowRow | undefined> {
  const [row] = await followRows(connection, accountId, isOf(thing));
  return row;
}

/** The number of an account's follows, and of the filters among them. */
export async function countFollows(
  connection: Connection,
  accountId: number,
): Promise<{ all: number; filters: number }> {
  return connection
    .selectFrom('follows')
    .select([sql<number>`count(*)::integer`.as('all'), sql<number>`count(query)::integer`.as('filters')])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
}

/** The filters that an account follows. */
export async function followedFilters(
  connection: Connection,
  accountId: number,
): Promise<{ id: number; query: string }[]> {
  const rows = await connection
    .selectFrom('follows')
    .select(['id', 'query'])
    .where('account_id', '=', accountId)
    .where('query', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id, query }) => ({ id, query: query ?? '' }));
}

/** How often the account chose to get mail when it last followed something. */
export async function lastMailOf(connection: Connection, accountId: number): Promise<FollowMail> {
  const row = await connection
    .selectFrom('follows')
    .select('mail')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (row?.mail ?? 'none') as FollowMail;
}

/**
 * Stores a follow. News is mailed from now on; for one that is taken up again, since the last run, until which the earlier
 * follow was mailed.
 */
export async function insertFollow(
  connection: Connection,
  accountId: number,
  thing: Thing,
  { mail, since }: { mail: FollowMail; since: Date | undefined },
): Promise<void> {
  const mailedUntil =
    since === undefined
      ? sql<Date>`now()`
      : sql<Date>`least(now(), greatest(${since}::timestamptz,
          coalesce((select mailed_until from follow_mail_runs where follow_mail_runs.mail = ${mail}), now())))`;
  await connection
    .insertInto('follows')
    .values({
      account_id: accountId,
      ...(thing.kind === 'filter' ? { query: thing.query } : { [columnOf[thing.kind]]: thing.id }),
      mail,
      ...(mail === 'none' ? {} : { mailed_from: mailedUntil, mailed_until: mailedUntil }),
      ...(since === undefined ? {} : { followed_at: since }),
    })
    .execute();
}

/** News is mailed from now on if none was mailed so far, and otherwise from where it was mailed to. */
export async function setFollowMail(connection: Connection, id: number, mail: FollowMail): Promise<void> {
  await sql`update follows set mail = ${mail},
    mailed_from = case when mail = 'none' and ${mail} <> 'none' then now() else mailed_from end,
    mailed_until = case when mail = 'none' and ${mail} <> 'none' then now() else mailed_until end
    where id = ${id}`.execute(connection);
}

/** Returns whether the account followed it. */
export async function deleteFollow(connection: Connection, accountId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await connection
    .deleteFrom('follows')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0;
}

/** The tag with an id that readers find: the canonical one, with a listed story. */
export async function listedTagId(connection: Connection, id: number): Promise<number | undefined> {
  const row = await connection
    .selectFrom('tags as named')
    .innerJoin('tags', (on) => on.on('tags.id', '=', sql<number>`coalesce(named.canonical_id, named.id)`))
    .select('tags.id')
    .where('named.id', '=', id)
    .where('tags.story_count', '>', 0)
    .executeTakeFirst();
  return row?.id;
}

/** The published list at a slug, or with an id if it is public: lists that are shared by link have no other address. */
export async function publishedListId(
  connection: Connection,
  named: { id: number } | { slug: string },
): Promise<number | undefined> {
  const row = await connection
    .selectFrom('shelves')
    .innerJoin('accounts', 'accounts.id', 'shelves.owner_id')
    .innerJoin('pen_names', 'pen_names.id', 'shelves.author_id')
    .select('shelves.id')
    .$if('slug' in named, (query) =>
      query
        .where('shelves.slug', '=', 'slug' in named ? named.slug : '')
        .where('shelves.visibility', '<>', 'private'),
    )
    .$if('id' in named, (query) =>
      query.where('shelves.id', '=', 'id' in named ? named.id : 0).where('shelves.visibility', '=', 'public'),
    )
    .where('accounts.withheld_at', 'is', null)
    .where('pen_names.retired_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from list_withholdings where list_withholdings.shelf_id = shelves.id)`,
    )
    .executeTakeFirst();
  return row?.id;
}

/** The accounts other than its author's that follow a story, its series or its author. */
export async function countFollowers(connection: Connection, storyId: number): Promise<number> {
  const { rows } = await sql<{ followers: number }>`
    select count(distinct follows.account_id)::integer as followers
    from stories join pen_names on pen_names.id = stories.author_id
    join follows on follows.story_id = stories.id or follows.author_id = stories.author_id
      or follows.series_id in (select series_id from series_stories where story_id = stories.id)
    where stories.id = ${storyId} and follows.account_id <> pen_names.account_id`.execute(connection);
  return rows[0]?.followers ?? 0;
}
