import { type Selectable, sql } from 'kysely';
import { clockTime } from '#platform/database/clock.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { CaseSubject } from '../contract/moderation.ts';
import { ADVERSE_ACTIONS, type AppealSubject, STRIKING_ACTIONS } from '../rules.ts';

export type CaseRow = Omit<Selectable<Tables['moderation_cases']>, 'texts_as_of'>;

const columns = [
  ...(['id', 'subject', 'subject_id', 'story_title', 'list_title', 'author_id'] as const),
  ...(['comment_excerpt', 'author_name'] as const),
  ...([
    'report_count',
    'takedown_count',
    'appeal_count',
    'is_grave',
    'is_trusted',
    'opened_at',
    'since',
  ] as const),
  ...(['by_hand_at', 'revision', 'gone_at', 'closed_at'] as const),
] as const;

export interface CaseReader {
  moderatorId: number;
  /** Whether legal requests about the moderator are theirs to answer. */
  withOwnRequests: boolean;
}

/** Whether a case is not about this moderator, except for legal requests if included. */
export const mayWorkOn = ({ moderatorId, withOwnRequests }: CaseReader) =>
  sql<boolean>`(author_id is distinct from ${moderatorId} or (${withOwnRequests}::boolean and takedown_count > 0))`;

/** The cases that a moderator may work on: open ones by severity and then age, or closed ones, latest first. */
export async function findCases(
  connection: Connection,
  window: CaseReader & { isOpen: boolean; offset: number; limit: number },
): Promise<{ cases: CaseRow[]; total: number }> {
  const matching = connection
    .selectFrom('moderation_cases')
    .where('closed_at', window.isOpen ? 'is' : 'is not', null)
    .where(mayWorkOn(window));
  const { total } = await matching
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  const cases = await matching
    .select(columns)
    .orderBy(window.isOpen ? sql`is_grave desc, is_trusted desc, since, id` : sql`closed_at desc, id desc`)
    .offset(window.offset)
    .limit(window.limit)
    .execute();
  return { cases, total };
}

export async function findCase(connection: Connection, id: number): Promise<CaseRow | undefined> {
  return connection.selectFrom('moderation_cases').select(columns).where('id', '=', id).executeTakeFirst();
}

/**
 * Blocks other reports, appeals and decisions on a subject until the transaction ends. Lock the subject's rows first.
 */
export async function lockSubject(
  transaction: OpenTransaction,
  subject: CaseSubject,
  subjectId: number,
): Promise<void> {
  await sql`select hold_subject(${subject}, ${subjectId})`.execute(transaction);
}

/** The id of the open case about a subject. */
export async function findOpenCaseId(
  connection: Connection,
  subject: CaseSubject,
  subjectId: number,
): Promise<number | undefined> {
  const open = await connection
    .selectFrom('moderation_cases')
    .select('id')
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return open?.id;
}

