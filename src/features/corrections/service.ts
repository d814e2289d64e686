import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, invalidField, type NoData, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { normalizeLine } from '#base/plain-text.ts';
import { chapterMessages } from '#features/chapters/contract/chapters.ts';
import { isChapterId } from '#features/chapters/rules.ts';
import { chapterForAuthor } from '#features/chapters/service/chapters.ts';
import { refusalToWrite } from '#features/comments/service/refusal.ts';
import { holdRecipients, notify } from '#features/inbox/service/notify.ts';
import { lockPenName } from '#features/pen-names/service.ts';
import { chapterByLink } from '#features/secret-links/service.ts';
import { findReadableStory } from '#features/stories/service/find-story.ts';
import { ownStory } from '#features/stories/service/stories.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import { blockTexts } from '#platform/html/html-cleaner.ts';
import { type CallerOf, refuseSuspended, type SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  correctionMessages,
  type countCorrections,
  type decideCorrection,
  type listCorrections,
  type listSentCorrections,
  MAX_CORRECTIONS_PER_DAY,
  MAX_OPEN_CORRECTIONS,
  MAX_OPEN_CORRECTIONS_OF_SENDER,
  sendCorrection,
  type sendSharedCorrection,
  type withdrawCorrection,
} from './contract.ts';
import {
  authorOfChapter,
  type CorrectionTexts,
  correctionsOfAccount,
  correctionsOfStory,
  countSentCorrections,
  deleteWaiting,
  insertCorrection,
  lockAndCount,
  openCorrections,
  openCounts,
  type Sender,
  sentCorrections,
  storeDecision,
  storyOfChapter,
  storyOfCorrection,
} from './store.ts';

const SECONDS_UNTIL_NEXT_TRY = 3600;
const refusal = correctionMessages.notYours;

/** The corrections that an account has suggested, for its export. */
export async function correctionsByAccount(connection: Connection, accountId: number) {
  return correctionsOfAccount(connection, accountId);
}

/** The corrections that others have suggested for a story, for its author's export. */
export async function correctionsForStory(connection: Connection, storyId: number) {
  return correctionsOfStory(connection, storyId);
}

export async function submitCorrection(
  { db }: Context,
  { id, author_username, ...texts }: ParsedInputOf<typeof sendCorrection>,
  { account }: CallerOf<typeof sendCorrection>,
): Promise<Outcome<DataOf<typeof sendCorrection>>> {
  async function findChapter(connection: Connection): Promise<Outcome<number>> {
    const chapterId = isChapterId(id) ? Number(id) : undefined;
    const story = chapterId === undefined ? undefined : await storyOfChapter(connection, chapterId);
    if (chapterId === undefined || story === undefined) return chapterNotFound();
    const readable = await findReadableStory(connection, String(story.id), account);
    if (!readable.ok) return chapterNotFound();
    if (story.setting === 'off') return failure('not-yours', correctionMessages.closed);
    return (await refusalOf(connection, story.id, account, story.setting)) ?? success(chapterId);
  }
  return storeChecked(db, findChapter, texts, { account, author_username });
}

/** The refusal of a correction. Somebody who is blocked gets the one of a story without corrections. */
async function refusalOf(
  db: Connection,
  storyId: number,
  account: SignedIn,
  from: 'commenters' | 'members',
): Promise<Failure | undefined> {
  const reason = await refusalToWrite(db, storyId, account, from);
  if (reason === undefined) return undefined;
  return failure('not-yours', correctionMessages[reason === 'closed' ? 'closed' : 'followersOnly']);
}

export async function submitSharedCorrection(
  { db, signer }: Context,
  { token, chapterId, ...texts }: ParsedInputOf<typeof sendSharedCorrection>,
  { account, network }: CallerOf<typeof sendSharedCorrection>,
): Promise<Outcome<DataOf<typeof sendSharedCorrection>>> {
  const suspended = account && refuseSuspended(account, sendCorrection);
  if (suspended !== undefined) return suspended;
  async function findChapter(connection: Connection): Promise<Outcome<number>> {
    const chapter = await chapterByLink(connection, { token, chapterId });
    if (!chapter.ok) return chapter;
    // Its author sent the link to somebody, so what the story takes from others does not count here.
    const blocked = account && (await refusalOf(connection, chapter.data.story_id, account, 'members'));
    return blocked ?? success(chapter.data.id);
  }
  // The day makes the hash useless tomorrow: corrections of two days do not show that they have one sender.
  const today = new Date().toISOString().slice(0, 10);
  const guest = () => ({ network: signer.sign('correction', `${today} ${network}`) });
  return storeChecked(db, findChapter, texts, account === undefined ? guest() : { account });
}

