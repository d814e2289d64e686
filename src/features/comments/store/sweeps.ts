import { type RawBuilder, sql } from 'kysely';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import { type HoldReason, MAX_SWEPT, SWEEP_UNDO_DAYS } from '../contract/sweeps.ts';
import { SITE_REASONS } from '../rules/site-reasons.ts';
import { isOnOpenChapter } from './threads.ts';

/** The person who removes many comments: the author of their stories, or a moderator. */
export interface Sweeper {
  accountId: number;
  as: 'author' | 'staff';
}

export interface WaveChoice {
  storyId: number | null;
  heldFor: HoldReason | null;
}

/** The waiting comments of a choice, latest first: those that are listed, so not on a chapter that nobody can read. */
function waitingOf({ accountId, as }: Sweeper, { storyId, heldFor }: WaveChoice): RawBuilder<unknown> {
  return sql`
    select comments.id, story_id, comments.account_id, comments.created_at, held_for
    from comments join stories on stories.id = story_id join pen_names on pen_names.id = stories.author_id
    where comments.state = 'waiting' and comments.withheld_at is null and stories.trashed_at is null
      and comments.account_id is distinct from ${accountId} and ${isOnOpenChapter}
      and (${storyId}::bigint is null or story_id = ${storyId}::bigint)
      and (${heldFor}::text is null or held_for = ${heldFor}::text)
      and case ${as}::text when 'author' then pen_names.account_id = ${accountId}
        else pen_names.account_id <> ${accountId} and held_for = any (${SITE_REASONS}::text[]) end
    order by comments.id desc limit ${MAX_SWEPT}`;
}

/** Other comments by the accounts of a wave, on its stories, from shortly before it; not those that were approved. */
function related(waiting: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with waiting as materialized (${waiting})
    select id, story_id, account_id, state from comments
    where account_id in (select account_id from waiting) and story_id in (select story_id from waiting)
      and created_at >= (select min(created_at) - interval '10 minutes' from waiting)
      and state in ('shown', 'waiting') and withheld_at is null and approved_at is null and ${isOnOpenChapter}`;
}

export interface WaveRow {
  story_id: number;
  story_title: string;
  story_slug: string;
  held_for: HoldReason | null;
  comment_count: number;
  account_count: number;
  first_at: Date;
  last_at: Date;
}

const MAX_WAVES = 20;

/** Waiting comments by story and reason, most of them first. */
export async function wavesOf(connection: Connection, sweeper: Sweeper): Promise<WaveRow[]> {
  const { rows } = await sql<WaveRow>`
    with waiting as (${waitingOf(sweeper, { storyId: null, heldFor: null })})
    select story_id, stories.title as story_title, stories.slug as story_slug, held_for,
      count(*)::integer as comment_count, count(distinct account_id)::integer as account_count,
      min(waiting.created_at) as first_at, max(waiting.created_at) as last_at
    from waiting join stories on stories.id = story_id
    group by story_id, stories.title, stories.slug, held_for
    order by comment_count desc, story_id, held_for limit ${MAX_WAVES}`.execute(connection);
  return rows;
}

/** The comments of all waves. */
export async function countWaitingFor(connection: Connection, sweeper: Sweeper): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total
    from (${waitingOf(sweeper, { storyId: null, heldFor: null })}) as waiting`.execute(connection);
  return rows[0]?.total ?? 0;
}

