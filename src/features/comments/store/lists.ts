import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import { type CommentList, type CommentViewer, isOnOpenChapter, isSeenBy, rootsOf } from './threads.ts';

/** The threads and comments that readers find in a list. */
export async function listTotals(
  connection: Connection,
  list: CommentList,
): Promise<{ threads: number; comments: number }> {
  const { storyId, on } = list;
  if (typeof on === 'object' && on.paragraphIds !== undefined)
    return rootsOf(connection, list)
      .clearSelect()
      .select([
        sql<number>`count(*)::integer`.as('threads'),
        sql<number>`coalesce(sum(is_shown::integer + reply_count), 0)::integer`.as('comments'),
      ])
      .where('is_listed', '=', true)
      .executeTakeFirstOrThrow();
  return connection
    .selectFrom('comment_totals')
    .leftJoin('chapters', 'chapters.id', 'comment_totals.chapter_id')
    .select([
      sql<number>`coalesce(sum(comment_totals.thread_count), 0)::integer`.as('threads'),
      sql<number>`coalesce(sum(comment_totals.comment_count), 0)::integer`.as('comments'),
    ])
    .where('comment_totals.story_id', '=', storyId)
    .where((is) =>
      on === 'all'
        ? is.or([
            is('comment_totals.chapter_id', 'is', null),
            is.and([is('chapters.state', '=', 'published'), is('chapters.trashed_at', 'is', null)]),
          ])
        : on === 'story'
          ? is.and([is('comment_totals.chapter_id', 'is', null)])
          : is.and([is('comment_totals.chapter_id', '=', on.chapterId)]),
    )
    .executeTakeFirstOrThrow();
}

/** The first replies of each thread that readers find, with their ids and threads. */
export async function firstReplies(
  connection: Connection,
  parentIds: number[],
  limit: number,
): Promise<{ id: number; parent_id: number }[]> {
  if (parentIds.length === 0) return [];
  const { rows } = await sql<{ id: number; parent_id: number }>`
    select reply.id, parent as parent_id from unnest(${parentIds}::bigint[]) as parent
    cross join lateral (
      select id from comments where parent_id = parent and is_shown order by id limit ${limit}
    ) as reply`.execute(connection);
  return rows;
}

const MAX_HIDDEN_REPLIES = 200;

/** The replies in these threads that only this viewer sees. */
export async function hiddenReplies(
  connection: Connection,
  storyId: number,
  parentIds: number[],
  viewer: CommentViewer,
): Promise<{ id: number; parent_id: number }[]> {
  if (parentIds.length === 0) return [];
  const rows = await connection
    .selectFrom('comments')
    .select(['id', 'parent_id'])
    .where('story_id', '=', storyId)
    .where('parent_id', '=', sql<number>`any (${parentIds}::bigint[])`)
    .where('is_shown', '=', false)
    .where('state', '<>', 'deleted')
    .where(isSeenBy(viewer))
    .orderBy('id')
    .limit(MAX_HIDDEN_REPLIES)
    .execute();
  return rows.map(({ id, parent_id }) => ({ id, parent_id: parent_id ?? 0 }));
}

export async function replyIds(
  connection: Connection,
  parentId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<number[]> {
  const rows = await connection
    .selectFrom('comments')
    .select('id')
    .where('parent_id', '>=', parentId)
    .where('parent_id', '<=', parentId)
    .where('is_shown', '=', true)
    .orderBy('parent_id')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * The comments on the story as a whole, and on each open chapter that has some, in reading order, with the chapter’s number
 * among those that are counted.
 */
export async function countsOfStory(connection: Connection, storyId: number) {
  const chapters = connection
    .selectFrom('chapters')
    .select(['id', 'title', 'order'])
    .select(
      sql<number>`(count(*) filter (where kind <> 'notice') over (order by "order", id))::integer`.as(
        'number',
      ),
    )
    .where('story_id', '=', storyId)
    .where('state', '=', 'published')
    .where('trashed_at', 'is', null);
  return connection
    .selectFrom('comment_totals')
    .leftJoin(chapters.as('chapters'), 'chapters.id', 'comment_totals.chapter_id')
    .select(['comment_totals.chapter_id as id', 'chapters.title', 'chapters.number'])
    .select('comment_totals.comment_count')
    .where('comment_totals.story_id', '=', storyId)
    .where('comment_count', '>', 0)
    .where((is) => is.or([is('comment_totals.chapter_id', 'is', null), is('chapters.id', 'is not', null)]))
    .orderBy('chapters.order')
    .orderBy('chapters.id')
    .execute();
}

type ReceivedState = 'waiting' | 'shown' | 'removed';

function received(connection: Connection, accountId: number, state: ReceivedState) {
  return connection
    .selectFrom('comments')
    .innerJoin('stories', 'stories.id', 'comments.story_id')
    .where('stories.author_id', 'in', (from) =>
      from.selectFrom('pen_names').select('id').where('account_id', '=', accountId),
    )
    .where('stories.trashed_at', 'is', null)
    .where('comments.state', '=', state)
    .where('comments.withheld_at', 'is', null)
    .where('comments.account_id', 'is distinct from', accountId)
    .where(isOnOpenChapter);
}

/** Others' comments on the stories of an account, latest first. */
export async function receivedIds(
  connection: Connection,
  accountId: number,
  { state, offset, limit }: { state: ReceivedState; offset: number; limit: number },
): Promise<number[]> {
  const rows = await received(connection, accountId, state)
    .select('comments.id')
    .orderBy('comments.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function countReceived(
  connection: Connection,
  accountId: number,
  state: ReceivedState,
): Promise<number> {
  const { total } = await received(connection, accountId, state)
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** The places that comments are on, in words. */
export async function placesOf(connection: Connection, ids: number[]) {
  if (ids.length === 0) return [];
  return connection
    .selectFrom('comments')
    .innerJoin('stories', 'stories.id', 'comments.story_id')
    .innerJoin('pen_names', 'pen_names.id', 'stories.author_id')
    .leftJoin('chapters', 'chapters.id', 'comments.chapter_id')
    .select(['comments.id', 'stories.title as story_title', 'stories.slug as story_slug'])
    .select('pen_names.username as story_author_username')
    .select('chapters.title as chapter_title')
    .select(
      sql<boolean>`comments.state = 'shown' and stories.comments not in ('off', 'closed')`.as('may_reply'),
    )
    .where('comments.id', '=', sql<number>`any (${ids}::bigint[])`)
    .execute();
}

/** Those of the comments that this author may decide about, with their stories. */
export async function decidable(connection: Connection, accountId: number, ids: number[]) {
  return connection
    .selectFrom('comments')
    .innerJoin('stories', 'stories.id', 'comments.story_id')
    .innerJoin('pen_names', 'pen_names.id', 'stories.author_id')
    .select(['comments.id', 'comments.story_id'])
    .where('pen_names.account_id', '=', accountId)
    .where('stories.trashed_at', 'is', null)
    .where('comments.state', '<>', 'deleted')
    .where('comments.removed_as', 'is distinct from', 'staff')
    .where('comments.id', '=', sql<number>`any (${ids}::bigint[])`)
    .execute();
}
