/** How many authors and tags have a listed story, counted once. */
export const BROWSE_TOTALS = `update browse_totals set
  authors = (select count(*) from author_stats where story_count > 0),
  tags = (select count(*) from tags where story_count > 0)`;
