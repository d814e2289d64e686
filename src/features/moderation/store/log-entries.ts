import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Entry, LoggedAction } from '../contract/moderation.ts';

export interface NewEntry {
  actor: { id: number; username: string; role: 'moderator' | 'admin' } | 'operator';
  action: LoggedAction;
  caseId?: number | undefined;
  story?: { id: number; title: string } | undefined;
  account?: { id: number; username: string } | undefined;
  takedownId?: number | undefined;
  rule?: string | undefined;
  passage?: string | undefined;
  note?: string | undefined;
  answers?: number | undefined;
}

export async function insertEntry(connection: Connection, entry: NewEntry): Promise<number> {
  const actor = entry.actor === 'operator' ? undefined : entry.actor;
  const { id } = await connection
    .insertInto('moderation_entries')
    .values({
      actor_id: actor?.id ?? null,
      actor_name: actor?.username ?? null,
      actor_role: actor?.role ?? 'operator',
      action: entry.action,
      case_id: entry.caseId ?? null,
      story_id: entry.story?.id ?? null,
      story_title: entry.story?.title ?? null,
      account_id: entry.account?.id ?? null,
      account_name: entry.account?.username ?? null,
      takedown_id: entry.takedownId ?? null,
      rule: entry.rule ?? null,
      passage: entry.passage ?? '',
      note: entry.note ?? '',
      answers: entry.answers ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Whether an entry answers an appeal against a decision of the same moderator. */
export function bySameModerator(entry: string) {
  return sql<boolean>`exists (select from moderation_entries as appealed
    where appealed.id = ${sql.ref(`${entry}.answers`)} and appealed.actor_id = ${sql.ref(`${entry}.actor_id`)})`;
}

const columns = [
  ...(['id', 'happened_at', 'actor_name', 'actor_role', 'action', 'case_id', 'story_id'] as const),
  ...(['story_title', 'account_id', 'account_name', 'takedown_id', 'rule', 'passage'] as const),
  ...(['note', 'answers'] as const),
] as const;

function toEntry<Row extends { happened_at: Date }>(row: Row) {
  return { ...row, happened_at: row.happened_at.toISOString() };
}

export async function entriesInOrder(
  connection: Connection,
  asked: {
    action?: LoggedAction | undefined;
    storyId?: number | undefined;
    accountId?: number | undefined;
    offset: number;
    limit: number;
  },
): Promise<{ entries: Entry[]; total: number }> {
  const matching = connection
    .selectFrom('moderation_entries')
    .$if(asked.action !== undefined, (query) => query.where('action', '=', asked.action ?? 'open'))
    .$if(asked.storyId !== undefined, (query) => query.where('story_id', '=', asked.storyId ?? 0))
    .$if(asked.accountId !== undefined, (query) => query.where('account_id', '=', asked.accountId ?? 0));
  const { total } = await matching
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .select(columns)
    .select(bySameModerator('moderation_entries').as('by_same_moderator'))
    .orderBy('id', 'desc')
    .offset(asked.offset)
    .limit(asked.limit)
    .execute();
  return { entries: rows.map(toEntry), total };
}

/** Earlier actions concerning a story and its author, latest first. */
export async function entriesAbout(
  connection: Connection,
  about: { storyId: number | undefined; accountId: number | undefined },
  limit: number,
): Promise<Entry[]> {
  const rows = await connection
    .selectFrom('moderation_entries')
    .select(columns)
    .select(bySameModerator('moderation_entries').as('by_same_moderator'))
    .where((on) =>
      on.or([on('story_id', '=', about.storyId ?? 0), on('account_id', '=', about.accountId ?? 0)]),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toEntry);
}
