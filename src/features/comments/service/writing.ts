import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { lockPenName } from '#features/pen-names/service.ts';
import { findReadableStory } from '#features/stories/service/find-story.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import { refusedBecause } from '#platform/rate-limits/throttle.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type Comment,
  commentMessages,
  type deleteComment,
  type editComment,
  type sendComment,
} from '../contract/comments.ts';
import { paragraphMessages } from '../contract/paragraphs.ts';
import type { HoldReason } from '../contract/sweeps.ts';
import {
  type CommentPlace,
  findChapter,
  findComment,
  holdComments,
  insertComment,
  updateContent,
  withdrawComments,
} from '../store/comments.ts';
import { type CommentedStory, commentedStory, isBlocked } from '../store/stories.ts';
import { commentNotFound, findCommentFor, readerOf } from './access.ts';
import { fingerprintOf } from './comparing.ts';
import { ageOfWriter, holdReason, hourlyLimitOf, tooManyCommentsMessage } from './holding.ts';
import { rememberSent } from './paragraphs.ts';
import { presentOne } from './present.ts';
import { commentRefusal } from './refusal.ts';
import { holdAnswered, tellOfComment } from './telling.ts';

type NewComment = ParsedInputOf<typeof sendComment>;
type Writer = CallerOf<typeof sendComment>['account'];

export async function submitComment(
  context: Context,
  input: NewComment,
  { account }: CallerOf<typeof sendComment>,
): Promise<Outcome<Comment>> {
  const { db, throttle, settings } = context;
  const found = await findReadableStory(db, input.id, account);
  if (!found.ok) return found;
  const before = await storyThatTakesComments(db, found.data, account);
  if (!before.ok) return before;
  const place = await placeOf(db, input, before.data, account);
  if (!place.ok) return place;
  const age = await ageOfWriter(settings, db, account);
  const hourly = hourlyLimitOf(settings, age, account);
  const tooMany = await throttle.attempt(hourly, String(account.id));
  if (tooMany !== undefined) return refusedBecause(tooMany, tooManyCommentsMessage(hourly.maximum));
  return db.transaction().execute(async (transaction) => {
    const penName = await lockPenName(transaction, account.id, input.author_username ?? undefined);
    if (!penName.ok) return penName;
    const answered = await holdAnswered(transaction, before.data, input.parent_id);
    await holdComments(transaction, [before.data.id]);
    // Under the lock: its author may have closed the story or blocked the writer since, and the chapter or thread may be gone.
    const taken = await storyThatTakesComments(transaction, before.data.id, account);
    if (!taken.ok) return taken;
    const story = taken.data;
    const again = await placeOf(transaction, input, story, account);
    if (!again.ok) return again;
    const { chapter_id, parent_id } = again.data;
    const { content } = input;
    const heldFor = await holdReason(context, transaction, { content, story, account, age });
    const state = heldFor === undefined ? 'shown' : 'waiting';
    const id = await insertComment(transaction, {
      ...{ chapter_id, parent_id },
      paragraph_id:
        input.paragraph == null || chapter_id === null || parent_id !== null
          ? null
          : await rememberSent(transaction, chapter_id, input.paragraph),
      ...{ story_id: story.id, account_id: account.id, author_id: penName.data },
      ...{ content, state, held_for: heldFor ?? null, fingerprint: fingerprintOf(content).value },
    });
    await tellOfComment(transaction, {
      ...{ id, writerId: penName.data, story, answered },
      isFlood: heldFor === 'flood',
    });
    const reader = readerOf(account, story.owner_id);
    const message = state === 'waiting' ? commentMessages.waiting : commentMessages.sent;
    return success(await presentOne(transaction, id, reader), message);
  });
}

/** A story on which the account may comment. */
async function storyThatTakesComments(
  connection: Connection,
  id: number,
  account: Writer,
): Promise<Outcome<CommentedStory>> {
  const story = await commentedStory(connection, id);
  if (story === undefined) return commentNotFound();
  return (await commentRefusal(connection, story, account)) ?? success(story);
}

