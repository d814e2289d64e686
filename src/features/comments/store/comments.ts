import { sql } from 'kysely';
import type { CommentSetting } from '#features/labels/contract/comments.ts';
import { hasAuthorPage } from '#features/pen-names/service.ts';
import { clockTime } from '#platform/database/clock.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import { COMMENT_EDIT_MINUTES } from '../contract/comments.ts';
import type { HoldReason } from '../contract/sweeps.ts';

export interface CommentRow {
  id: number;
  story_id: number;
  chapter_id: number | null;
  parent_id: number | null;
  account_id: number | null;
  author_id: number | null;
  username: string | null;
  display_name: string | null;
  has_author_page: boolean;
  content: string;
  state: 'shown' | 'waiting' | 'removed' | 'deleted';
  created_at: Date;
  edited_at: Date | null;
  approved_at: Date | null;
  held_for: HoldReason | null;
  removed_as: 'author' | 'staff' | null;
  removal_reason: string;
  withheld_at: Date | null;
  reply_count: number;
  thank_count: number;
  is_pinned: boolean;
  is_author: boolean;
  is_thanked: boolean;
  /** Whether the viewer mutes, blocks or hides its writer’s name. */
  is_folded: boolean;
}

/** Comments with their writers' names, and whether this account has thanked for them. */
function commentRows(connection: Connection, viewerId: number | undefined) {
  return connection
    .selectFrom('comments')
    .innerJoin('stories', 'stories.id', 'comments.story_id')
    .leftJoin('pen_names', 'pen_names.id', 'comments.author_id')
    .select(['comments.id', 'comments.story_id', 'comments.chapter_id', 'comments.parent_id'])
    .select(['comments.account_id', 'comments.author_id', 'comments.content', 'comments.state'])
    .select(['comments.created_at', 'comments.edited_at', 'comments.approved_at', 'comments.removed_as'])
    .select('comments.held_for')
    .select(sql<boolean>`comments.pinned_at is not null and comments.is_shown`.as('is_pinned'))
    .select(['comments.removal_reason', 'comments.withheld_at', 'comments.reply_count'])
    .select(['comments.thank_count', 'pen_names.username', 'pen_names.display_name'])
    .select(sql<boolean>`coalesce(comments.author_id = stories.author_id, false)`.as('is_author'))
    .select(hasAuthorPage.as('has_author_page'))
    .select(
      sql<boolean>`exists (select from comment_thanks where comment_id = comments.id
        and comment_thanks.account_id = ${viewerId ?? null}::bigint)`.as('is_thanked'),
    )
    .select(
      sql<boolean>`(exists (select from blocks where blocks.account_id = ${viewerId ?? null}::bigint
          and blocks.author_id = comments.author_id)
        or exists (select from hidden_items where hidden_items.account_id = ${viewerId ?? null}::bigint
          and hidden_items.author_id = comments.author_id)
        or exists (select from unfound_hidden_items as unfound where unfound.account_id = ${viewerId ?? null}::bigint
          and unfound.kind = 'authors' and unfound.item_id = comments.author_id))`.as('is_folded'),
    );
}

export async function commentsByIds(
  connection: Connection,
  ids: number[],
  viewerId: number | undefined,
): Promise<CommentRow[]> {
  if (ids.length === 0) return [];
  const rows = await commentRows(connection, viewerId)
    .where('comments.id', '=', sql<number>`any (${ids}::bigint[])`)
    .execute();
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => rowOf.get(id)).filter((row) => row !== undefined);
}

export interface CommentPlace {
  id: number;
  parent_id: number | null;
  account_id: number | null;
  state: CommentRow['state'];
  is_shown: boolean;
  removed_as: CommentRow['removed_as'];
  created_at: Date;
  approved_at: Date | null;
  held_for: HoldReason | null;
  /** Whether the time to edit it is over. */
  is_old: boolean;
  content: string;
  story_id: number;
  story_slug: string;
  story_owner_id: number;
  /** The pen name of its story. */
  story_author_id: number;
  setting: CommentSetting;
  chapter_id: number | null;
  /** Whether its chapter, if it is on one, is one that readers find. */
  is_chapter_open: boolean;
}

/** A comment with what decides who may do something with it. */
export async function findComment(connection: Connection, id: number): Promise<CommentPlace | undefined> {
  return connection
    .selectFrom('comments')
    .innerJoin('stories', 'stories.id', 'comments.story_id')
    .innerJoin('pen_names as author', 'author.id', 'stories.author_id')
    .leftJoin('chapters', 'chapters.id', 'comments.chapter_id')
    .select([
      'comments.id',
      'comments.parent_id',
      'comments.account_id',
      'comments.state',
      'comments.is_shown',
    ])
    .select(['comments.removed_as', 'comments.created_at', 'comments.approved_at', 'comments.content'])
    .select('comments.held_for')
    .select(['comments.story_id', 'comments.chapter_id', 'stories.slug as story_slug'])
    .select(['author.account_id as story_owner_id', 'author.id as story_author_id'])
    .select('stories.comments as setting')
    .select(
      sql<boolean>`comments.created_at < clock_timestamp() - make_interval(mins => ${COMMENT_EDIT_MINUTES})`.as(
        'is_old',
      ),
    )
    .select(
      sql<boolean>`comments.chapter_id is null or (chapters.state = 'published' and chapters.trashed_at is null)`.as(
        'is_chapter_open',
      ),
    )
    .where('comments.id', '=', id)
    .executeTakeFirst();
}

