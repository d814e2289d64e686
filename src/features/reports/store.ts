import { sql } from 'kysely';
import { clockTime } from '#platform/database/clock.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { ReportedKind } from './contract.ts';

/** A reported story, pen name (the author that the reporter saw), reading list or comment. */
interface ReportTarget {
  kind: ReportedKind;
  id: number;
}

export interface Report {
  reporterId: number;
  reason: string;
  target: ReportTarget;
  /** The words of a private note that the report is about. */
  quotedNote?: string;
}

/** Where a report names its target, and where the target is. */
const targets = {
  story: { column: 'story_id', table: 'stories' },
  author: { column: 'author_id', table: 'pen_names' },
  list: { column: 'list_id', table: 'shelves' },
  comment: { column: 'comment_id', table: 'comments' },
} as const satisfies Record<ReportedKind, { column: string; table: keyof Tables }>;

/** Reports as moderators decide on them: those on an author by the account behind all its pen names. */
export type CaseTarget = ReportTarget;

const caseColumns = {
  story: 'story_id',
  author: 'owner_id',
  list: 'list_id',
  comment: 'comment_id',
} as const satisfies Record<ReportedKind, keyof Tables['reports']>;

/**
 * Stores a report, or updates the reporter's open report on the same target. False when the target or the reporter has
 * been deleted.
 */
export async function storeReport(
  connection: Connection,
  { reporterId, reason, target, quotedNote }: Report,
): Promise<boolean> {
  const { column, table } = targets[target.kind];
  return connection.transaction().execute(async (transaction) => {
    // Locks both rows before the foreign key checks: neither may be deleted in between.
    await sql`select from accounts where id = ${reporterId} for key share`.execute(transaction);
    await lockTarget(transaction, target);
    const { numAffectedRows } = await sql`
      insert into reports (reporter_id, ${sql.ref(column)}, reason, quoted_note)
      select accounts.id, target.id, ${reason}, ${quotedNote ?? null}::text from accounts, ${sql.table(table)} as target
      where accounts.id = ${reporterId} and target.id = ${target.id}
      on conflict (reporter_id, ${sql.ref(column)}) where decided_at is null and ${sql.ref(column)} is not null
        do update set reason = excluded.reason, quoted_note = coalesce(excluded.quoted_note, reports.quoted_note),
          updated_at = now()`.execute(transaction);
    return Number(numAffectedRows ?? 0) > 0;
  });
}

/** Whether the target is still there; if so, it stays until the transaction ends. */
async function lockTarget(transaction: OpenTransaction, { kind, id }: ReportTarget): Promise<boolean> {
  const { table } = targets[kind];
  const { rows } = await sql`select from ${sql.table(table)} where id = ${id} for key share`.execute(
    transaction,
  );
  return rows.length > 0;
}

export interface GuestReport {
  target: ReportTarget;
  chapterId: number | null;
  reason: string;
  /** A keyed hash: the network itself is not stored. */
  network: Buffer;
  email: string | undefined;
}

/**
 * Stores a report without an account, or updates the open one on the same target from the same network and address; an
 * address can be added later. Returns its number; undefined when the target has been deleted.
 */
export async function storeGuestReport(
  connection: Connection,
  { target, chapterId, reason, network, email }: GuestReport,
): Promise<number | undefined> {
  const { column } = targets[target.kind];
  return connection.transaction().execute(async (transaction) => {
    if (!(await lockTarget(transaction, target))) return undefined;
    // Two simultaneous reports become one, too.
    await sql`select hold_subject(${target.kind}, ${target.id})`.execute(transaction);
    const open = await transaction
      .selectFrom('reports')
      .select(['id', 'guest_email'])
      .where(column, '=', target.id)
      .where('decided_at', 'is', null)
      .where('guest_network', '=', network)
      .where((on) =>
        on.or([
          on('guest_email', 'is', null),
          on(sql`lower(guest_email)`, '=', email?.toLowerCase() ?? null),
        ]),
      )
      .orderBy(sql`guest_email is null`)
      .limit(1)
      .executeTakeFirst();
    const content = { reason, chapter_id: chapterId, guest_email: email ?? null };
    if (open !== undefined) {
      await transaction
        .updateTable('reports')
        .set({ ...content, updated_at: sql<Date>`now()` })
        .where('id', '=', open.id)
        .execute();
      return open.id;
    }
    const created = await transaction
      .insertInto('reports')
      .values({ ...content, [column]: target.id, guest_network: network })
      .returning('id')
      .executeTakeFirstOrThrow();
    return created.id;
  });
}

export interface OpenReport {
  id: number;
  reason: string;
  category: string | null;
  is_grave: boolean;
  reporter_username: string | null;
  is_from_guest: boolean;
  has_email: boolean;
  chapter_id: number | null;
  /** The pen name that was reported; null for anything else, or for a deleted account. */
  author_username: string | null;
  quoted_note: string | null;
  /** The organisation, if a trusted flagger sent it. */
  trusted_flagger: string | null;
  reporter_id: number | null;
  created_at: Date;
  updated_at: Date;
}

