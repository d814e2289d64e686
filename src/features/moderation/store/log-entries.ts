import { sql } from 'kysely';
import { notify } from '#features/inbox/service/notify.ts';
import type { WarningName } from '#features/labels/contract/warnings.ts';
import type { DecisionSource } from '#features/statements/contract.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { LogEntry, LoggedAction } from '../contract/moderation.ts';
import { NOTIFIED_ACTIONS } from '../rules.ts';

export interface NewLogEntry {
  actor: { id: number; username: string; role: 'moderator' | 'admin' } | 'operator';
  action: LoggedAction;
  caseId?: number | undefined;
  story?: { id: number; title: string } | undefined;
  list?: { id: number; title: string } | undefined;
  comment?: { id: number; title: string } | undefined;
  account?: { id: number; username: string } | undefined;
  takedownId?: number | undefined;
  /** The warnings that the action adds or lifts, and the chapter that they are about if not the whole story. */
  warned?: { warnings: WarningName[]; chapterId: number | undefined } | undefined;
  /** A tag, and the other tag or the kind that it was given. */
  tag?: { name: string; target: string } | undefined;
  rule?: string | undefined;
  quotedPassage?: string | undefined;
  note?: string | undefined;
  answers?: number | undefined;
  /** The origin of a restricting decision. */
  source?: DecisionSource | undefined;
  /** Whether a suspension withholds the account's stories, too. */
  withholdsStories?: boolean | undefined;
  /** Kept out of its subject's inbox. */
  isSilent?: boolean;
}

