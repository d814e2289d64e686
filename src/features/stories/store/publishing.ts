import { sql } from 'kysely';
import { isTooFarAhead } from '#platform/database/clock.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { PublishingQuota } from '../rules.ts';

/** The facts that decide an account's quota, and which of its stories wait for approval. */
export interface Publisher {
  accountId: number;
  isVerified: boolean;
  /** Whether the account is younger than the limit for new ones. */
  isNew: boolean;
  /** Whether a moderator has approved a story of theirs. */
  isKnown: boolean;
}

/**
 * Locks an account that is about to publish until the transaction ends, before its stories, as the lock order requires.
 * Undefined for a deleted account. An account without credentials was imported: the operator vouches for it.
 */
export async function lockPublisherAccount(
  transaction: OpenTransaction,
  accountId: number,
  newAccountDays: number,
): Promise<Publisher | undefined> {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(transaction);
  // A separate statement, because only a new one sees data committed while the lock was awaited.
  const { rows } = await sql<Publisher>`
    select accounts.id as "accountId",
      credentials.account_id is null or email_verified_at is not null as "isVerified",
      created_at > now() - make_interval(days => ${newAccountDays}) as "isNew",
      exists (select from stories join pen_names on pen_names.id = author_id
        where pen_names.account_id = accounts.id and let_in_at is not null) as "isKnown"
    from accounts left join credentials on account_id = accounts.id
    where accounts.id = ${accountId}`.execute(transaction);
  return rows[0];
}

export type PublicationCounts = PublishingQuota & { created: number };

/** A publishing request: the counts to add, and the free quota it requires. */
export interface Publication {
  counts: PublicationCounts;
  needs: PublicationCounts;
}

/**
 * Counts a publication of a locked account. Returns undefined when it fits into the quota, else the seconds until the
 * counts reset; then nothing was counted.
 */
export async function countPublication(
  connection: Connection,
  accountId: number,
  { counts, needs }: Publication,
  limits: PublicationCounts,
): Promise<number | undefined> {
  // now() is too early: a transaction that waited for the account began before the stored time.
  const isOver = sql`(previous.since <= clock_timestamp() - interval '1 day'
    or ${isTooFarAhead('previous.since', 3_600)})`;
  const after = (column: string, count: number) =>
    sql`case when ${isOver} then 0 else previous.${sql.ref(column)} end + ${count}`;
  const fits = (column: string, need: number, limit: number) =>
    sql`(${need} = 0 or previous.${sql.ref(column)} + ${need} <= ${limit})`;
  const { rows } = await sql`
    insert into publication_counts as previous
      (account_id, since, story_count, chapter_count, scheduled_count, created_count)
    values (${accountId}, clock_timestamp(), ${counts.stories}, ${counts.chapters}, ${counts.scheduled},
      ${counts.created})
    on conflict (account_id) do update set
      story_count = ${after('story_count', counts.stories)},
      chapter_count = ${after('chapter_count', counts.chapters)},
      scheduled_count = ${after('scheduled_count', counts.scheduled)},
      created_count = ${after('created_count', counts.created)},
      since = case when ${isOver} then clock_timestamp() else previous.since end
    where ${isOver} or (${fits('story_count', needs.stories, limits.stories)}
      and ${fits('chapter_count', needs.chapters, limits.chapters)}
      and ${fits('scheduled_count', needs.scheduled, limits.scheduled)}
      and ${fits('created_count', needs.created, limits.created)})
    returning account_id`.execute(connection);
  if (rows.length > 0) return undefined;
  const { left } = await connection
    .selectFrom('publication_counts')
    .select(
      sql<number>`least(86400, greatest(1, ceil(extract(epoch from since + interval '1 day' - clock_timestamp()))))::integer`.as(
        'left',
      ),
    )
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return left;
}

/** Keeps a locked story out of all lists until its author's address is verified or a moderator approves it. */
export async function setWaiting(
  connection: Connection,
  storyId: number,
  waitingFor: 'address' | 'moderator',
): Promise<void> {
  await sql`select note_ranking_changes(array[${storyId}::bigint])`.execute(connection);
  await sql`
    update stories set waiting_since = coalesce(waiting_since, now()), waiting_for = ${waitingFor}
    where id = ${storyId} and let_in_at is null`.execute(connection);
}

/** Records a moderator's approval of a locked story: it is listed now, and never waits again. */
export async function approveStory(connection: Connection, storyId: number): Promise<void> {
  await connection
    .updateTable('stories')
    .set({ let_in_at: sql<Date>`now()` })
    .where('id', '=', storyId)
    .execute();
  await sql`select stories_end_waiting(array[${storyId}::bigint])`.execute(connection);
}

const CHAPTER_BATCH = 20;

/** The chapters of a draft that will be published with it for the first time. */
export async function countUnpublished(connection: Connection, storyId: number): Promise<number> {
  const { total } = await connection
    .selectFrom('chapters')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('story_id', '=', storyId)
    .where('state', '=', 'published')
    .where('published_at', 'is', null)
    .where('trashed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}

export async function hasScheduledChapter(connection: Connection, storyId: number): Promise<boolean> {
  const found = await connection
    .selectFrom('chapters')
    .select('id')
    .where('story_id', '=', storyId)
    .where('state', '=', 'scheduled')
    .where('trashed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The texts of some chapters of a story, or of those that are published or scheduled, a few at a time. */
export async function* chapterTextsOf(
  connection: Connection,
  storyId: number,
  chapterIds?: readonly number[],
): AsyncGenerator<string[]> {
  for (let above = 0; ; ) {
    const rows = await connection
      .selectFrom('chapters')
      .select(['id', 'title', 'content', 'note_before', 'note_after', 'volume'])
      .where('story_id', '=', storyId)
      .where((on) =>
        chapterIds === undefined
          ? on('state', '<>', 'draft')
          : on('id', '=', sql<number>`any (${chapterIds}::bigint[])`),
      )
      .where('trashed_at', 'is', null)
      .where('id', '>', above)
      .orderBy('id')
      .limit(CHAPTER_BATCH)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    above = last.id;
    yield rows.flatMap(({ id: _, volume, ...texts }) => [...Object.values(texts), volume ?? '']);
  }
}
