import { useState } from 'react';
import { plural } from '#base/text.ts';
import { useReport } from '#features/reports/parts/use-report.tsx';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { Menu } from '#ui/menu.tsx';
import type { MenuItem } from '#ui/opened-menu.tsx';
import { useToast } from '#ui/toast.tsx';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { blockMessages, endBlock, setBlock } from '../contract/blocks.ts';
import {
  approveComment,
  commentMessages,
  deleteComment,
  type Reply,
  removeComment,
  thankForComment,
  unthankForComment,
} from '../contract/comments.ts';
import { pinComment, unpinComment } from '../contract/pins.ts';
import { undoBlocks } from '../parts/undo-blocks.ts';
import { isReversible } from '../rules/is-reversible.ts';
import { RemoveDialog } from './remove-dialog.tsx';

export type CommentToolsProps = {
  comment: Reply & { is_pinned?: boolean };
  mayComment: boolean;
  mayDecide: boolean;
  mustGiveReason: boolean;
  onReply: (withQuote: boolean) => void;
  onEdit: () => void;
  /** Fetches the comments again. */
  onChanged: () => void;
};

/** The actions of somebody signed in on a comment. */
export function CommentTools(props: CommentToolsProps) {
  const { comment, mayComment, mayDecide, onReply, onEdit, onChanged } = props;
  const { id, state, is_mine = false, is_thanked = false, thank_count, editable_until } = comment;
  const toast = useToast();
  const toasted = useToastedAction(commentMessages.failed);
  const report = useReport({ kind: 'comment', id });
  const [question, setQuestion] = useState<'delete' | 'remove'>();
  if (state === 'deleted') return null;
  const isShown = state === 'shown' && comment.author_username !== null;

  async function run<Done>(
    work: () => Promise<Done>,
    message?: string | ((done: Done) => string),
    undo?: (done: Done) => Promise<unknown>,
  ) {
    if (toasted.isBusy) return;
    await toasted.run(async () => {
      const done = await work();
      const told = typeof message === 'function' ? message(done) : message;
      if (told === undefined || undo === undefined) return told;
      return {
        message: told,
        action: { label: 'Undo', run: () => run(() => undo(done), blockMessages.ended) },
      };
    });
    onChanged();
  }

  const key = { id: String(id) };
  const thank = () => run(() => callApi(is_thanked ? unthankForComment : thankForComment, key));
  const approve = () =>
    run(
      () => callApi(approveComment, key),
      (after) => (after.state === 'removed' ? commentMessages.staysRemoved : commentMessages.approved),
    );
  const items: MenuItem[] = [];
  if (isShown && mayComment) items.push({ label: 'Reply with a quote', onSelect: () => onReply(true) });
  if (is_mine && editable_until !== undefined) items.push({ label: 'Edit', onSelect: onEdit });
  if (is_mine) items.push({ label: 'Delete', danger: true, onSelect: () => setQuestion('delete') });
  if (!is_mine && comment.author_username !== null) {
    const username = comment.author_username;
    const block = (kind: 'mute' | 'block') =>
      run(
        () => callApi(setBlock, { username, kind }),
        kind === 'mute' ? blockMessages.muted : blockMessages.blocked,
        (done) => undoBlocks([done]),
      );
    items.push(
      comment.is_folded
        ? { label: 'Unmute', onSelect: () => run(() => callApi(endBlock, { username }), blockMessages.ended) }
        : { label: 'Mute', onSelect: () => block('mute') },
    );
    items.push({ label: 'Block', onSelect: () => block('block') });
    items.push({ label: 'Report', onSelect: report.start });
  }
  if (mayDecide && !props.mustGiveReason && isShown && comment.parent_id === null)
    items.push(
      comment.is_pinned
        ? { label: 'Unpin', onSelect: () => run(() => callApi(unpinComment, key), commentMessages.unpinned) }
        : {
            label: 'Pin on top',
            onSelect: () => run(() => callApi(pinComment, key), commentMessages.pinned),
          },
    );
  if (mayDecide && !is_mine && state !== 'removed')
    items.push({ label: 'Remove', danger: true, onSelect: () => setQuestion('remove') });

  return (
    <>
      {mayDecide && state !== 'shown' && !(is_mine && state === 'removed') ? (
        <Button size="small" busy={toasted.isBusy} onClick={approve}>
          {state === 'waiting' ? 'Approve' : 'Show again'}
        </Button>
      ) : null}
      {isShown && mayComment ? (
        <Button size="small" onClick={() => onReply(false)}>
          Reply<span className="visually-hidden"> to {comment.author_display_name}</span>
        </Button>
      ) : null}
      {isShown && !is_mine ? (
        <Button
          size="small"
          aria-pressed={is_thanked}
          aria-disabled={toasted.isBusy || undefined}
          onClick={thank}
        >
          {is_thanked ? 'Thanked' : 'Thank'}
          {thank_count === 0 ? '' : ` · ${thank_count}`}
          <span className="visually-hidden"> {comment.author_display_name}</span>
        </Button>
      ) : null}
      {is_mine && thank_count > 0 ? <span>{plural(thank_count, 'thank-you', 'thank-yous')}</span> : null}
      {items.length === 0 ? null : (
        <Menu
          label={`More about this comment by ${comment.author_display_name ?? 'somebody'}`}
          items={items}
        />
      )}
      {report.dialog}
      <DeleteDialog
        title="Delete Comment"
        question={commentMessages.deleteConfirm}
        open={question === 'delete'}
        onClose={() => setQuestion(undefined)}
        onDelete={async () => {
          await callApi(deleteComment, key);
          setQuestion(undefined);
          toast.show({ kind: 'success', message: commentMessages.deleted });
          onChanged();
        }}
        failed={(reason) => reason ?? commentMessages.deleteFailed}
      />
      <RemoveDialog
        open={question === 'remove'}
        isStaff={props.mustGiveReason}
        draft={key.id}
        onClose={() => setQuestion(undefined)}
        onRemove={async (reason) => {
          await callApi(removeComment, { ...key, reason });
          setQuestion(undefined);
          toast.show({
            kind: 'success',
            message: commentMessages.removed,
            ...(isReversible(state) ? { action: { label: 'Undo', run: approve } } : {}),
          });
          onChanged();
        }}
      />
    </>
  );
}
