import { sql } from 'kysely';
import type { CorrectionSetting } from '#features/labels/contract/corrections.ts';
import { ifOpenTo, isOpenTo } from '#features/stories/service/find-story.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';

/** The name that the author of a chapter sees: the pen name under which it was sent. */
const senderDisplayName = sql<
  string | null
>`coalesce(nullif(pen_names.display_name, ''), pen_names.username)`;

/** The corrections that an account has suggested for others' chapters. */
export async function correctionsOfAccount(connection: Connection, accountId: number) {
  return connection
    .selectFrom('corrections')
    .innerJoin('chapters', 'chapters.id', 'corrections.chapter_id')
    .innerJoin('stories', 'stories.id', 'chapters.story_id')
    .leftJoin('pen_names', 'pen_names.id', 'corrections.author_id')
    .select(ifOpenTo(accountId, 'stories.slug').as('story'))
    .select(['corrections.chapter_id as chapter', 'pen_names.username as pen_name'])
    .select(['corrections.quote', 'corrections.replacement', 'corrections.note', 'corrections.created_at'])
    .select(['corrections.decision', 'corrections.credit'])
    .where('corrections.account_id', '=', accountId)
    .orderBy('corrections.id')
    .execute();
}

/** The corrections that others have suggested for a story, with what its author decided. */
export async function correctionsOfStory(connection: Connection, storyId: number) {
  return connection
    .selectFrom('corrections')
    .innerJoin('chapters', 'chapters.id', 'corrections.chapter_id')
    .leftJoin('pen_names', 'pen_names.id', 'corrections.author_id')
    .select(['corrections.chapter_id as chapter', 'pen_names.username as sender'])
    .select(['corrections.quote', 'corrections.replacement', 'corrections.note', 'corrections.created_at'])
    .select(['corrections.decision', 'corrections.decided_at', 'corrections.credit'])
    .where('chapters.story_id', '=', storyId)
    .orderBy('corrections.id')
    .execute();
}

