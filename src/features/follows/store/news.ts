import { type RawBuilder, sql } from 'kysely';
import type { HiddenSet } from '#features/hidden/rules.ts';
import { isNotHidden } from '#features/hidden/service.ts';
import { passesFilter, type ResolvedFilter } from '#features/stories/service/list-view.ts';
import type { Connection } from '#platform/database/database.ts';
import { MAX_CHAPTERS_LISTED } from '../contract/updates.ts';
import { FIRST_MAIL_TIME, type MailFrequency } from '../rules.ts';

/** The number of stories, the latest changed ones, among which followed tags and filters find theirs. */
const RECENT_DEPTH = 10_000;
/** The number of stories that a filter finds among them. */
const MAX_STORIES_OF_FILTER = 1_000;
/** The number of stories, the latest changed ones, whose chapters make up the news of everything. */
const NEWS_DEPTH = 500;

/** The reader whose follows bring stories, and what of these counts. */
export interface NewsScope {
  accountId: number;
  hidden: HiddenSet;
  /** The stories that followed filters bring. */
  filtered: { followId: number; storyId: number }[];
  /** Only these stories; undefined: all. */
  storyIds?: readonly number[] | undefined;
}

/** Query `own`: the account's follows, with the time until which it has read everything. */
const ownFollows = ({ accountId }: NewsScope) => sql`own as materialized (
  select follows.*, coalesce(settings.read_until, '-infinity') as all_read_until from follows
  left join follow_settings as settings on settings.account_id = follows.account_id
  where follows.account_id = ${accountId})`;

const isChosen = (id: RawBuilder<unknown>, { storyIds }: NewsScope) =>
  sql<boolean>`(${storyIds ?? null}::bigint[] is null or ${id} = any (${storyIds ?? null}::bigint[]))`;

/**
 * Query `brought`: the stories that each follow brings; added_at is the time since which one is on a list or in a series. Tags and
 * filters bring only the latest changed stories: a popular tag has more than a reader could follow.
 */
const broughtStories = (scope: NewsScope) => sql`brought as materialized (
  select own.id as follow_id, own.story_id, null::timestamptz as added_at from own
    where own.story_id is not null and ${isChosen(sql`own.story_id`, scope)}
  union all select own.id, placed.story_id, placed.added_at from own join series_stories as placed on placed.series_id = own.series_id
    join series on series.id = own.series_id join accounts on accounts.id = series.owner_id
    where accounts.withheld_at is null and ${isChosen(sql`placed.story_id`, scope)}
  union all select own.id, stories.id, null from own join stories on stories.author_id = own.author_id
    where stories.published_at is not null and ${isChosen(sql`stories.id`, scope)}
  union all select own.id, placed.story_id, placed.added_at from own
    join shelf_stories as placed on placed.shelf_id = own.list_id
    join shelves on shelves.id = own.list_id join accounts on accounts.id = shelves.owner_id
    where shelves.visibility <> 'private' and accounts.withheld_at is null
      and not exists (select from list_withholdings where shelf_id = own.list_id) and ${isChosen(sql`placed.story_id`, scope)}
  union all select own.id, tagged.story_id, null from own join tags on tags.id = own.tag_id
    join story_tags as tagged on tagged.tag_id = coalesce(tags.canonical_id, tags.id)
    where tagged.published_at is not null and tagged.story_id in (${recentStories(scope)})
  union all select found.follow_id, found.story_id, null
    from unnest(${scope.filtered.map(({ followId }) => followId)}::bigint[], ${scope.filtered.map(({ storyId }) => storyId)}::bigint[])
      as found (follow_id, story_id))`;

/** The chosen stories, or the latest changed ones. */
const recentStories = (scope: NewsScope) =>
  scope.storyIds === undefined
    ? sql`select id from stories where published_at is not null order by updated_at desc, id desc limit ${RECENT_DEPTH}`
    : sql`select unnest(${scope.storyIds}::bigint[])`;

/** Whether the account finds a story at this moment and does not hide it. */
const isFound = ({ accountId, hidden }: Pick<NewsScope, 'accountId' | 'hidden'>) => sql<boolean>`(
  stories.trashed_at is null and stories.withheld_at is null
  and (stories.published_at is not null or (stories.visibility = 'link' and exists (
    select from follows where follows.account_id = ${accountId} and follows.story_id = stories.id)))
  and ${isNotHidden(sql`stories.id`, hidden)})`;

