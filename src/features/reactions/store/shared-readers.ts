import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import { MAX_MATES_PER_STORY, MIN_SHARED_READERS } from '../rules.ts';

/** Bounds the work for one story: so many of its readers, and so many of each reader's latest bookmarks. */
const MAX_READERS_PER_STORY = 1000;
const MAX_BOOKMARKS_PER_READER = 200;

/** The next stories after an id that have or could have mates. */
export async function storiesWithReaders(
  connection: Connection,
  afterId: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from stories
    where id > ${afterId}::bigint and ((published_at is not null and bookmark_count >= ${MIN_SHARED_READERS})
      or exists (select from shared_readers where story_id = stories.id))
    order by id limit ${limit}`.execute(connection);
  return rows.map((row) => row.id);
}

/**
 * Computes the mates of these stories again. Only bookmarks that move rankings count, and only groups of readers that
 * are large enough to reveal none of them.
 */
export async function replaceMates(connection: Connection, storyIds: number[]): Promise<void> {
  await connection
    .deleteFrom('shared_readers')
    .where('story_id', '=', sql<number>`any (${storyIds}::bigint[])`)
    .execute();
  await sql`
    insert into shared_readers (story_id, mate_id, strength)
    select story_id, mate_id, strength from (
      select shared.story_id, mate_id, strength,
        row_number() over (partition by shared.story_id order by strength desc, mate_id desc) as place
      from (
        select story.id as story_id, mate.story_id as mate_id,
          count(*) / sqrt(greatest(1, min(story.bookmark_count))::float8 * greatest(1, min(mates.bookmark_count))) as strength
        from stories as story
        cross join lateral (
          select account_id from bookmarks where story_id = story.id and ranked_at is not null
          order by account_id desc limit ${MAX_READERS_PER_STORY}
        ) as reader
        cross join lateral (
          select story_id from bookmarks where account_id = reader.account_id and ranked_at is not null
          order by bookmarked_at desc, story_id desc limit ${MAX_BOOKMARKS_PER_READER}
        ) as mate
        join stories as mates on mates.id = mate.story_id
        where story.id = any (${storyIds}::bigint[]) and story.published_at is not null
          and mate.story_id <> story.id and mates.published_at is not null
        group by story.id, mate.story_id
        having count(*) >= ${MIN_SHARED_READERS}
      ) as shared
    ) as ranked where place <= ${MAX_MATES_PER_STORY}`.execute(connection);
}
