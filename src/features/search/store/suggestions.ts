import { sql } from 'kysely';
import { authorOrders } from '#features/authors/service.ts';
import type { HiddenSet } from '#features/hidden/rules.ts';
import { isNotHidden } from '#features/hidden/service.ts';
import { storyOrder } from '#features/stories/service/stories.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Suggestion } from '../contract.ts';
import { RARE_ESTIMATE, type SearchPlace } from '../rules/scan-budget.ts';
import { estimateMatches } from './term-counts.ts';

/** The number of best rated entries read first, and of others added if those are too few. */
const MAX_SCANNED = 300;
/** The maximum number of titles or names with this prefix that the word index collects. */
const MAX_COLLECTED = 50_000;

async function isWithinBudget(connection: Connection, query: string, place: SearchPlace): Promise<boolean> {
  const [estimate = RARE_ESTIMATE] = await estimateMatches(connection, [{ query, place }]);
  return estimate.rows <= MAX_COLLECTED;
}

interface FoundStory {
  text: string;
  slug: string;
  language: string | null;
}

export function storySuggestion({ text, slug, language }: FoundStory): Suggestion {
  return { type: 'story', text, slug, ...(language !== null && { language }) };
}

/** Titles with words of this prefix, from the best rated stories. */
export async function suggestedStories(
  connection: Connection,
  prefix: string,
  limit: number,
  hidden: HiddenSet,
): Promise<Suggestion[]> {
  const isWorthCollecting = await isWithinBudget(connection, prefix, 'title');
  const { rows } = await sql<FoundStory>`
    with best as materialized (
      select best.id from (
        select * from stories where published_at is not null order by ${storyOrder('top')} limit ${MAX_SCANNED}
      ) as best
      cross join lateral (
        select from search_stories where story_id = best.id and title @@ ${prefix}::tsquery offset 0
      ) as matched
      where ${isNotHidden(sql`best.id`, hidden)}
      order by ${storyOrder('top')} limit ${limit}
    ), matching as materialized (
      select story_id from search_stories
      where title @@ ${prefix}::tsquery and ${isWorthCollecting}::boolean and (select count(*) from best) < ${limit}
    ), others as materialized (
      select story_id from matching order by story_id desc limit ${MAX_SCANNED}
    ), candidates as materialized (
      select id, title, slug, language, top, ranked_upvote_count from stories
      where id = any (array(select id from best union select story_id from others))
        and ${isNotHidden(sql`stories.id`, hidden)}
    )
    select title as text, slug, language from candidates order by ${storyOrder('top')} limit ${limit}`.execute(
    connection,
  );
  return rows.map(storySuggestion);
}

/** Names with words of this prefix, from the best rated authors. */
export async function suggestedAuthors(
  connection: Connection,
  prefix: string,
  limit: number,
  hidden: HiddenSet,
): Promise<Suggestion[]> {
  const isWorthCollecting = await isWithinBudget(connection, prefix, 'name');
  const { rows } = await sql<{ text: string; slug: string }>`
    with best as materialized (
      select best.account_id from (
        select * from author_stats where story_count > 0
        order by ${authorOrders.top} limit ${MAX_SCANNED}
      ) as best
      cross join lateral (
        select from search_authors where account_id = best.account_id and names @@ ${prefix}::tsquery offset 0
      ) as matched
      where best.account_id <> all (${hidden.authors}::bigint[])
      order by ${authorOrders.top} limit ${limit}
    ), matching as materialized (
      select account_id from search_authors
      where names @@ ${prefix}::tsquery and ${isWorthCollecting}::boolean and (select count(*) from best) < ${limit}
    ), others as materialized (
      select account_id from matching order by account_id desc limit ${MAX_SCANNED}
    ), candidates as materialized (
      select account_id, top, ranked_upvotes from author_stats
      where account_id = any (array(select account_id from best union select account_id from others))
        and account_id <> all (${hidden.authors}::bigint[])
    )
    select coalesce(nullif(display_name, ''), username) as text, username as slug
    from (select * from candidates order by ${authorOrders.top} limit ${limit}) as candidates
    join (select id, username, display_name from pen_names) as named on named.id = account_id
    order by ${authorOrders.top}`.execute(connection);
  return rows.map((row) => ({ ...row, type: 'author' }));
}