/** The shown comments that would go with a wave. */
export async function countShownWith(
  connection: Connection,
  sweeper: Sweeper,
  choice: WaveChoice,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (${related(waitingOf(sweeper, choice))}) as related
    where state = 'shown'`.execute(connection);
  return rows[0]?.total ?? 0;
}

/** The comments that a sweep removes, and their stories. */
export async function sweptBy(
  connection: Connection,
  sweeper: Sweeper,
  choice: WaveChoice & { withShown: boolean },
): Promise<{ id: number; story_id: number; state: 'shown' | 'waiting' }[]> {
  const waiting = waitingOf(sweeper, choice);
  const { rows } = await sql<{ id: number; story_id: number; state: 'shown' | 'waiting' }>`
    select id, story_id, 'waiting' as state from (${waiting}) as waiting
    union select id, story_id, state from (${related(waiting)}) as related where ${choice.withShown}
    limit ${2 * MAX_SWEPT}`.execute(connection);
  return rows;
}

/** Removes comments, and notes which they were. The caller holds the comments of their stories. */
export async function storeSweep(
  transaction: OpenTransaction,
  { accountId, as }: Sweeper,
  sweep: { storyId: number | null; reason: string; comments: { id: number; state: 'shown' | 'waiting' }[] },
): Promise<number> {
  const { id } = await transaction
    .insertInto('comment_sweeps')
    .values({
      ...{ account_id: accountId, swept_as: as, story_id: sweep.storyId },
      ...{ reason: sweep.reason, comment_count: sweep.comments.length },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ids = sweep.comments.map((comment) => comment.id);
  await sql`insert into swept_comments (sweep_id, comment_id, former_state)
    select ${id}, * from unnest(${ids}::bigint[], ${sweep.comments.map(({ state }) => state)}::text[])`.execute(
    transaction,
  );
  await sql`update comments set state = 'removed', removed_by = ${accountId}, removed_as = ${as},
    removal_reason = ${sweep.reason} where id = any (${ids}::bigint[])`.execute(transaction);
  return id;
}

export interface SweepRow {
  id: number;
  story_id: number | null;
  story_title: string | null;
  comment_count: number;
  reason: string;
  swept_at: Date;
}

function sweeps(connection: Connection, as: Sweeper['as']) {
  return connection
    .selectFrom('comment_sweeps')
    .leftJoin('stories', 'stories.id', 'comment_sweeps.story_id')
    .select(['comment_sweeps.id', 'comment_sweeps.story_id', 'stories.title as story_title'])
    .select(['comment_sweeps.comment_count', 'comment_sweeps.reason', 'comment_sweeps.swept_at'])
    .where('swept_as', '=', as)
    .where('undone_at', 'is', null)
    .where('swept_at', '>', sql<Date>`now() - make_interval(days => ${SWEEP_UNDO_DAYS})`);
}

const MAX_SWEEPS = 20;

/** The sweeps that can be undone, latest first: an author's own, or those of all moderators. */
export async function sweepsOf(connection: Connection, { accountId, as }: Sweeper): Promise<SweepRow[]> {
  return sweeps(connection, as)
    .$if(as === 'author', (select) => select.where('comment_sweeps.account_id', '=', accountId))
    .orderBy('comment_sweeps.id', 'desc')
    .limit(MAX_SWEEPS)
    .execute();
}

/** Locks a sweep that can be undone, and gives the stories of its comments. */
export async function lockSweep(
  transaction: OpenTransaction,
  { accountId, as }: Sweeper,
  id: number,
): Promise<{ story_id: number | null; story_ids: number[] } | undefined> {
  const found = await sweeps(transaction, as)
    .where('comment_sweeps.id', '=', id)
    .$if(as === 'author', (select) => select.where('comment_sweeps.account_id', '=', accountId))
    .forUpdate('comment_sweeps')
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { rows } = await sql<{ story_id: number }>`
    select distinct story_id from swept_comments join comments on comments.id = comment_id
    where sweep_id = ${id}`.execute(transaction);
  return { story_id: found.story_id, story_ids: rows.map(({ story_id }) => story_id) };
}

/** Brings back those of its comments that nobody has decided about since. */
export async function storeUndoing(transaction: OpenTransaction, id: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update comments set state = former_state, removed_by = null, removed_as = null, removal_reason = ''
    from swept_comments join comment_sweeps on comment_sweeps.id = sweep_id
    where sweep_id = ${id} and comments.id = comment_id and comments.state = 'removed'
      and comments.removed_as = swept_as`.execute(transaction);
  await transaction
    .updateTable('comment_sweeps')
    .set({ undone_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
  return Number(numAffectedRows ?? 0);
}

/** A removal of many comments takes longer than what a request usually does. */
export async function allowLongStatements(transaction: OpenTransaction): Promise<void> {
  await sql`set local statement_timeout = '60s'`.execute(transaction);
}
