import { sql } from 'kysely';
import {
  CHAPTER_DETAILS,
  type ChapterDetails,
  type ChapterState,
} from '#features/chapters/contract/chapters.ts';
import type { WarningName } from '#features/labels/contract/warnings.ts';
import { STORY_DETAILS, type StoryDetails } from '#features/stories/contract/stories.ts';
import type { Connection } from '#platform/database/database.ts';

export interface ExportedStory extends StoryDetails {
  id: number;
  slug: string;
  author_username: string;
  tags: string[];
  /** For information: an import takes over the author's own warnings alone. */
  staff_warnings: WarningName[];
  created_at: Date;
  updated_at: Date;
  published_at: Date | null;
  waiting_since: Date | null;
  waiting_for: 'address' | 'moderator' | null;
  view_count: number;
  upvote_count: number;
  downvote_count: number;
  bookmark_count: number;
  former_slugs: string[];
  shares: Record<string, number>;
  trashed_at: Date | null;
}

/** All stories of an account, under all its pen names, including unfinished ones and the trash; or one of them. */
export async function storiesToExport(
  connection: Connection,
  accountId: number,
  storyId?: number,
): Promise<ExportedStory[]> {
  return connection
    .selectFrom('stories')
    .innerJoin('pen_names', 'pen_names.id', 'stories.author_id')
    .select([
      'stories.id',
      'stories.slug',
      'pen_names.username as author_username',
      ...STORY_DETAILS.map((name) => `stories.${name}` as const),
    ])
    .select([
      'stories.staff_warnings',
      'stories.created_at',
      'stories.updated_at',
      'stories.published_at',
      'stories.waiting_since',
      'stories.waiting_for',
      'stories.trashed_at',
    ])
    .select([
      'stories.view_count',
      'stories.upvote_count',
      'stories.downvote_count',
      'stories.bookmark_count',
    ])
    .select(
      sql<string[]>`array(select tags.name from story_tags join tags on tags.id = story_tags.tag_id
        where story_tags.story_id = stories.id and story_tags.position is not null order by story_tags.position)`.as(
        'tags',
      ),
    )
    .select(
      sql<
        string[]
      >`array(select story_slugs.slug from story_slugs where story_slugs.story_id = stories.id and story_slugs.slug <> stories.slug
        order by story_slugs.created_at)`.as('former_slugs'),
    )
    .select(
      sql<
        Record<string, number>
      >`coalesce((select jsonb_object_agg(story_shares.platform, story_shares.share_count)
        from story_shares where story_shares.story_id = stories.id), '{}')`.as('shares'),
    )
    .where('pen_names.account_id', '=', accountId)
    .$if(storyId !== undefined, (select) => select.where('stories.id', '=', storyId ?? 0))
    .orderBy('stories.id')
    .execute();
}

export interface ExportedChapter extends ChapterDetails {
  id: number;
  order: number;
  word_count: number;
  staff_warnings: WarningName[];
  state: ChapterState;
  publish_at: Date | null;
  published_at: Date | null;
  created_at: Date;
  updated_at: Date;
  read_seconds: number;
  completed_count: number;
}

/** A story's chapters, or those of them that were deleted and are in the trash. */
export async function chaptersToExport(
  connection: Connection,
  storyId: number,
  { inTrash = false } = {},
): Promise<ExportedChapter[]> {
  return connection
    .selectFrom('chapters')
    .leftJoin('chapter_reads', 'chapter_reads.chapter_id', 'chapters.id')
    .select(['chapters.id', ...CHAPTER_DETAILS.map((name) => `chapters.${name}` as const)])
    .select(['chapters.order', 'chapters.word_count', 'chapters.state', 'chapters.publish_at'])
    .select('chapters.staff_warnings')
    .select(['chapters.created_at', 'chapters.updated_at'])
    .select(sql<Date | null>`chapter_published_at(chapters)`.as('published_at'))
    .select((on) => [
      on.fn.coalesce('chapter_reads.read_seconds', sql<number>`0`).as('read_seconds'),
      on.fn.coalesce('chapter_reads.completed_count', sql<number>`0`).as('completed_count'),
    ])
    .where('chapters.story_id', '=', storyId)
    .where('chapters.trashed_at', inTrash ? 'is not' : 'is', null)
    .orderBy('chapters.order')
    .orderBy('chapters.id')
    .execute();
}

export interface ExportedVersion {
  id: number;
  chapter_id: number;
  title: string;
  word_count: number;
  saved_at: Date;
  replaced_at: Date;
}

/** The earlier versions of all chapters of a story, without their texts. */
export async function versionsToExport(connection: Connection, storyId: number): Promise<ExportedVersion[]> {
  return connection
    .selectFrom('chapter_versions')
    .innerJoin('chapters', 'chapters.id', 'chapter_versions.chapter_id')
    .select([
      'chapter_versions.id',
      'chapter_versions.chapter_id',
      'chapter_versions.title',
      'chapter_versions.word_count',
      'chapter_versions.saved_at',
      'chapter_versions.replaced_at',
    ])
    .where('chapters.story_id', '=', storyId)
    .orderBy('chapter_versions.id')
    .execute();
}

/** Returns '' when the chapter was deleted during the export. */
export async function contentToExport(connection: Connection, chapterId: number): Promise<string> {
  const row = await connection
    .selectFrom('chapters')
    .select('content')
    .where('id', '=', chapterId)
    .executeTakeFirst();
  return row?.content ?? '';
}

/** The text of a version; undefined when it was pushed out during the export. */
export async function versionToExport(connection: Connection, versionId: number) {
  return connection
    .selectFrom('chapter_versions')
    .select(['content', 'cleaner_version', 'word_count'])
    .where('id', '=', versionId)
    .executeTakeFirst();
}
