/** Comments as readers report and moderators handle them. */
import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Outcome, success } from '#base/failure.ts';
import { firstCharacters } from '#base/text.ts';
import { findStoryForChapters } from '#features/stories/service/find-story.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { CommentVersion, listCommentVersions } from '../contract/versions.ts';
import {
  type CommentPlace,
  findComment,
  hideComments,
  holdComments,
  liftStaffRemoval,
} from '../store/comments.ts';
import { commentAndPlace, lockedComment, versionsOf } from '../store/moderation.ts';
import { commentNotFound, findCommentFor } from './access.ts';

/** A comment that somebody finds, with its writer’s account. */
export async function findReportableComment(
  connection: Connection,
  id: string,
  account: SignedIn,
): Promise<Outcome<CommentPlace>> {
  const found = await findCommentFor(connection, id, account);
  if (!found.ok) return found;
  return found.data.comment.is_shown || found.data.comment.account_id === account.id
    ? success(found.data.comment)
    : commentNotFound();
}

/** A comment that staff decide about; undefined for a deleted one. */
export async function findModeratedComment(
  connection: Connection,
  id: string,
): Promise<CommentPlace | undefined> {
  const comment = await findComment(connection, Number(id));
  return comment?.state === 'deleted' ? undefined : comment;
}

/** A comment that every visitor finds. */
export async function findPublicComment(
  connection: Connection,
  id: string,
): Promise<CommentPlace | undefined> {
  const comment = await findComment(connection, Number(id));
  if (comment === undefined || !comment.is_shown || !comment.is_chapter_open || comment.setting === 'off')
    return undefined;
  const story = await findStoryForChapters(connection, comment.story_slug, undefined);
  return story.ok ? comment : undefined;
}

export interface ModeratedComment {
  id: number;
  /** The account of its writer. */
  account_id: number | null;
  /** Its beginning, as lists of cases and the log name it. */
  title: string;
  state: CommentPlace['state'];
  removed_as: CommentPlace['removed_as'];
  /** Whether the author of its story had removed it before the staff did. */
  is_removed_by_author: boolean;
}

const EXCERPT_CHARACTERS = 80;

/** Locks a comment, after its writer’s account, until the transaction ends; undefined for a deleted one. */
export async function lockModeratedComment(
  transaction: OpenTransaction,
  id: number,
): Promise<ModeratedComment | undefined> {
  const comment = await findComment(transaction, id);
  if (comment === undefined) return undefined;
  await holdComments(transaction, [comment.story_id]);
  const locked = await lockedComment(transaction, id);
  if (locked === undefined || locked.state === 'deleted') return undefined;
  const { content, ...facts } = locked;
  return { ...facts, title: firstCharacters(content, EXCERPT_CHARACTERS) };
}

/** Removes a locked comment for the staff: the story’s author cannot bring it back. */
export async function removeForStaff(
  transaction: OpenTransaction,
  id: number,
  { by, reason }: { by: number; reason: string },
): Promise<void> {
  await hideComments(transaction, [id], { by, as: 'staff', reason });
}

export async function restoreForStaff(transaction: OpenTransaction, id: number): Promise<void> {
  await liftStaffRemoval(transaction, id);
}

/** A comment with its place and its earlier texts, as moderators see it in a case; undefined for a deleted one. */
export async function commentForCase(connection: Connection, id: number) {
  const found = await commentAndPlace(connection, id);
  if (found === undefined) return undefined;
  const { parent_content, parent_username, created_at, ...comment } = found;
  return {
    ...comment,
    created_at: created_at.toISOString(),
    parent: parent_content === null ? null : { author_username: parent_username, content: parent_content },
    versions: await earlierTexts(connection, id),
  };
}

async function earlierTexts(connection: Connection, id: number): Promise<CommentVersion[]> {
  const versions = await versionsOf(connection, id);
  return versions.map(({ content, replaced_at }) => ({ content, replaced_at: replaced_at.toISOString() }));
}

export async function listEarlierTexts(
  { db }: Context,
  { id }: ParsedInputOf<typeof listCommentVersions>,
  { account }: CallerOf<typeof listCommentVersions>,
): Promise<Outcome<DataOf<typeof listCommentVersions>>> {
  const found = await findCommentFor(db, id, account);
  if (!found.ok) return found;
  return success({ versions: await earlierTexts(db, found.data.comment.id) });
}

export type { CommentPlace };