/** Those of the stories that the account finds at this moment. */
export async function foundStoryIds(
  connection: Connection,
  scope: Pick<NewsScope, 'accountId' | 'hidden'>,
  storyIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from stories
    where id = any (${storyIds}::bigint[]) and ${isFound(scope)}`.execute(connection);
  return rows.map(({ id }) => id);
}

/**
 * Query `shown`: those of the brought stories that the account may find and does not hide, without its own. One that it follows
 * itself may be shared by link alone: the reader has its address.
 */
const shownStories = (scope: NewsScope) => sql`shown as materialized (
  select stories.id, stories.published_at, stories.updated_at, stories.unlisted_at, stories.listed_again_at,
    (select max(late_at) from chapters where story_id = stories.id and late_at is not null) as late_at
  from stories join pen_names on pen_names.id = stories.author_id
  where stories.id in (select story_id from brought) and pen_names.account_id <> ${scope.accountId}
    and ${isFound(scope)})`;

/**
 * When a chapter became news: with its story's place in the lists, or on the followed list, if that came later. One that was
 * published while nobody found its story is news since its return, a late one since it was there.
 */
const newAt = (addedAt: RawBuilder<unknown>) =>
  sql`greatest(coalesce(chapters.published_at, chapters.created_at), shown.published_at, ${addedAt}, chapters.late_at,
    case when coalesce(chapters.published_at, chapters.created_at) >= shown.unlisted_at then shown.listed_again_at end)`;

/** The time by which a story's return is dated back at most (stories_derive_listing). */
const MAX_DATED_BACK = sql`interval '30 seconds'`;

/** Query `news`: the chapters of shown stories, once for each follow that brings them. */
const chaptersOf = (scope: NewsScope) => sql`
  ${ownFollows(scope)}, ${broughtStories(scope)}, ${shownStories(scope)},
  news as (
    select own.*, own.id as follow_id, shown.id as shown_id, chapters.id as chapter_id, chapters."order" as place,
      coalesce(chapters.published_at, chapters.created_at) as chapter_at, shown.unlisted_at, shown.listed_again_at,
      ${newAt(sql`brought.added_at`)} as new_at
    from brought join own on own.id = brought.follow_id join shown on shown.id = brought.story_id
    join chapters on chapters.story_id = shown.id and chapter_is_readable(chapters.state, chapters.trashed_at)
    where own.story_id is not null
      or greatest(shown.updated_at, shown.published_at, shown.listed_again_at + ${MAX_DATED_BACK}, shown.late_at, brought.added_at) >= greatest(own.followed_at, own.all_read_until)
      or ${scope.storyIds !== undefined}::boolean
  )`;

/**
 * Whether a chapter in `news` is new to its reader: since the follow began, and not read. Whoever marked everything as read within the
 * time by which a return is dated back may not have seen it.
 */
const isUnread = ({ accountId }: NewsScope) => sql<boolean>`(
  news.new_at + case when news.new_at = news.listed_again_at then ${MAX_DATED_BACK} else '0' end > greatest(news.followed_at, news.all_read_until) and not exists (
    select from follow_reads as reads left join chapters as reached on reached.id = reads.chapter_id
    where reads.account_id = ${accountId} and reads.story_id = news.shown_id and (news.chapter_at <= reads.read_until
      or ((news.place, news.chapter_id) <= (reached."order", reached.id) and news.chapter_at <= reads.chapter_read_until))))`;

export interface StoryNews {
  story_id: number;
  unread: number;
  newest_at: Date;
  chapter_ids: number[];
}

/** The stories with unread chapters, latest first, with their number and that of all unread chapters. */
export async function unreadNews(
  connection: Connection,
  scope: NewsScope,
  { offset, limit, since, until }: { offset: number; limit: number; since?: Date; until?: Date },
): Promise<{ stories: StoryNews[]; total: number; unread: number }> {
  const { rows } = await sql<StoryNews & { total: number; all_unread: number }>`
    with ${chaptersOf(scope)},
    unread as materialized (
      select shown_id as story_id, chapter_id, min(place) as place, max(new_at) as new_at from news
      where ${isUnread(scope)} and new_at > ${since ?? '-infinity'}::timestamptz
        and new_at <= ${until ?? 'infinity'}::timestamptz
      group by shown_id, chapter_id
    )
    select story_id, count(*)::integer as unread, max(new_at) as newest_at,
      (array_agg(chapter_id order by place, chapter_id))[1:${MAX_CHAPTERS_LISTED}::integer] as chapter_ids,
      count(*) over ()::integer as total, (sum(count(*)) over ())::integer as all_unread
    from unread group by story_id order by max(new_at) desc, story_id desc offset ${offset} limit ${limit}`.execute(
    connection,
  );
  // Rows carry the totals, and a page beyond the last has none.
  if (rows.length === 0 && (offset > 0 || limit === 0))
    return { ...(await unreadNews(connection, scope, { offset: 0, limit: 1, since, until })), stories: [] };
  const stories = rows.map(({ total: _, all_unread: __, ...story }) => story);
  return { stories, total: rows[0]?.total ?? 0, unread: rows[0]?.all_unread ?? 0 };
}

export interface NewsChapter {
  story_id: number;
  chapter_id: number;
  new_at: Date;
}

/** The latest chapters of everything that the account follows, read or not. */
export async function latestNews(
  connection: Connection,
  scope: NewsScope,
  { offset, limit }: { offset: number; limit: number },
): Promise<NewsChapter[]> {
  const { rows } = await sql<NewsChapter>`
    with ${ownFollows(scope)}, ${broughtStories(scope)}, ${shownStories(scope)},
    latest as materialized (
      select shown.*, brought.added_at from shown
      join (select story_id, max(added_at) as added_at from brought group by story_id) as brought on brought.story_id = shown.id
      order by greatest(updated_at, published_at, listed_again_at, late_at, added_at) desc, id desc limit ${NEWS_DEPTH}
    )
    select shown.id as story_id, chapters.id as chapter_id, ${newAt(sql`shown.added_at`)} as new_at
    from latest as shown join chapters on chapters.story_id = shown.id and chapter_is_readable(chapters.state, chapters.trashed_at)
    order by new_at desc, chapters."order" desc, chapter_id desc offset ${offset} limit ${limit}`.execute(
    connection,
  );
  return rows;
}

/** A follow as far as its mail is concerned, with the chapters to be mailed. */
export interface NewsToMail {
  story_id: number;
  unread: number;
  chapter_ids: number[];
  follow_ids: number[];
}

/**
 * The end of the last run before a story left the lists: a chapter since then was not mailed before its return. Like `mailedUntil`.
 */
const mailedBeforeGap = sql`case mail
  when 'weekly' then date_bin('7 days', unlisted_at - interval '1 minute', ${FIRST_MAIL_TIME}::timestamptz)
  when 'daily' then date_bin('1 day', unlisted_at - interval '1 minute', ${FIRST_MAIL_TIME}::timestamptz)
  else unlisted_at - interval '1 minute' end`;

/**
 * The unread chapters until a time that follows with this kind of mail bring and no follow has mailed yet, by story.
 */
export async function newsToMail(
  connection: Connection,
  scope: NewsScope,
  { mail, until }: { mail: MailFrequency; until: Date },
): Promise<NewsToMail[]> {
  const { rows } = await sql<NewsToMail>`
    with ${chaptersOf(scope)},
    unread as (
      select news.*, greatest(new_at, case when chapter_at > ${mailedBeforeGap} then listed_again_at end) as mail_at
      from news where ${isUnread(scope)}
    ),
    due as (
      select shown_id as story_id, chapter_id, max(mail_at) as new_at,
        array_agg(follow_id) filter (where mail = ${mail} and mail_at > mailed_until) as follow_ids from unread
      where mail_at <= ${until}
      group by shown_id, chapter_id
      having bool_or(mail = ${mail} and mail_at > mailed_until)
        and bool_or(mail_at > mailed_from and mail_at <= mailed_until) is not true
    )
    select story_id, count(distinct chapter_id)::integer as unread,
      array_agg(distinct chapter_id) as chapter_ids, array_agg(distinct follow_id) as follow_ids
    from due cross join lateral unnest(follow_ids) as bringing (follow_id)
    group by story_id order by max(new_at) desc, story_id desc`.execute(connection);
  return rows;
}

/** Those of the chapters that readers of their stories find at this moment. */
export async function readableChapterIds(connection: Connection, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from chapters
    where id = any (${ids}::bigint[]) and chapter_is_readable(state, trashed_at)`.execute(connection);
  return rows.map(({ id }) => id);
}

/** The chosen stories, or the latest changed ones, that pass a filter. */
export async function storiesOfFilter(
  connection: Connection,
  filter: ResolvedFilter,
  scope: Pick<NewsScope, 'storyIds'>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select scanned.id from (${
      scope.storyIds === undefined
        ? sql`select id, updated_at from stories where published_at is not null
            order by updated_at desc, id desc limit ${RECENT_DEPTH}`
        : sql`select id, updated_at from stories where published_at is not null and id = any (${scope.storyIds}::bigint[])`
    }) as scanned
    where ${passesFilter(sql`scanned.id`, filter)}
    order by scanned.updated_at desc, scanned.id desc limit ${MAX_STORIES_OF_FILTER}`.execute(connection);
  return rows.map((row) => row.id);
}