/** The chapter and thread of a new comment. A reply to a reply joins its thread, and is where its thread is. */
async function placeOf(
  connection: Connection,
  { chapter_id, parent_id, paragraph }: Pick<NewComment, 'chapter_id' | 'parent_id' | 'paragraph'>,
  story: CommentedStory,
  account: Writer,
): Promise<Outcome<{ chapter_id: number | null; parent_id: number | null }>> {
  const chapterId = chapter_id ?? null;
  if (chapterId === null && parent_id == null && paragraph != null)
    return invalidField('chapter_id', paragraphMessages.needsChapter);
  if (chapterId !== null) {
    const isOwn = story.owner_id === account.id;
    if ((await findChapter(connection, { storyId: story.id, chapterId, isOwn })) === undefined)
      return invalidField('chapter_id', commentMessages.chapterNotFound);
  }
  if (parent_id == null) return success({ chapter_id: chapterId, parent_id: null });
  const { isModerating } = readerOf(account, story.owner_id);
  const parent = await findComment(connection, parent_id);
  const isThere =
    parent !== undefined &&
    parent.story_id === story.id &&
    parent.is_shown &&
    (parent.is_chapter_open || isModerating) &&
    (chapterId === null || parent.chapter_id === chapterId);
  if (!isThere) return invalidField('parent_id', commentMessages.parentNotFound);
  return success({ chapter_id: parent.chapter_id, parent_id: parent.parent_id ?? parent.id });
}

export async function changeComment(
  context: Context,
  { id, content }: ParsedInputOf<typeof editComment>,
  { account }: CallerOf<typeof editComment>,
): Promise<Outcome<Comment>> {
  return changeOwn(context, id, account, async (transaction, comment, reader) => {
    if (comment.is_old || comment.state === 'removed') return failure('not-yours', commentMessages.tooLate);
    if (comment.content !== content) {
      // A new text in the place of an old one would be a comment all the same.
      if (await isBlocked(transaction, comment.story_owner_id, account.id))
        return failure('not-yours', commentMessages.closed);
      await updateContent(transaction, comment.id, {
        ...{ content, fingerprint: fingerprintOf(content).value },
        heldFor:
          comment.state === 'shown'
            ? await heldAgain(context, transaction, comment, content, account)
            : undefined,
      });
    }
    const saved = await presentOne(transaction, comment.id, reader);
    const isWaiting = saved.state === 'waiting';
    return success(saved, isWaiting ? commentMessages.savedWaiting : commentMessages.saved);
  });
}

/** The reason why an edited comment waits: its text, or that another text was approved. */
async function heldAgain(
  context: Context,
  transaction: OpenTransaction,
  comment: CommentPlace,
  content: string,
  account: Writer,
): Promise<HoldReason | undefined> {
  if (readerOf(account, comment.story_owner_id).isModerating) return undefined;
  if (comment.approved_at !== null) return comment.held_for ?? 'approved';
  const story = {
    id: comment.story_id,
    author_id: comment.story_author_id,
    owner_id: comment.story_owner_id,
    // The setting is about new comments.
    setting: comment.setting === 'approved' ? ('members' as const) : comment.setting,
  };
  const age = await ageOfWriter(context.settings, transaction, account);
  return holdReason(context, transaction, { id: comment.id, content, story, account, age });
}

export async function deleteOwnComment(
  context: Context,
  { id }: ParsedInputOf<typeof deleteComment>,
  { account }: CallerOf<typeof deleteComment>,
): Promise<Outcome<DataOf<typeof deleteComment>>> {
  return changeOwn(context, id, account, async (transaction, comment) => {
    await withdrawComments(transaction, [comment.id]);
    return success({}, commentMessages.deleted);
  });
}

/** Does something with one's own comment, under the lock of its story's comments. */
async function changeOwn<Data>(
  { db }: Context,
  id: string,
  account: Writer,
  change: (
    transaction: OpenTransaction,
    comment: CommentPlace,
    reader: { account: Writer; isModerating: boolean },
  ) => Promise<Outcome<Data>>,
): Promise<Outcome<Data>> {
  const found = await findCommentFor(db, id, account);
  if (!found.ok) return found;
  if (found.data.comment.account_id !== account.id) return failure('not-yours', commentMessages.notYours);
  return db.transaction().execute(async (transaction) => {
    await holdComments(transaction, [found.data.comment.story_id]);
    const comment = await findComment(transaction, found.data.comment.id);
    if (comment?.account_id !== account.id) return commentNotFound();
    return change(transaction, comment, readerOf(account, comment.story_owner_id));
  });
}
