import { sql } from 'kysely';
import { ifOpenTo } from '#features/stories/service/find-story.ts';
import type { Connection } from '#platform/database/database.ts';

/** The comments of an account, for its export. */
export async function commentsOfAccount(connection: Connection, accountId: number) {
  return connection
    .selectFrom('comments')
    .innerJoin('stories', 'stories.id', 'comments.story_id')
    .leftJoin('pen_names', 'pen_names.id', 'comments.author_id')
    .leftJoin('comment_paragraphs', 'comment_paragraphs.id', 'comments.paragraph_id')
    .select(ifOpenTo(accountId, 'stories.slug').as('story'))
    .select(['comments.id', 'comments.chapter_id as chapter'])
    .select('comment_paragraphs.index as paragraph')
    .select(['comments.parent_id as reply_to', 'pen_names.username as pen_name', 'comments.content'])
    .select(['comments.state', 'comments.created_at', 'comments.edited_at', 'comments.removal_reason'])
    .select(
      sql<{ content: string; replaced_at: string }[]>`(select coalesce(jsonb_agg(jsonb_build_object(
        'content', version.content, 'replaced_at', version.replaced_at) order by version.id), '[]')
        from comment_versions as version where comment_id = comments.id)`.as('earlier_texts'),
    )
    .where('comments.account_id', '=', accountId)
    .orderBy('comments.id')
    .execute();
}

/** The comments that an account has thanked for. */
export async function thanksOfAccount(connection: Connection, accountId: number) {
  return connection
    .selectFrom('comment_thanks')
    .innerJoin('comments', 'comments.id', 'comment_thanks.comment_id')
    .innerJoin('stories', 'stories.id', 'comments.story_id')
    .select(ifOpenTo(accountId, 'stories.slug').as('story'))
    .select(['comment_thanks.comment_id as comment', 'comment_thanks.thanked_at'])
    .where('comment_thanks.account_id', '=', accountId)
    .orderBy('comment_thanks.thanked_at')
    .execute();
}

/** The removals of many comments at once by an author, for the export. */
export async function sweepsOfAccount(connection: Connection, accountId: number) {
  return connection
    .selectFrom('comment_sweeps')
    .leftJoin('stories', 'stories.id', 'comment_sweeps.story_id')
    .select(['stories.slug as story', 'comment_sweeps.reason', 'comment_sweeps.swept_at'])
    .select('comment_sweeps.undone_at')
    .select(
      sql<number[]>`array(select comment_id from swept_comments where sweep_id = comment_sweeps.id
        order by comment_id)`.as('comments'),
    )
    .where('comment_sweeps.account_id', '=', accountId)
    .where('swept_as', '=', 'author')
    .orderBy('comment_sweeps.id')
    .execute();
}
