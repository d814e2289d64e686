import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';

/** The evidence of changed or deleted texts, without the texts. */
export async function evidenceOf(connection: Connection, caseId: number, limit: number) {
  return connection
    .selectFrom('evidence')
    .select(['id', 'kind', 'source_id', 'title', 'kept_at'])
    .where('case_id', '=', caseId)
    .orderBy('kept_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function findEvidence(connection: Connection, caseId: number, evidenceId: number) {
  return connection
    .selectFrom('evidence')
    .select(['id', 'kind', 'title', 'content', 'kept_at'])
    .where('id', '=', evidenceId)
    .where('case_id', '=', caseId)
    .executeTakeFirst();
}

const RETENTION_DAYS = 365;

/** Deletes old evidence of cases closed equally long ago whose story or list is not withheld. */
export async function deleteOldEvidence(connection: Connection): Promise<void> {
  await sql`
    delete from evidence using moderation_cases as about
    where about.id = evidence.case_id and kept_at < now() - make_interval(days => ${RETENTION_DAYS})
      and closed_at < now() - make_interval(days => ${RETENTION_DAYS})
      and not exists (select from story_withholdings where about.subject = 'story' and story_id = about.subject_id)
      and not exists (select from list_withholdings where about.subject = 'list' and shelf_id = about.subject_id)
      and not exists (select from comment_withholdings where about.subject = 'comment'
        and comment_id = about.subject_id)`.execute(connection);
}