/** The undecided reports on a target, oldest first. */
export async function findOpenReports(
  connection: Connection,
  target: CaseTarget,
  limit: number,
): Promise<OpenReport[]> {
  return connection
    .selectFrom('reports as r')
    .leftJoin('accounts as a', 'a.id', 'r.reporter_id')
    .leftJoin('pen_names as p', 'p.id', 'r.author_id')
    .select(['r.id', 'r.reason', 'r.category', 'r.is_grave', 'r.created_at', 'r.updated_at'])
    .select(['a.username as reporter_username', 'r.chapter_id', 'p.username as author_username'])
    .leftJoin('trusted_flaggers as f', 'f.id', 'r.trusted_flagger_id')
    .select(['r.quoted_note', 'f.organisation as trusted_flagger', 'r.reporter_id', 'r.is_from_guest'])
    .select(sql<boolean>`r.guest_email is not null`.as('has_email'))
    .where('r.decided_at', 'is', null)
    .where(`r.${caseColumns[target.kind]}`, '=', target.id)
    .orderBy('r.is_grave', 'desc')
    .orderBy('r.created_at')
    .orderBy('r.id')
    .limit(limit)
    .execute();
}

/** The reason of the first open report, in the order of findOpenReports, by the id of its target; all of one kind. */
export async function findFirstReasons(
  connection: Connection,
  kind: ReportedKind,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const target = sql.ref(caseColumns[kind]);
  const { rows } = await sql<{ id: number; reason: string }>`
    select distinct on (${target}) ${target} as id, reason from reports
    where ${target} = any (${ids}::bigint[]) and decided_at is null
    order by ${target}, is_grave desc, created_at, reports.id`.execute(connection);
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}

export interface LockedReport {
  id: number;
  /** The address at which a guest wants to be notified of the decision. */
  guestEmail: string | null;
  /** Whether a trusted flagger sent it from an account. */
  isTrusted: boolean;
}

/** Locks undecided reports until the transaction ends. */
function lockingOpenReports(transaction: OpenTransaction) {
  return transaction
    .selectFrom('reports')
    .select(['id', 'guest_email as guestEmail'])
    .select(sql<boolean>`trusted_flagger_id is not null and not is_from_guest`.as('isTrusted'))
    .where('decided_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate();
}

/** The undecided reports on a target, locked until the transaction ends. */
export async function lockOpenReports(
  transaction: OpenTransaction,
  target: CaseTarget,
): Promise<LockedReport[]> {
  return lockingOpenReports(transaction).where(caseColumns[target.kind], '=', target.id).execute();
}

/** The undecided reports on an account, its lists, its comments and these stories, locked until the transaction ends. */
export async function lockOpenReportsOfAuthor(
  transaction: OpenTransaction,
  accountId: number,
  storyIds: number[],
): Promise<LockedReport[]> {
  return lockingOpenReports(transaction)
    .where((on) =>
      on.or([
        on('owner_id', '=', accountId),
        on('story_id', '=', sql<number>`any (${storyIds}::bigint[])`),
        on('list_id', 'in', on.selectFrom('shelves').select('id').where('owner_id', '=', accountId)),
        on('comment_id', 'in', on.selectFrom('comments').select('id').where('account_id', '=', accountId)),
      ]),
    )
    .execute();
}

/** Reverts decisions. A report stays decided if its reporter has a newer open one on the same target. */
export async function reopenReports(connection: Connection, ids: number[]): Promise<void> {
  await sql`
    update reports as one set decision = null, decided_at = null, decided_by = null
    where id = any (${ids}::bigint[]) and not exists (
      select from reports as newer where newer.decided_at is null and newer.reporter_id = one.reporter_id
        and (newer.story_id = one.story_id or newer.author_id = one.author_id or newer.list_id = one.list_id
          or newer.comment_id = one.comment_id))`.execute(connection);
}

/** Stores the decision, notes which reports were manifestly unfounded, and erases guests' data. */
export async function setDecision(
  connection: Connection,
  ids: number[],
  decision: NonNullable<Tables['reports']['decision']>,
  deciderId: number,
  unfounded: readonly number[] = [],
): Promise<void> {
  if (ids.length === 0) return;
  await connection
    .updateTable('reports')
    .set({ decision, decided_at: clockTime, decided_by: deciderId })
    .set({ guest_network: null, guest_email: null })
    .set({ unfounded_at: sql<Date | null>`case when id = any (${[...unfounded]}::bigint[]) then now() end` })
    .where('id', 'in', ids)
    .execute();
}

/** The number of manifestly unfounded reports that accounts have sent within so many days. */
export async function countUnfoundedReports(
  connection: Connection,
  accountIds: number[],
  days: number,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    select reporter_id as id, count(*)::integer as count from reports
    where reporter_id = any (${accountIds}::bigint[]) and unfounded_at > now() - make_interval(days => ${days}::integer)
    group by reporter_id`.execute(connection);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