/** The corrections of an account as it sees them, latest first. It learns nothing of what it cannot find any more. */
export async function sentCorrections(
  connection: Connection,
  accountId: number,
  { offset, limit }: { offset: number; limit: number },
) {
  const isFound = isOpenTo(accountId);
  const isReadable = sql`(${isFound} and chapters.state = 'published' and chapters.trashed_at is null)`;
  return connection
    .selectFrom('corrections')
    .innerJoin('chapters', 'chapters.id', 'corrections.chapter_id')
    .innerJoin('stories', 'stories.id', 'chapters.story_id')
    .leftJoin('pen_names', 'pen_names.id', 'corrections.author_id')
    .select(['corrections.id', 'quote', 'replacement', 'note', 'corrections.created_at', 'decision'])
    .select(['credit', 'pen_names.username as author_username'])
    .select(sql<string | null>`case when ${isFound} then stories.slug end`.as('story_slug'))
    .select(sql<string | null>`case when ${isFound} then stories.title end`.as('story_title'))
    .select(sql<number | null>`case when ${isReadable} then chapters.id end`.as('chapter_id'))
    .select(sql<string | null>`case when ${isReadable} then chapters.title end`.as('chapter_title'))
    .where('corrections.account_id', '=', accountId)
    .orderBy('corrections.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
}

export async function countSentCorrections(connection: Connection, accountId: number): Promise<number> {
  const { total } = await connection
    .selectFrom('corrections')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return total;
}

/** Deletes a correction of an account that waits. */
export async function deleteWaiting(
  connection: Connection,
  accountId: number,
  id: number,
): Promise<'deleted' | 'decided' | 'missing'> {
  const deleted = await connection
    .deleteFrom('corrections')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('decided_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (deleted !== undefined) return 'deleted';
  const own = await connection
    .selectFrom('corrections')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return own === undefined ? 'missing' : 'decided';
}

export interface CorrectionTexts {
  quote: string;
  replacement: string | null;
  note: string;
  wants_credit: boolean;
}

/**
 * An account with one of its pen names, or a keyed hash of the network of somebody without one: the network itself is not
 * stored.
 */
export type Sender =
  | { account_id: number; author_id: number; network?: undefined }
  | { account_id?: undefined; network: Buffer };

function isFrom(sender: Sender) {
  return sender.network === undefined
    ? sql<boolean>`corrections.account_id = ${sender.account_id}`
    : sql<boolean>`corrections.network = ${sender.network}`;
}

/** The story of a chapter, and the account of its author. */
export async function authorOfChapter(connection: Connection, chapterId: number) {
  return connection
    .selectFrom('chapters')
    .innerJoin('stories', 'stories.id', 'chapters.story_id')
    .innerJoin('pen_names', 'pen_names.id', 'stories.author_id')
    .select(['stories.id as story_id', 'pen_names.account_id'])
    .where('chapters.id', '=', chapterId)
    .executeTakeFirst();
}

/** Locks a chapter, so that concurrent corrections count each other; undefined when it is gone. */
export async function lockAndCount(transaction: OpenTransaction, chapterId: number, sender: Sender) {
  if (sender.account_id !== undefined) {
    // The order of locks: accounts first.
    await sql`select id from accounts where id = ${sender.account_id} for key share`.execute(transaction);
  }
  const chapter = await transaction
    .selectFrom('chapters')
    .select('id')
    .where('id', '=', chapterId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (chapter === undefined) return undefined;
  const open = await transaction
    .selectFrom('corrections')
    .select(sql<number>`count(*)::integer`.as('total'))
    .select(sql<number>`(count(*) filter (where ${isFrom(sender)}))::integer`.as('ofSender'))
    .where('chapter_id', '=', chapterId)
    .where('decided_at', 'is', null)
    .executeTakeFirstOrThrow();
  const today = await transaction
    .selectFrom('corrections')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where(isFrom(sender))
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return { open: open.total, openOfSender: open.ofSender, ofSenderToday: today.total };
}

export async function insertCorrection(
  transaction: OpenTransaction,
  chapterId: number,
  { quote, replacement, note, wants_credit }: CorrectionTexts,
  sender: Sender,
) {
  const credit = wants_credit ? 'wished' : 'none';
  return transaction
    .insertInto('corrections')
    .values({ chapter_id: chapterId, quote, replacement, note, credit, ...sender })
    .returning(['id', 'quote', 'replacement', 'note', 'created_at'])
    .executeTakeFirstOrThrow();
}

export async function openCorrections(connection: Connection, chapterId: number) {
  return connection
    .selectFrom('corrections')
    .leftJoin('pen_names', 'pen_names.id', 'corrections.author_id')
    .select(['corrections.id', 'quote', 'replacement', 'note', 'corrections.created_at'])
    .select(sql<boolean>`credit <> 'none'`.as('wants_credit'))
    .select(['pen_names.username as sender_username', senderDisplayName.as('sender_display_name')])
    .where('chapter_id', '=', chapterId)
    .where('decided_at', 'is', null)
    .orderBy('corrections.id')
    .execute();
}

/** The chapters of a story with undecided corrections, in reading order. */
export async function openCounts(connection: Connection, storyId: number) {
  return connection
    .selectFrom('chapters')
    .innerJoin('corrections', 'corrections.chapter_id', 'chapters.id')
    .select(['chapters.id', 'chapters.title', sql<number>`count(*)::integer`.as('correction_count')])
    .where('chapters.story_id', '=', storyId)
    .where('chapters.trashed_at', 'is', null)
    .where('corrections.decided_at', 'is', null)
    .groupBy('chapters.id')
    .orderBy('chapters.order')
    .orderBy('chapters.id')
    .execute();
}

/** The story of a chapter that readers find, and who may correct it. */
export async function storyOfChapter(
  connection: Connection,
  chapterId: number,
): Promise<{ id: number; setting: CorrectionSetting } | undefined> {
  return connection
    .selectFrom('chapters')
    .innerJoin('stories', 'stories.id', 'chapters.story_id')
    .select(['stories.id', 'stories.corrections as setting'])
    .where('chapters.id', '=', chapterId)
    .where('chapters.state', '=', 'published')
    .where('chapters.trashed_at', 'is', null)
    .executeTakeFirst();
}

/** The story that a correction concerns. */
export async function storyOfCorrection(connection: Connection, id: number): Promise<number | undefined> {
  const row = await connection
    .selectFrom('corrections')
    .innerJoin('chapters', 'chapters.id', 'corrections.chapter_id')
    .select('chapters.story_id')
    .where('corrections.id', '=', id)
    .executeTakeFirst();
  return row?.story_id;
}

/** Stores what the author decided; null: nothing yet. Its sender is named only if they want that. */
export async function storeDecision(
  connection: Connection,
  id: number,
  { decision, credit }: { decision: 'accepted' | 'dismissed' | null; credit: boolean },
): Promise<void> {
  const isNamed = credit && decision === 'accepted';
  await connection
    .updateTable('corrections')
    .set({
      decision,
      decided_at: decision === null ? null : sql<Date>`now()`,
      credit: sql`case when credit = 'none' then 'none' when ${isNamed}::boolean then 'given' else 'wished' end`,
    })
    .where('id', '=', id)
    .execute();
}
