import { sql } from 'kysely';
import { clockTime } from '#platform/database/clock.ts';
import type { Connection } from '#platform/database/database.ts';
import { APPEAL_DAYS, SOLE_MODERATOR_WAIT_DAYS } from '../contract/moderation.ts';
import { type AppealInCase, type AppealSubject, NOTIFIED_ACTIONS } from '../rules.ts';
import { bySameModerator } from './log-entries.ts';

export interface OpenAppeal extends AppealInCase {
  words: string;
  created_at: Date;
  /** The time from which a sole moderator may answer it. */
  waitsUntil: Date;
}

const waitsUntil = sql`appeals.created_at + make_interval(days => ${SOLE_MODERATOR_WAIT_DAYS}::integer)`;

/** Unanswered appeals about any of these subjects. */
export async function findOpenAppeals(
  connection: Connection,
  subjects: { subject: AppealSubject; id: number }[],
): Promise<OpenAppeal[]> {
  if (subjects.length === 0) return [];
  return connection
    .selectFrom('appeals')
    .innerJoin('moderation_entries as entry', 'entry.id', 'appeals.entry_id')
    .select([
      'appeals.id',
      'appeals.entry_id as logEntryId',
      'appeals.subject',
      'entry.actor_id as deciderId',
      'entry.action as against',
    ])
    .select(['appeals.words', 'appeals.created_at'])
    .select(sql<Date>`${waitsUntil}`.as('waitsUntil'))
    .select(sql<boolean>`${waitsUntil} <= now()`.as('hasWaited'))
    .where('answered_at', 'is', null)
    .where((on) =>
      on.or(
        subjects.map(({ subject, id }) =>
          on.and([on('appeals.subject', '=', subject), on('appeals.subject_id', '=', id)]),
        ),
      ),
    )
    .orderBy('appeals.id')
    .execute();
}

export async function answerAppeals(connection: Connection, ids: number[], answerId: number): Promise<void> {
  if (ids.length === 0) return;
  await connection
    .updateTable('appeals')
    .set({ answered_at: clockTime, answer_id: answerId })
    .where('id', 'in', ids)
    .execute();
}

/** Returns the new appeal's id; undefined when this decision has an appeal already. */
export async function insertAppeal(
  connection: Connection,
  appeal: {
    entry_id: number;
    account_id: number;
    subject: AppealSubject;
    subject_id: number;
    words: string;
  },
): Promise<number | undefined> {
  const created = await connection
    .insertInto('appeals')
    .values({ ...appeal, answered_at: null, answer_id: null })
    .onConflict((on) => on.column('entry_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return created?.id;
}

export interface DecisionRow {
  id: number;
  action: string;
  happened_at: Date;
  actor_role: 'moderator' | 'admin' | 'operator';
  account_id: number | null;
  story_id: number | null;
  story_title: string | null;
  slug: string | null;
  list_id: number | null;
  list_title: string | null;
  listSlug: string | null;
  comment_id: number | null;
  comment_excerpt: string | null;
  rule: string | null;
  passage: string;
  note: string;
  answers: number | null;
  takedown_id: number | null;
  isInForce: boolean;
  isTooOld: boolean;
  appealWords: string | null;
  appealedAt: Date | null;
  answeredAt: Date | null;
  /** Whether the moderator who made the decision had to answer the appeal against it. */
  isAnsweredBySameModerator: boolean;
  /** Whether this decision is such an answer. */
  isBySameModerator: boolean;
}

/** Whether one of the warnings that an entry added still stands, and no later entry added it again. */
export const stillWarns = sql`exists (
  select from unnest(e.warnings) as added (name) where name = any (case
      when e.chapter_id is null then (select staff_warnings from stories where id = e.story_id)
      else (select staff_warnings from chapters where id = e.chapter_id) end)
    and not exists (select from moderation_entries as later
      where later.story_id = e.story_id and later.chapter_id is not distinct from e.chapter_id
        and later.action = 'warn' and later.id > e.id and name = any (later.warnings)))`;

function selectDecisions(connection: Connection) {
  return connection
    .selectFrom('moderation_entries as e')
    .leftJoin('stories as s', 's.id', 'e.story_id')
    .leftJoin('shelves as l', 'l.id', 'e.list_id')
    .leftJoin('appeals as p', 'p.entry_id', 'e.id')
    .select(['e.id', 'e.action', 'e.happened_at', 'e.actor_role', 'e.account_id', 'e.story_id'])
    .select(['e.story_title', 's.slug', 'e.list_id', 'e.list_title', 'l.slug as listSlug'])
    .select(['e.comment_id', 'e.comment_excerpt'])
    .select(['e.rule', 'e.passage', 'e.note', 'e.answers', 'e.takedown_id'])
    .select(['p.words as appealWords', 'p.created_at as appealedAt', 'p.answered_at as answeredAt'])
    .select(
      sql<boolean>`exists (select from story_withholdings as w where w.entry_id = e.id)
        or exists (select from list_withholdings as w where w.entry_id = e.id)
        or exists (select from comment_withholdings as w where w.entry_id = e.id)
        or exists (select from spam_marks as m where m.entry_id = e.id)
        or (e.action = 'warn' and ${stillWarns})
        or (e.action = 'suspend' and exists (select from accounts as a
          where a.id = e.account_id and a.suspended_at is not null
            and not exists (select from moderation_entries as later
              where later.account_id = a.id and later.action = 'reinstate' and later.id > e.id)))`.as(
        'isInForce',
      ),
    )
    .select(
      sql<boolean>`e.happened_at < now() - make_interval(days => ${APPEAL_DAYS}::integer)`.as('isTooOld'),
    )
    .select(
      sql<boolean>`exists (select from moderation_entries as answer
        join moderation_entries as named on named.id = answer.answers and named.actor_id = answer.actor_id
        where answer.id = p.answer_id and answer.actor_id = e.actor_id)`.as('isAnsweredBySameModerator'),
    )
    .select(bySameModerator('e').as('isBySameModerator'))
    .where('e.action', 'in', NOTIFIED_ACTIONS);
}

/** Decisions about an account and its stories, latest first. */
export async function findDecisionsAbout(
  connection: Connection,
  filter: {
    accountId: number;
    storyId: number | undefined;
    listId: number | undefined;
    offset: number;
    limit: number;
  },
): Promise<{ rows: DecisionRow[]; total: number }> {
  const { total } = await connection
    .selectFrom('moderation_entries')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('account_id', '=', filter.accountId)
    .where('action', 'in', NOTIFIED_ACTIONS)
    .$if(filter.storyId !== undefined, (query) => query.where('story_id', '=', filter.storyId ?? 0))
    .$if(filter.listId !== undefined, (query) => query.where('list_id', '=', filter.listId ?? 0))
    .executeTakeFirstOrThrow();
  const rows = await selectDecisions(connection)
    .where('e.account_id', '=', filter.accountId)
    .$if(filter.storyId !== undefined, (query) => query.where('e.story_id', '=', filter.storyId ?? 0))
    .$if(filter.listId !== undefined, (query) => query.where('e.list_id', '=', filter.listId ?? 0))
    .orderBy('e.id', 'desc')
    .offset(filter.offset)
    .limit(filter.limit)
    .execute();
  return { rows, total };
}

export async function findDecision(connection: Connection, id: number): Promise<DecisionRow | undefined> {
  return selectDecisions(connection).where('e.id', '=', id).executeTakeFirst();
}
