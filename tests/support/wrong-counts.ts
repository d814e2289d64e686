import { sql } from 'kysely';
import type { Context } from '#platform/runtime/context.ts';

/** Every stored count of stories, authors, tags and the library that differs from what it counts, in words. */
export async function wrongCounts({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await db.transaction().execute(async (transaction) => {
    // On a busy machine the whole database takes longer than a statement of the site may.
    await sql`set local statement_timeout = '5min'`.execute(transaction);
    return comparison.execute(transaction);
  });
  return rows.map(({ wrong }) => wrong);
}

const comparison = sql<{ wrong: string }>`
    with counted as (
      select id, count(chapter_id)::integer as chapters, coalesce(sum(words), 0)::integer as words from stories
      left join (
        select id as chapter_id, story_id, word_count as words from chapters
        where state = 'published' and trashed_at is null and kind <> 'notice'
      ) as chapter on story_id = stories.id group by stories.id
    )
    select 'story ' || id || ': ' || chapter_count || ' chapters, ' || word_count || ' words' as wrong
      from stories join counted using (id) where (chapter_count, word_count) <> (chapters, words)
    union all select 'warnings of the chapters of story ' || id || ': ' || chapter_warnings::text from stories
      where chapter_warnings <> array(select name from unnest(content_warnings()) with ordinality as known (name, place)
        where exists (select from chapters where story_id = stories.id and state = 'published' and trashed_at is null
          and (name = any (chapters.warnings) or name = any (chapters.staff_warnings))) order by place)
    union all select 'last chapter of story ' || id from stories
      where last_chapter_at is distinct from (select max(chapter_published_at(chapters)) from chapters where story_id = stories.id
        and state = 'published' and trashed_at is null and kind <> 'notice')
    union all select 'place of story ' || id from stories
      where published_at is distinct from case when chapter_count > 0 and visibility in ('public', 'members')
        and trashed_at is null and waiting_since is null and withheld_at is null then listed_since end
    union all select 'author ' || account_id || ': ' || story_count from author_stats
      where story_count <> (select count(*) from stories where author_id = account_id and published_at is not null)
    union all select 'author ' || author_id || ' is missing' from stories
      where published_at is not null and author_id not in (select account_id from author_stats)
    union all select 'tag ' || name || ': ' || story_count from tags
      where story_count <> (select count(*) from story_tags join stories on stories.id = story_id
        where tag_id = tags.id and stories.published_at is not null)
    union all select 'copy in tag ' || tag_id || ' of story ' || story_id from story_tags
      join stories on stories.id = story_id
      where (story_tags.published_at, story_tags.last_chapter_at) is distinct from (stories.published_at, stories.last_chapter_at)
    union all select 'all stories: ' || listed || ', ' || featured from story_totals
      where (listed, featured) <> (
        select count(*), count(featured_at) from stories where published_at is not null)
    union all select 'all authors and tags: ' || authors || ', ' || tags from browse_totals
      where (authors, tags) <> (
        (select count(*) from author_stats where story_count > 0), (select count(*) from tags where story_count > 0 and canonical_id is null))
    union all select 'tag ' || tag_id || ' of story ' || story_id || ' is ' || case when has_row then 'wrong' else 'missing' end
      from (
        select story_id, implied_id as tag_id, true as is_implied from story_tags
        join tags_implied_by(array(select id from tags)) as implied using (tag_id) where position is not null
        group by 1, 2
      ) as wanted full join (
        select story_id, tag_id, true as has_row, position is not null as is_own from story_tags
      ) as present using (story_id, tag_id)
      where coalesce(is_implied, is_own, false) <> coalesce(has_row, false)
    union all select 'comments on story ' || story_id || ', chapter ' || coalesce(chapter_id::text, 'none') || ': '
        || total.comment_count || ', ' || thread_count || ', ' || waiting_count
      from comment_totals as total full join (
        select story_id, chapter_id, count(*) filter (where state = 'shown' and withheld_at is null) as shown,
          count(*) filter (where parent_id is null and ((state = 'shown' and withheld_at is null) or id in (
            select parent_id from comments where state = 'shown' and withheld_at is null))) as threads,
          count(*) filter (where state = 'waiting' and withheld_at is null) as waiting
        from comments group by story_id, chapter_id
      ) as present using (story_id, chapter_id)
      where chapter_id is not null and (coalesce(comment_count, 0), coalesce(thread_count, 0), coalesce(waiting_count, 0))
        <> (coalesce(shown, 0), coalesce(threads, 0), coalesce(waiting, 0))
    union all select 'comments on story ' || story_id || ' as a whole' from comment_totals where chapter_id is null
      and (comment_count, thread_count, waiting_count) <> (select count(*) filter (where is_shown),
        count(*) filter (where is_listed and parent_id is null),
        count(*) filter (where state = 'waiting' and withheld_at is null)
        from comments where comments.story_id = comment_totals.story_id and comments.chapter_id is null)
    union all select 'replies to comment ' || id || ': ' || reply_count from comments left join (
        select parent_id as id, count(*) as replies from comments where is_shown group by parent_id
      ) as counted_replies using (id) where reply_count <> coalesce(replies, 0)
    union all select 'thanks for comment ' || id || ': ' || thank_count from comments left join (
        select comment_id as id, count(*) as thanks from comment_thanks group by comment_id
      ) as counted_thanks using (id) where thank_count <> coalesce(thanks, 0)
    union all select 'search for story ' || id from stories
      where (published_at is not null) <> (id in (select story_id from search_stories))
    union all select 'search for author ' || account_id from author_stats
      where (story_count > 0) <> (account_id in (select account_id from search_authors))`;