/** Logs an action. One that its subject is notified of is in their inbox with it. */
export async function insertLogEntry(transaction: OpenTransaction, logEntry: NewLogEntry): Promise<number> {
  const actor = logEntry.actor === 'operator' ? undefined : logEntry.actor;
  const { id } = await transaction
    .insertInto('moderation_entries')
    .values({
      actor_id: actor?.id ?? null,
      actor_name: actor?.username ?? null,
      actor_role: actor?.role ?? 'operator',
      action: logEntry.action,
      case_id: logEntry.caseId ?? null,
      story_id: logEntry.story?.id ?? null,
      story_title: logEntry.story?.title ?? null,
      list_id: logEntry.list?.id ?? null,
      list_title: logEntry.list?.title ?? null,
      comment_id: logEntry.comment?.id ?? null,
      comment_excerpt: logEntry.comment?.title ?? null,
      warnings: logEntry.warned?.warnings ?? null,
      chapter_id: logEntry.warned?.chapterId ?? null,
      account_id: logEntry.account?.id ?? null,
      account_name: logEntry.account?.username ?? null,
      takedown_id: logEntry.takedownId ?? null,
      tag_name: logEntry.tag?.name ?? null,
      tag_target: logEntry.tag?.target ?? null,
      rule: logEntry.rule ?? null,
      passage: logEntry.quotedPassage ?? '',
      note: logEntry.note ?? '',
      answers: logEntry.answers ?? null,
      source: logEntry.source ?? null,
      withholds_stories: logEntry.withholdsStories ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const isNotified = NOTIFIED_ACTIONS.some((action) => action === logEntry.action);
  if (isNotified && logEntry.isSilent !== true && logEntry.account !== undefined)
    await notify(transaction, { kind: 'decision', accountId: logEntry.account.id, byId: null, entryId: id });
  return id;
}

/** Whether an entry answers an appeal against a decision of the same moderator. */
export function bySameModerator(entry: string) {
  return sql<boolean>`exists (select from moderation_entries as appealed
    where appealed.id = ${sql.ref(`${entry}.answers`)} and appealed.actor_id = ${sql.ref(`${entry}.actor_id`)})`;
}

const columns = [
  ...(['id', 'happened_at', 'actor_name', 'actor_role', 'action', 'case_id', 'story_id'] as const),
  ...([
    'story_title',
    'list_id',
    'list_title',
    'comment_id',
    'comment_excerpt',
    'account_id',
    'account_name',
    'takedown_id',
    'rule',
    'passage',
  ] as const),
  ...(['tag_name', 'tag_target', 'note', 'answers'] as const),
] as const;

function toLogEntry<Row extends { happened_at: Date }>(row: Row) {
  return { ...row, happened_at: row.happened_at.toISOString() };
}

/** Nobody learns from the log that there is a staff note about them. */
const isNoNoteAbout = (readerId: number) =>
  sql<boolean>`(action not in ('note', 'edit-note', 'delete-note') or account_id is distinct from ${readerId})`;

export async function findLogEntries(
  connection: Connection,
  filter: {
    readerId: number;
    action?: LoggedAction | undefined;
    storyId?: number | undefined;
    accountId?: number | undefined;
    offset: number;
    limit: number;
  },
): Promise<{ entries: LogEntry[]; total: number }> {
  const matching = connection
    .selectFrom('moderation_entries')
    .where(isNoNoteAbout(filter.readerId))
    .$if(filter.action !== undefined, (query) => query.where('action', '=', filter.action ?? 'open'))
    .$if(filter.storyId !== undefined, (query) => query.where('story_id', '=', filter.storyId ?? 0))
    .$if(filter.accountId !== undefined, (query) => query.where('account_id', '=', filter.accountId ?? 0));
  const { total } = await matching
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .select(columns)
    .select(bySameModerator('moderation_entries').as('by_same_moderator'))
    .orderBy('id', 'desc')
    .offset(filter.offset)
    .limit(filter.limit)
    .execute();
  return { entries: rows.map(toLogEntry), total };
}

/** Earlier actions concerning a story, a list or a comment and its author, latest first. */
export async function findLogEntriesAbout(
  connection: Connection,
  about: {
    readerId: number;
    storyId: number | undefined;
    listId: number | undefined;
    commentId: number | undefined;
    accountId: number | undefined;
  },
  limit: number,
): Promise<LogEntry[]> {
  const rows = await connection
    .selectFrom('moderation_entries')
    .select(columns)
    .select(bySameModerator('moderation_entries').as('by_same_moderator'))
    .where(isNoNoteAbout(about.readerId))
    .where((on) =>
      on.or([
        on('story_id', '=', about.storyId ?? 0),
        on('list_id', '=', about.listId ?? 0),
        on('comment_id', '=', about.commentId ?? 0),
        on('account_id', '=', about.accountId ?? 0),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toLogEntry);
}

/** The account and the story that a legal request removed last; undefined if it removed none. */
export async function findTakedownRemoval(
  connection: Connection,
  takedownId: number,
): Promise<Pick<NewLogEntry, 'account' | 'story'> | undefined> {
  const removal = await connection
    .selectFrom('moderation_entries')
    .select(['account_id', 'account_name', 'story_id', 'story_title'])
    .where('takedown_id', '=', takedownId)
    .where('action', '=', 'takedown-removed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (removal === undefined) return undefined;
  const { account_id, account_name, story_id, story_title } = removal;
  return {
    account: account_id === null ? undefined : { id: account_id, username: account_name ?? '' },
    story: story_id === null ? undefined : { id: story_id, title: story_title ?? '' },
  };
}

/** The decisions whose warnings all go when a story, or one of its chapters, has only these left. */
export async function liftedWarnings(
  connection: Connection,
  { storyId, chapterId }: { storyId: number; chapterId: number | undefined },
  left: WarningName[],
): Promise<number[]> {
  const rows = await connection
    .selectFrom('moderation_entries')
    .select(['id', 'warnings'])
    .where('story_id', '=', storyId)
    .where('action', '=', 'warn')
    .where(sql<boolean>`chapter_id is not distinct from ${chapterId ?? null}`)
    .execute();
  return rows
    .filter(({ warnings }) => !(warnings ?? []).some((name) => left.includes(name as WarningName)))
    .map(({ id }) => id);
}

/** The warnings that these entries added, and to what. */
export async function addedWarnings(
  connection: Connection,
  entryIds: number[],
): Promise<{ chapter_id: number | null; warnings: WarningName[] }[]> {
  if (entryIds.length === 0) return [];
  const rows = await connection
    .selectFrom('moderation_entries')
    .select(['chapter_id', 'warnings'])
    .where('id', 'in', entryIds)
    .orderBy('id')
    .execute();
  return rows.map(({ chapter_id, warnings }) => ({
    chapter_id,
    warnings: (warnings ?? []) as WarningName[],
  }));
}
