import { sql } from 'kysely';
import { type PublishedStatement, RESTRICTING_ACTIONS } from '#features/statements/rules.ts';
import type { Connection } from '#platform/database/database.ts';
import { stillWarns } from './appeals.ts';

/** Restricting decisions: some of them, those about accounts, or those of a period. */
export type StatedDecisions = { entryIds: number[] } | { accountIds: number[] } | { start: Date; end: Date };

export interface StoredDecision extends PublishedStatement {
  accountId: number | null;
  takedownId: number | null;
}

/**
 * The time at which the last of the warnings that an entry added went, or was added again: null for one that stands. Lifting
 * in a case is for the appealed decisions alone; older entries from a story's page don't say which warnings they lifted.
 */
const endOfWarnings = sql`case when not ${stillWarns} then (
  select max(ended.at) from unnest(e.warnings) as added (name) cross join lateral (
    select min(later.happened_at) as at from moderation_entries as later
    where later.story_id = e.story_id and later.id > e.id and later.action in ('warn', 'unwarn') and case
      when later.answers is not null then later.answers = e.id
        or exists (select from appeals where appeals.entry_id = e.id and appeals.answer_id = later.id)
      when later.warnings is null then true
      else later.chapter_id is not distinct from e.chapter_id and added.name = any (later.warnings) end
  ) as ended) end`;

/**
 * Restricting decisions in their order, with the facts of their statements. A decision from before sources were noted
 * has that of its case, and an answer to an appeal that of the decision. A restriction ends with the first later decision
 * about the same account, or about the comment of a deleted one, that takes it back.
 */
export async function findStatedDecisions(
  connection: Connection,
  of: StatedDecisions,
): Promise<StoredDecision[]> {
  const entryIds = 'entryIds' in of ? of.entryIds : null;
  const accountIds = 'accountIds' in of ? of.accountIds : null;
  const { start, end } = 'start' in of ? of : { start: null, end: null };
  const { rows } = await sql<StoredDecision>`
    select e.id, e.account_id as "accountId", e.takedown_id as "takedownId", e.action, e.rule, e.happened_at as "decidedAt",
      coalesce(e.source,
        (select answered.source from moderation_entries as answered where answered.id = e.answers),
        case when e.takedown_id is not null then 'notice'
          when e.case_id is null or exists (select from moderation_entries as opened
            where opened.case_id = e.case_id and opened.action = 'open') then 'own'
          else 'notice' end) as source,
      case when e.action = 'warn' then ${endOfWarnings} else (
        select min(later.happened_at) from moderation_entries as later
        where later.id > e.id and (later.account_id = e.account_id or later.comment_id = e.comment_id)
          and case e.action
          when 'hide' then later.story_id = e.story_id and later.action in ('restore', 'remove')
          when 'remove' then later.story_id = e.story_id and later.action in ('restore', 'hide')
          when 'hide-list' then later.list_id = e.list_id and later.action = 'restore-list'
          when 'remove-comment' then later.comment_id = e.comment_id and later.action = 'restore-comment'
          when 'takedown-removed' then later.takedown_id = e.takedown_id and later.action = 'takedown-put-back'
          when 'suspend' then later.action = 'reinstate'
          when 'spam' then later.action in ('reinstate', 'not-spam')
        end) end as "liftedAt",
      coalesce(e.withholds_stories, false) as "withholdsStories",
      request.request_type as "requestType",
      coalesce(stories.published_at, stories.created_at, shelves.created_at, comments.created_at,
        accounts.created_at, e.happened_at) as "contentDate"
    from moderation_entries as e
    left join takedown_requests as request on request.id = e.takedown_id
    left join stories on stories.id = e.story_id
    left join shelves on shelves.id = e.list_id
    left join comments on comments.id = e.comment_id
    left join accounts on accounts.id = e.account_id
    where e.action = any (${RESTRICTING_ACTIONS}::text[])
      and (${entryIds}::bigint[] is null or e.id = any (${entryIds}::bigint[]))
      and (${accountIds}::bigint[] is null or e.account_id = any (${accountIds}::bigint[]))
      and (${start}::timestamptz is null or e.happened_at >= ${start})
      and (${end}::timestamptz is null or e.happened_at < ${end})
    order by e.id`.execute(connection);
  return rows;
}
