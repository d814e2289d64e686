import { sql } from 'kysely';
import type { Connection } from '#platform/database.ts';

export interface ExportedStory {
  id: number;
  slug: string;
  title: string;
  synopsis: string;
  tags: string[];
  created_at: Date;
  updated_at: Date;
  published_at: Date | null;
  view_count: number;
  upvote_count: number;
  downvote_count: number;
  bookmark_count: number;
}

/** All stories of an author, unfinished ones too. */
export async function storiesToExport(connection: Connection, accountId: number): Promise<ExportedStory[]> {
  return connection
    .selectFrom('stories as s')
    .select(['s.id', 's.slug', 's.title', 's.synopsis', 's.created_at', 's.updated_at', 's.published_at'])
    .select(['s.view_count', 's.upvote_count', 's.downvote_count', 's.bookmark_count'])
    .select(
      sql<string[]>`array(select t.name from story_tags st join tags t on t.id = st.tag_id
        where st.story_id = s.id order by st.position)`.as('tags'),
    )
    .where('s.author_id', '=', accountId)
    .orderBy('s.id')
    .execute();
}

export interface ExportedChapter {
  id: number;
  title: string;
  order: number;
  word_count: number;
  created_at: Date;
  updated_at: Date;
}

export async function chaptersToExport(connection: Connection, storyId: number): Promise<ExportedChapter[]> {
  return connection
    .selectFrom('chapters')
    .select(['id', 'title', 'order', 'word_count', 'created_at', 'updated_at'])
    .where('story_id', '=', storyId)
    .orderBy('order')
    .orderBy('id')
    .execute();
}

/** What an account thinks of others' stories, and what it keeps and has reported. */
export async function votesToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('votes as v')
    .innerJoin('stories as s', 's.id', 'v.story_id')
    .select(['s.slug as story', 's.title', 'v.voted_at'])
    .select(sql<string>`case v.value when 1 then 'upvote' else 'downvote' end`.as('vote'))
    .where('v.account_id', '=', accountId)
    .orderBy('v.voted_at')
    .execute();
}

export async function bookmarksToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('bookmarks as b')
    .innerJoin('stories as s', 's.id', 'b.story_id')
    .select(['s.slug as story', 's.title', 'b.bookmarked_at'])
    .where('b.account_id', '=', accountId)
    .orderBy('b.bookmarked_at')
    .execute();
}

export async function reportsToExport(connection: Connection, accountId: number) {
  return connection
    .selectFrom('reports as r')
    .leftJoin('stories as s', 's.id', 'r.story_id')
    .leftJoin('accounts as a', 'a.id', 'r.author_id')
    .select(['s.slug as story', 'a.username as author', 'r.reason', 'r.created_at', 'r.decided_at'])
    .where('r.reporter_id', '=', accountId)
    .orderBy('r.id')
    .execute();
}

/** '' when the chapter was deleted while the export was being made. */
export async function contentToExport(connection: Connection, chapterId: number): Promise<string> {
  const found = await connection
    .selectFrom('chapters')
    .select('content')
    .where('id', '=', chapterId)
    .executeTakeFirst();
  return found?.content ?? '';
}
