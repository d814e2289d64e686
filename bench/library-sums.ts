import type pg from 'pg';
import { BROWSE_TOTALS } from './browse-totals.ts';

const AUTHOR_BATCH = 500;

/** Computes the rows that summarise many stories. */
export async function sumUp(client: pg.Client): Promise<void> {
  for (const statement of [
    'analyze',
    `update story_totals set listed = (select count(*) from stories where published_at is not null),
       featured = (select count(*) from stories where published_at is not null and featured_at is not null)`,
    `update tags set story_count = sums.stories, trending = sums.trending from (
       select tag_id, count(*) as stories, trending_sum(stories.trending) as trending
       from story_tags join stories on stories.id = story_id group by tag_id
     ) as sums where id = tag_id`,
    `insert into author_stats (account_id, story_count, total_views, total_upvotes, ranked_upvotes, top, trending)
     select author_id, count(*), sum(view_count), sum(upvote_count), sum(ranked_upvote_count),
       wilson_lower_bound(sum(ranked_upvote_count)::integer, sum(ranked_downvote_count)::integer), trending_sum(trending)
     from stories group by author_id`,
    BROWSE_TOTALS,
    'analyze',
  ])
    await client.query(statement);
}

/** Fills what the search knows of authors and words. */
export async function fillWords(client: pg.Client): Promise<void> {
  for (const statement of [
    // The words that the search knows: those of names and synopses, and those of the texts.
    `insert into search_words (word, in_head)
     select word, in_head from (
       select word, bool_or(in_head) as in_head from (
         select unnest(tsvector_to_array(to_tsvector('nightstand_words', search_text(search_plain_text(text))))) as word,
           in_head
         from (
           select text, false as in_head from passages
           union all select text, true from sentences
           union all select text, true from names
         ) as texts
       ) as words group by word
     ) as known where word ~ '^[[:alnum:]]{3,30}$'`,
    'analyze',
  ])
    await client.query(statement);
  await refreshAuthors(client);
}

/** Runs in many transactions: each learns words, and row versions can't be vacuumed within one transaction. */
async function refreshAuthors(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ last: number }>(
    'select max(account_id)::integer as last from author_stats',
  );
  const last = rows[0]?.last ?? 0;
  for (let from = 1; from <= last; from += AUTHOR_BATCH) {
    await client.query(
      'select search_refresh_author(account_id) from author_stats where account_id between $1 and $2',
      [from, from + AUTHOR_BATCH - 1],
    );
  }
}