/** The accounts that wrote a comment and the first one of its thread, as far as they are there. */
export async function writersInThread(connection: Connection, id: number): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    select distinct writer.account_id from comments as answered
    join comments as writer on writer.id in (answered.id, answered.parent_id)
    where answered.id = ${id} and writer.account_id is not null order by writer.account_id`.execute(
    connection,
  );
  return rows.map(({ account_id }) => account_id);
}

/** Lets no other change of comments on these stories happen until the transaction ends. */
export async function holdComments(transaction: OpenTransaction, storyIds: number[]): Promise<void> {
  await sql`select hold_comments(${storyIds}::bigint[])`.execute(transaction);
}

/** A chapter of the story that readers find, or any outside the trash for its author. */
export async function findChapter(
  connection: Connection,
  { storyId, chapterId, isOwn }: { storyId: number; chapterId: number; isOwn: boolean },
): Promise<{ id: number; title: string } | undefined> {
  return connection
    .selectFrom('chapters')
    .select(['id', 'title'])
    .where('id', '=', chapterId)
    .where('story_id', '=', storyId)
    .where('trashed_at', 'is', null)
    .$if(!isOwn, (select) => select.where('state', '=', 'published'))
    .executeTakeFirst();
}

export async function insertComment(
  transaction: OpenTransaction,
  comment: {
    story_id: number;
    chapter_id: number | null;
    parent_id: number | null;
    paragraph_id: number | null;
    account_id: number;
    author_id: number;
    content: string;
    state: 'shown' | 'waiting';
    held_for: HoldReason | null;
    fingerprint: number | null;
  },
): Promise<number> {
  const { id } = await transaction
    .insertInto('comments')
    .values(comment)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Replaces the text and keeps the former one for the staff. */
export async function updateContent(
  transaction: OpenTransaction,
  id: number,
  {
    content,
    fingerprint,
    heldFor,
  }: { content: string; fingerprint: number | null; heldFor: HoldReason | undefined },
): Promise<void> {
  await sql`insert into comment_versions (comment_id, content)
    select id, content from comments where id = ${id}`.execute(transaction);
  await transaction
    .updateTable('comments')
    .set({ content, fingerprint, edited_at: clockTime })
    .$if(heldFor !== undefined, (update) =>
      update.set({ state: 'waiting', approved_at: null, held_for: heldFor ?? null }),
    )
    .where('id', '=', id)
    .execute();
}

export async function withdrawComments(transaction: OpenTransaction, ids: number[]): Promise<void> {
  await sql`select withdraw_comments(${ids}::bigint[])`.execute(transaction);
}

/** A decision about single comments takes them out of removals at once, whose undoing would otherwise reverse it. */
async function leaveSweeps(transaction: OpenTransaction, ids: number[]): Promise<void> {
  await sql`delete from swept_comments where comment_id = any (${ids}::bigint[])`.execute(transaction);
}

export async function showComments(transaction: OpenTransaction, ids: number[]): Promise<void> {
  await leaveSweeps(transaction, ids);
  await transaction
    .updateTable('comments')
    .set({ state: 'shown', approved_at: clockTime, removed_as: null, removed_by: null, removal_reason: '' })
    .where('id', '=', sql<number>`any (${ids}::bigint[])`)
    .execute();
}

export async function hideComments(
  transaction: OpenTransaction,
  ids: number[],
  removal: { by: number; as: 'author' | 'staff'; reason: string },
): Promise<void> {
  await leaveSweeps(transaction, ids);
  await transaction
    .updateTable('comments')
    .set({ state: 'removed', removed_by: removal.by, removed_as: removal.as, removal_reason: removal.reason })
    .$if(removal.as === 'staff', (update) =>
      update.set({
        author_removal_reason: sql<
          string | null
        >`case removed_as when 'author' then removal_reason else author_removal_reason end`,
      }),
    )
    .where('id', '=', sql<number>`any (${ids}::bigint[])`)
    .execute();
}

/**
 * Undoes the staff's removal of a comment; false if it stays removed because the author of its story had removed it
 * before.
 */
export async function liftStaffRemoval(transaction: OpenTransaction, id: number): Promise<boolean> {
  const { rows } = await sql<{
    state: CommentRow['state'];
  }>`update comments set (state, approved_at, removed_as, removed_by, removal_reason, author_removal_reason) = (
      select case when is_lasting then 'removed' else 'shown' end,
        case when is_lasting then approved_at else clock_timestamp() end,
        case when is_lasting then 'author' end,
        case when is_lasting then (select account_of(stories.author_id) from stories where stories.id = story_id) end,
        coalesce(author_removal_reason, ''), null
      from (select author_removal_reason is not null as is_lasting) as author)
    where id = ${id} and removed_as = 'staff' returning state`.execute(transaction);
  return rows[0]?.state !== 'removed';
}

/** Keeps a comment that readers find from being deleted until the transaction ends; false if it is gone. */
export async function keepShown(transaction: OpenTransaction, id: number): Promise<boolean> {
  const { rows } = await sql`select from comments where id = ${id} and is_shown for key share`.execute(
    transaction,
  );
  return rows.length > 0;
}

export async function insertThanks(connection: Connection, id: number, accountId: number): Promise<void> {
  await connection
    .insertInto('comment_thanks')
    .values({ comment_id: id, account_id: accountId })
    .onConflict((on) => on.doNothing())
    .execute();
}

export async function deleteThanks(connection: Connection, id: number, accountId: number): Promise<void> {
  await connection
    .deleteFrom('comment_thanks')
    .where('comment_id', '=', id)
    .where('account_id', '=', accountId)
    .execute();
}

export async function thankCount(connection: Connection, id: number): Promise<number> {
  const row = await connection
    .selectFrom('comments')
    .select('thank_count')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.thank_count ?? 0;
}
