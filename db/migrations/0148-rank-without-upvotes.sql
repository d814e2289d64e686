-- Up Migration

-- The lower bound without upvotes is zero. Rounding made it a little more for some numbers of downvotes, so that these
-- stories and authors came before those without votes. Naming the column computes the generated one again, by
-- the new function, which is made here because functions are otherwise applied after all migrations.
create or replace function wilson_lower_bound(upvotes integer, downvotes integer) returns double precision
  language sql immutable parallel safe
  return case when upvotes = 0 then 0 else
    ((upvotes::float8 + 1.9208) / (upvotes + downvotes)
      - 1.96 * sqrt((upvotes::float8 * downvotes) / (upvotes + downvotes) + 0.9604) / (upvotes + downvotes))
    / (1 + 3.8416 / (upvotes + downvotes)) end;
update stories set ranked_downvote_count = ranked_downvote_count where ranked_upvote_count = 0 and top <> 0;
update author_stats set top = 0 where ranked_upvotes = 0 and top <> 0;
