import { sql } from 'kysely';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { CaseSubject } from '../contract/moderation.ts';
import { lockSubject } from './cases.ts';

export interface OpenCase {
  id: number;
  subject: CaseSubject;
  subject_id: number;
  isOpenedByModerator: boolean;
}

/** The open cases about an account, its lists, its comments and these stories, with their subjects locked. Lock the reports first. */
export async function lockOpenCases(
  transaction: OpenTransaction,
  accountId: number,
  storyIds: number[],
): Promise<OpenCase[]> {
  const selectOpenCases = () =>
    sql<OpenCase>`
      select id, subject, subject_id, by_hand_at is not null as "isOpenedByModerator" from moderation_cases
      where closed_at is null and ((subject = 'author' and subject_id = ${accountId})
        or (subject = 'story' and subject_id = any (${storyIds}::bigint[]))
        or (subject = 'list' and subject_id in (select shelves.id from shelves where owner_id = ${accountId}))
        or (subject = 'comment' and subject_id in (
          select comments.id from comments where comments.account_id = ${accountId})))
      order by subject, subject_id`.execute(transaction);
  for (const { subject, subject_id } of (await selectOpenCases()).rows)
    await lockSubject(transaction, subject, subject_id);
  // Read again: under the locks nothing can be added any more.
  return (await selectOpenCases()).rows;
}

/** The closed ones among these cases. */
export async function filterClosedCases(connection: Connection, caseIds: number[]): Promise<number[]> {
  if (caseIds.length === 0) return [];
  const rows = await connection
    .selectFrom('moderation_cases')
    .select('id')
    .where('id', 'in', caseIds)
    .where('closed_at', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

export interface SpamMark {
  has_suspended: boolean;
  has_withheld: boolean;
  report_ids: number[];
  case_ids: number[];
  by_hand_case_ids: number[];
}

/** The mark on a locked account; undefined for an unmarked one. */
export async function findSpamMark(connection: Connection, accountId: number): Promise<SpamMark | undefined> {
  return connection
    .selectFrom('spam_marks')
    .select(['has_suspended', 'has_withheld', 'report_ids', 'case_ids', 'by_hand_case_ids'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export async function insertSpamMark(
  connection: Connection,
  mark: SpamMark & { account_id: number; entry_id: number },
): Promise<void> {
  await connection.insertInto('spam_marks').values(mark).execute();
}

export async function deleteSpamMark(connection: Connection, accountId: number): Promise<void> {
  await connection.deleteFrom('spam_marks').where('account_id', '=', accountId).execute();
}

/**
 * Reopens closed cases as they were, including those that a moderator had opened. A subject with a newer open case
 * keeps that one. Returns the subjects, which stay locked.
 */
export async function reopenCases(
  transaction: OpenTransaction,
  { case_ids, by_hand_case_ids }: Pick<SpamMark, 'case_ids' | 'by_hand_case_ids'>,
): Promise<{ subject: CaseSubject; subject_id: number }[]> {
  const { rows } = await sql<{ subject: CaseSubject; subject_id: number }>`
    select distinct subject, subject_id from moderation_cases
    where id = any (${[...case_ids, ...by_hand_case_ids]}::bigint[]) order by subject, subject_id`.execute(
    transaction,
  );
  for (const { subject, subject_id } of rows) await lockSubject(transaction, subject, subject_id);
  await sql`
    update moderation_cases as one set closed_at = null, revision = revision + 1
    where id = any (${case_ids}::bigint[]) and closed_at is not null and not exists (
      select from moderation_cases as other where other.subject = one.subject
        and other.subject_id = one.subject_id and other.closed_at is null)`.execute(transaction);
  await sql`
    update moderation_cases set by_hand_at = opened_at, texts_as_of = clock_timestamp()
    where id = any (${by_hand_case_ids}::bigint[]) and closed_at is null`.execute(transaction);
  return rows;
}

/** Updates cases to match the open items about their subjects. */
export async function refreshCasesAbout(
  connection: Connection,
  subjects: { subject: CaseSubject; subject_id: number }[],
): Promise<void> {
  for (const { subject, subject_id } of subjects)
    await sql`select moderation_follow(${subject}, ${subject_id})`.execute(connection);
}
