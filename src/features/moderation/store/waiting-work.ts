import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import { type CaseReader, mayWorkOn } from './cases.ts';
import { isWaiting } from './newcomers.ts';

export interface WaitingWork {
  cases: number;
  stories: number;
  /** Since when the newest of them waits; null if nothing waits. */
  newest: Date | null;
}

/**
 * Counts the open cases and the stories that a moderator can work on: nothing that concerns them, so that no number
 * tells them of a report about themselves, and no case that waits for a day still to come.
 */
export async function countWaitingWorkOf(
  connection: Connection,
  moderator: CaseReader,
): Promise<WaitingWork> {
  const { rows } = await sql<WaitingWork>`
    select (count(*) filter (where kind = 'case'))::integer as cases,
      (count(*) filter (where kind = 'story'))::integer as stories, max(since) as newest
    from (
      select 'case' as kind, since from moderation_cases
        where closed_at is null and since <= now() and ${mayWorkOn(moderator)}
      union all
      select 'story', waiting_since from stories
        where waiting_for = 'moderator' and ${isWaiting} and account_of(author_id) <> ${moderator.moderatorId}
    ) as waiting`.execute(connection);
  return rows[0] ?? { cases: 0, stories: 0, newest: null };
}