/** The open case about a locked story, list, comment or account, or a new one that the moderator opens. */
export async function openCaseByModerator(
  transaction: OpenTransaction,
  newCase: {
    subject: AppealSubject;
    subjectId: number;
    /** That of the story or the list, or the beginning of the comment. */
    title: string | null;
    author: { id: number; username: string };
  },
): Promise<{ id: number; isNew: boolean }> {
  await lockSubject(transaction, newCase.subject, newCase.subjectId);
  const openId = await findOpenCaseId(transaction, newCase.subject, newCase.subjectId);
  if (openId !== undefined) return { id: openId, isNew: false };
  const { id } = await transaction
    .insertInto('moderation_cases')
    .values({
      subject: newCase.subject,
      subject_id: newCase.subjectId,
      story_title: newCase.subject === 'story' ? newCase.title : null,
      list_title: newCase.subject === 'list' ? newCase.title : null,
      comment_excerpt: newCase.subject === 'comment' ? newCase.title : null,
      author_id: newCase.author.id,
      author_name: newCase.author.username,
      since: clockTime,
      by_hand_at: clockTime,
      gone_at: null,
      closed_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, isNew: true };
}

/**
 * Raises the revision, so that moderators with an older view must reload, settles a case opened by a moderator, and
 * closes the case when nothing in it is open.
 */
export async function recordDecision(
  connection: Connection,
  { id, subject, subject_id }: Pick<CaseRow, 'id' | 'subject' | 'subject_id'>,
  settlesCase: boolean,
): Promise<void> {
  await connection
    .updateTable('moderation_cases')
    .set({ revision: sql<number>`revision + 1` })
    .$if(settlesCase, (query) => query.set({ by_hand_at: null }))
    .where('id', '=', id)
    .execute();
  await sql`select moderation_follow(${subject}, ${subject_id})`.execute(connection);
}

export interface AuthorRecord {
  id: number;
  username: string;
  display_name: string;
  bio: string;
  role: 'user' | 'moderator' | 'admin';
  created_at: Date;
  suspended_at: Date | null;
  /** The account's further pen names. */
  pen_names: { username: string; display_name: string; bio: string }[];
  is_spam: boolean;
  story_count: number;
  withheld_count: number;
  decision_count: number;
}

/** The facts about an author that moderators see. */
export async function findAuthorRecord(
  connection: Connection,
  accountId: number,
): Promise<AuthorRecord | undefined> {
  return connection
    .selectFrom('accounts as a')
    .select(['a.id', 'a.username', 'a.display_name', 'a.bio', 'a.role', 'a.created_at', 'a.suspended_at'])
    .select(sql<boolean>`exists (select from spam_marks where account_id = a.id)`.as('is_spam'))
    .select(
      sql<number>`(select coalesce(sum(s.story_count), 0)::integer from author_stats as s
        join pen_names on pen_names.id = s.account_id where pen_names.account_id = a.id)`.as('story_count'),
    )
    .select(
      sql<AuthorRecord['pen_names']>`coalesce((select jsonb_agg(jsonb_build_object(
          'username', username, 'display_name', display_name, 'bio', bio) order by created_at, id)
        from pen_names where account_id = a.id and not is_default), '[]')`.as('pen_names'),
    )
    .select(
      sql<number>`(select count(*)::integer from stories join pen_names on pen_names.id = author_id
        where pen_names.account_id = a.id and withheld_at is not null)`.as('withheld_count'),
    )
    .select(
      sql<number>`(select count(*)::integer from moderation_entries
        where account_id = a.id and action = any (${[...ADVERSE_ACTIONS]}))`.as('decision_count'),
    )
    .where('a.id', '=', accountId)
    .executeTakeFirst();
}

/**
 * Accounts that may have so many strikes or unfounded notices within so many days, are not suspended and have no open
 * case about themselves; with the time when such a case was last closed.
 */
export async function findAccountsToReview(connection: Connection, days: number, least: number) {
  const { rows } = await sql<{
    id: number;
    username: string;
    unfounded: number;
    latestUnfoundedAt: Date | null;
    reviewedAt: Date | null;
  }>`
    with struck as (
      select account_id as id from moderation_entries
      where happened_at > now() - make_interval(days => ${days}::integer) and account_id is not null
        and action = any (${[...STRIKING_ACTIONS]}::text[])
      group by account_id having count(*) >= ${least}
    ), unfounded as (
      select reporter_id as id, count(*)::integer as count, max(unfounded_at) as latest from reports
      where unfounded_at > now() - make_interval(days => ${days}::integer) and reporter_id is not null
      group by reporter_id having count(*) >= ${least}
    )
    select accounts.id, username, coalesce(unfounded.count, 0) as unfounded,
      unfounded.latest as "latestUnfoundedAt",
      (select max(closed_at) from moderation_cases
        where subject = 'author' and subject_id = accounts.id) as "reviewedAt"
    from accounts left join unfounded on unfounded.id = accounts.id
    where (accounts.id in (select id from struck) or unfounded.id is not null) and suspended_at is null
      and not exists (select from moderation_cases as open
        where open.subject = 'author' and open.subject_id = accounts.id and open.closed_at is null)
    order by accounts.id`.execute(connection);
  return rows;
}
