import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { CommentSort } from '../contract/comments.ts';

/** The list: all comments on a story, those on it as a whole, those on a chapter, or on some of its paragraphs. */
export interface CommentList {
  storyId: number;
  on: 'all' | 'story' | { chapterId: number; paragraphIds?: number[] };
}

/** Somebody who sees more comments than readers do: their own, or, as the author or one of the staff, others’. */
export interface CommentViewer {
  id: number;
  isModerating: boolean;
}

export const isOnOpenChapter = sql<boolean>`(comments.chapter_id is null or exists (select from chapters
  where chapters.id = comments.chapter_id and state = 'published' and trashed_at is null))`;

export function rootsOf(connection: Connection, { storyId, on }: CommentList) {
  const roots = connection
    .selectFrom('comments')
    .select(['id', 'thank_count'])
    .where('parent_id', 'is', null)
    .where('story_id', '=', storyId);
  if (on === 'all') return roots.where(isOnOpenChapter);
  if (on === 'story') return roots.where('chapter_id', 'is', null);
  const { chapterId, paragraphIds } = on;
  return paragraphIds === undefined
    ? roots.where('chapter_id', '=', chapterId)
    : roots.where('paragraph_id', '=', sql<number>`any (${paragraphIds}::bigint[])`);
}

const orders = {
  oldest: { column: 'id', direction: 'asc' },
  newest: { column: 'id', direction: 'desc' },
  best: { column: 'thank_count', direction: 'desc' },
} as const satisfies Record<CommentSort, object>;

/**
 * The listed threads of a page, along an index. A range of one value, and its column as the first of the order, leave the
 * database no other index to go along: by their ids alone it would pass the comments of all other stories.
 */
function listedThreads(connection: Connection, list: CommentList, sort: CommentSort) {
  const { storyId, on } = list;
  const [place, value] =
    typeof on === 'object' ? (['chapter_id', on.chapterId] as const) : (['story_id', storyId] as const);
  const { column, direction } = orders[sort];
  return connection
    .selectFrom('comments')
    .select(['id', 'thank_count'])
    .where('parent_id', 'is', null)
    .where('is_listed', '=', true)
    .where(place, '>=', value)
    .where(place, '<=', value)
    .$if(on === 'all', (select) => select.where(isOnOpenChapter))
    .$if(on === 'story', (select) => select.where('chapter_id', 'is', null))
    .orderBy(place, sort === 'newest' ? 'desc' : 'asc')
    .orderBy(column, direction)
    .$if(column !== 'id', (select) => select.orderBy('id'));
}

/** Others’ hidden comments in a list; those of waves and what was removed from the queue are in the queue alone. */
const isForModerators = sql<boolean>`(held_for is distinct from 'flood' and (state <> 'removed' or held_for is null))`;

/** One's own; for author and staff also others'. */
export const isSeenBy = ({ id, isModerating }: CommentViewer) =>
  isModerating ? sql<boolean>`(account_id = ${id} or ${isForModerators})` : sql<boolean>`account_id = ${id}`;

/** Of the comments that readers do not find, only so many of the latest are looked through. */
const HIDDEN_DEPTH = 200;

/**
 * The threads in a list that only this viewer sees: their own; for the author and the staff, also others’ among the latest
 * hidden ones of the story.
 */
export async function hiddenThreads(
  connection: Connection,
  list: CommentList,
  viewer: CommentViewer,
): Promise<number[]> {
  const hidden = rootsOf(connection, list)
    .where('is_listed', '=', false)
    .where('is_shown', '=', false)
    .where('state', '<>', 'deleted');
  const own = hidden.where('account_id', '=', viewer.id);
  if (!viewer.isModerating) return idsOf(own.limit(HIDDEN_DEPTH));
  const latest = sql<number>`(select id from comments where story_id >= ${list.storyId} and story_id <= ${list.storyId}
    and not is_shown and state <> 'deleted' order by story_id desc, id desc limit ${HIDDEN_DEPTH})`;
  const others = hidden.where('id', 'in', latest).where(isForModerators);
  return idsOf(others.union(own).limit(HIDDEN_DEPTH));
}

/** The threads of a page: the listed ones, and among them those that only this viewer sees. */
export async function threadIds(
  connection: Connection,
  list: CommentList,
  hidden: number[],
  {
    sort,
    offset,
    limit,
    except,
  }: { sort: CommentSort; offset: number; limit: number; except?: number | undefined },
): Promise<number[]> {
  const isParagraph = typeof list.on === 'object' && list.on.paragraphIds !== undefined;
  const all = isParagraph
    ? rootsOf(connection, list).where('is_listed', '=', true)
    : listedThreads(connection, list, sort);
  const listed = all.$if(except !== undefined, (select) => select.where('id', '<>', except ?? 0));
  if (!isParagraph && hidden.length === 0) return idsOf(listed.offset(offset).limit(limit));
  const first = connection
    .selectFrom((isParagraph ? listed : listed.limit(offset + limit)).as('listed'))
    .select(['id', 'thank_count']);
  const more = connection
    .selectFrom('comments')
    .select(['id', 'thank_count'])
    .where('id', '=', sql<number>`any (${hidden}::bigint[])`);
  const { column, direction } = orders[sort];
  return idsOf(
    connection
      .selectFrom(first.unionAll(more).as('threads'))
      .select('id')
      .orderBy(column, direction)
      .$if(column !== 'id', (select) => select.orderBy('id'))
      .offset(offset)
      .limit(limit),
  );
}

async function idsOf(query: { execute(): Promise<{ id: number }[]> }): Promise<number[]> {
  return (await query.execute()).map(({ id }) => id);
}