/** Stores a correction of the chapter that `findChapter` permits, before it waits for others and again afterwards. */
async function storeChecked(
  db: Connection,
  findChapter: (connection: Connection) => Promise<Outcome<number>>,
  texts: CorrectionTexts,
  sentBy: { account: SignedIn; author_username?: string | undefined } | { network: Buffer },
): Promise<Outcome<DataOf<typeof sendCorrection>>> {
  const permitted = await findChapter(db);
  if (!permitted.ok) return permitted;
  const chapterId = permitted.data;
  const { quote, replacement, note } = texts;
  if (note === '' && (replacement === null || replacement === quote))
    return invalidField('replacement', correctionMessages.nothingSaid);
  return db.transaction().execute(async (transaction) => {
    const found = await senderOf(transaction, sentBy);
    if (!found.ok) return found;
    const sender = found.data;
    const author = await authorOfChapter(transaction, chapterId);
    if (author === undefined) return chapterNotFound();
    await holdRecipients(transaction, [author.account_id]);
    const counts = await lockAndCount(transaction, chapterId, sender);
    if (counts === undefined) return chapterNotFound();
    // Under the lock: its author may have closed the story, blocked the sender or ended the link since.
    const again = await findChapter(transaction);
    if (!again.ok) return again;
    const tooMany =
      counts.ofSenderToday >= MAX_CORRECTIONS_PER_DAY
        ? correctionMessages.dayFull
        : counts.openOfSender >= MAX_OPEN_CORRECTIONS_OF_SENDER
          ? correctionMessages.senderFull
          : counts.open >= MAX_OPEN_CORRECTIONS
            ? correctionMessages.chapterFull
            : undefined;
    if (tooMany !== undefined)
      return failure('too-many', tooMany, { retryAfterSeconds: SECONDS_UNTIL_NEXT_TRY });
    const stored = await insertCorrection(transaction, chapterId, texts, sender);
    await notify(transaction, {
      ...{
        kind: 'correction',
        accountId: author.account_id,
        byId: 'author_id' in sender ? sender.author_id : null,
      },
      ...{ storyId: author.story_id, correctionId: stored.id },
    });
    const { wants_credit } = texts;
    const created_at = stored.created_at.toISOString();
    return success({ ...stored, wants_credit, created_at }, correctionMessages.sent);
  });
}

async function senderOf(
  transaction: OpenTransaction,
  sentBy: { account: SignedIn; author_username?: string | undefined } | { network: Buffer },
): Promise<Outcome<Sender>> {
  if ('network' in sentBy) return success(sentBy);
  const penName = await lockPenName(transaction, sentBy.account.id, sentBy.author_username);
  return penName.ok ? success({ account_id: sentBy.account.id, author_id: penName.data }) : penName;
}

function chapterNotFound() {
  return failure('not-found', chapterMessages.notFound);
}

export async function listOwnCorrections(
  { db }: Context,
  { id, chapterId }: ParsedInputOf<typeof listCorrections>,
  { account }: CallerOf<typeof listCorrections>,
): Promise<Outcome<DataOf<typeof listCorrections>>> {
  const own = await ownStory(db, id, account.id, refusal);
  if (!own.ok) return own;
  const chapter = isChapterId(chapterId)
    ? await chapterForAuthor(db, own.data.id, Number(chapterId))
    : undefined;
  if (chapter === undefined) return chapterNotFound();
  const rows = await openCorrections(db, chapter.id);
  const lines = rows.length === 0 ? [] : blockTexts(chapter.content).map(normalizeLine);
  return success({
    corrections: rows.map((row) => ({
      ...row,
      text_has_changed: !lines.some((line) => line.includes(row.quote)),
      created_at: row.created_at.toISOString(),
    })),
  });
}

export async function countOwnCorrections(
  { db }: Context,
  { id }: ParsedInputOf<typeof countCorrections>,
  { account }: CallerOf<typeof countCorrections>,
): Promise<Outcome<DataOf<typeof countCorrections>>> {
  const own = await ownStory(db, id, account.id, refusal);
  return own.ok ? success({ chapters: await openCounts(db, own.data.id) }) : own;
}

export async function decideOwnCorrection(
  { db }: Context,
  { id, ...decided }: ParsedInputOf<typeof decideCorrection>,
  { account }: CallerOf<typeof decideCorrection>,
): Promise<Outcome<NoData>> {
  const storyId = isChapterId(id) ? await storyOfCorrection(db, Number(id)) : undefined;
  const own = storyId === undefined ? undefined : await ownStory(db, String(storyId), account.id, refusal);
  // Others' corrections are indistinguishable from missing ones.
  if (!own?.ok) return failure('not-found', correctionMessages.notFound);
  await storeDecision(db, Number(id), decided);
  return success({});
}

export async function listSentByAccount(
  { db }: Context,
  { page, limit }: ParsedInputOf<typeof listSentCorrections>,
  { account }: CallerOf<typeof listSentCorrections>,
): Promise<Outcome<DataOf<typeof listSentCorrections>>> {
  const { offset, beyond } = pageWindow(page, limit);
  const [rows, total] = await Promise.all([
    beyond ? [] : sentCorrections(db, account.id, { offset, limit }),
    countSentCorrections(db, account.id),
  ]);
  const corrections = rows.map(({ decision, credit, created_at, ...row }) => ({
    ...row,
    state: decision ?? ('waiting' as const),
    wants_credit: credit !== 'none',
    is_named: credit === 'given',
    created_at: created_at.toISOString(),
  }));
  return success({ corrections, pagination: pagination(page, limit, total) }, depthMessage(total));
}

export async function withdrawOwnCorrection(
  { db }: Context,
  { id }: ParsedInputOf<typeof withdrawCorrection>,
  { account }: CallerOf<typeof withdrawCorrection>,
): Promise<Outcome<NoData>> {
  const met = isChapterId(id) ? await deleteWaiting(db, account.id, Number(id)) : 'missing';
  if (met === 'missing') return failure('not-found', correctionMessages.notFound);
  if (met === 'decided') return failure('invalid', correctionMessages.isDecided);
  return success({}, correctionMessages.withdrawn);
}
