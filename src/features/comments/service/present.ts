import type { Connection } from '#platform/database/database.ts';
import type { SignedIn } from '#platform/http/caller.ts';
import { COMMENT_EDIT_MINUTES, type Comment, type Reply } from '../contract/comments.ts';
import { type CommentRow, commentsByIds } from '../store/comments.ts';
import { withParagraphs } from './paragraphs.ts';

/** Somebody who looks at comments, and whether they may decide about them: the story's author and the staff. */
export interface Reader {
  account: SignedIn | undefined;
  isModerating: boolean;
}

/** A comment as somebody sees it. Readers see neither text nor name of what waits, or is removed or withheld. */
export function presentReply(row: CommentRow, { account, isModerating }: Reader): Reply {
  const isMine = account !== undefined && row.account_id === account.id;
  const isShown = row.state === 'shown' && row.withheld_at === null;
  const isHidden = row.state === 'deleted' || (!isShown && !isMine && !isModerating);
  const editableUntil = new Date(row.created_at.getTime() + COMMENT_EDIT_MINUTES * 60_000);
  const isEditable = isMine && row.state !== 'removed' && editableUntil > new Date();
  return {
    id: row.id,
    story_id: row.story_id,
    chapter_id: row.chapter_id,
    parent_id: row.parent_id,
    paragraph: null,
    author_username: isHidden ? null : row.username,
    author_display_name: isHidden ? null : row.display_name || row.username,
    author_id: isHidden || !row.has_author_page ? null : row.author_id,
    has_author_page: !isHidden && row.has_author_page,
    content: isHidden ? '' : row.content,
    created_at: row.created_at.toISOString(),
    edited_at: isHidden ? null : (row.edited_at?.toISOString() ?? null),
    is_author: !isHidden && row.is_author,
    state: row.withheld_at !== null && isHidden && row.state === 'shown' ? 'removed' : row.state,
    thank_count: isHidden ? 0 : row.thank_count,
    ...(row.state === 'removed' && (isMine || isModerating) ? { removal_reason: row.removal_reason } : {}),
    ...(account === undefined
      ? {}
      : { is_mine: isMine, is_thanked: row.is_thanked, is_folded: !isMine && row.is_folded }),
    ...(isEditable ? { editable_until: editableUntil.toISOString() } : {}),
  };
}

export function presentComment(row: CommentRow, replies: CommentRow[], reader: Reader): Comment {
  return {
    ...presentReply(row, reader),
    is_pinned: row.is_pinned,
    reply_count: row.reply_count,
    replies: replies.map((reply) => presentReply(reply, reader)),
  };
}

/** One comment as its writer, or somebody who decided about it, sees it. */
export async function presentOne(connection: Connection, id: number, reader: Reader): Promise<Comment> {
  const [row] = await commentsByIds(connection, [id], reader.account?.id);
  const [comment] =
    row === undefined ? [] : await withParagraphs(connection, [presentComment(row, [], reader)]);
  if (comment === undefined) throw new Error('A comment is gone in its own transaction');
  return comment;
}
