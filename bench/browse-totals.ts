/** The numbers of authors and tags that have a listed story, computed in one statement. */
export const BROWSE_TOTALS = `update browse_totals set
  authors = (select count(*) from author_stats where story_count > 0),
  tags = (select count(*) from tags where story_count > 0)`;
