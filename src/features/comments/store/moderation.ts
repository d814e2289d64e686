import { sql } from 'kysely';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';

export async function lockedComment(transaction: OpenTransaction, id: number) {
  return transaction
    .selectFrom('comments')
    .select(['id', 'account_id', 'content', 'state', 'removed_as'])
    .select(sql<boolean>`author_removal_reason is not null`.as('is_removed_by_author'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** A comment with its place and what it answers, as moderators see it in a case. */
export async function commentAndPlace(connection: Connection, id: number) {
  return connection
    .selectFrom('comments')
    .innerJoin('stories', 'stories.id', 'comments.story_id')
    .leftJoin('pen_names', 'pen_names.id', 'comments.author_id')
    .leftJoin('chapters', 'chapters.id', 'comments.chapter_id')
    .leftJoin('comments as parent', 'parent.id', 'comments.parent_id')
    .leftJoin('pen_names as answered', 'answered.id', 'parent.author_id')
    .select(['comments.id', 'comments.content', 'comments.state', 'comments.removed_as'])
    .select(['comments.chapter_id', 'comments.parent_id', 'pen_names.username as author_username'])
    .select(['comments.created_at', 'comments.removal_reason', 'chapters.title as chapter_title'])
    .select(['parent.content as parent_content', 'answered.username as parent_username'])
    .select(['stories.title as story_title', 'stories.slug as story_slug'])
    .where('comments.id', '=', id)
    .where('comments.state', '<>', 'deleted')
    .executeTakeFirst();
}

/** The earlier texts of a comment, oldest first. */
export async function versionsOf(connection: Connection, id: number) {
  return connection
    .selectFrom('comment_versions')
    .select(['content', 'replaced_at'])
    .where('comment_id', '=', id)
    .orderBy('id')
    .execute();
}
