import { useEffect, useRef } from 'react';
import { fits, isBlank } from '#base/plain-text.ts';
import type { User } from '#features/accounts/contract/session.ts';
import type { PenName } from '#features/pen-names/contract.ts';
import { OwnPenNames } from '#features/pen-names/parts/own-pen-names.tsx';
import { PenNameField, usePenNameChoice } from '#features/pen-names/parts/pen-name-choice.tsx';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { CancelButton } from '#ui/cancel-button.tsx';
import { Form, FormActions, SubmitButton } from '#ui/form.tsx';
import { putCursorAtEnd } from '#ui/put-cursor-at-end.ts';
import { TextArea } from '#ui/text-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { useForm } from '#ui/use-form.ts';
import {
  type Comment,
  commentMessages,
  editComment,
  MAX_COMMENT_CHARACTERS,
  sendComment,
} from '../contract/comments.ts';

const HINT = '*so* is shown with emphasis; a line that begins with > quotes.';

function contentError(content: string): string | undefined {
  if (isBlank(content)) return commentMessages.contentRequired;
  return fits(content.trim(), MAX_COMMENT_CHARACTERS) ? undefined : commentMessages.contentTooLong;
}

export type CommentFormProps = {
  user: User;
  slug: string;
  storyId: number;
  /** The name under which the story is published: its author comments under it unless they choose another. */
  storyAuthor: string;
  chapterId: number | null;
  /** The comment that is replied to. */
  parentId?: number;
  /** The paragraph that a new thread is about. */
  paragraph?: { index: number; text_hash: string } | undefined;
  /** Words at the beginning, such as a quotation. */
  initial?: string;
  onSent: (comment: Comment) => void;
  onCancel?: () => void;
};

/** A new comment or a reply. Typed text stays over a reload. */
export function CommentForm(props: CommentFormProps) {
  return (
    <OwnPenNames user={props.user} waiting={null} failed={(notice) => notice}>
      {(names) => <CommentFields {...props} names={names} />}
    </OwnPenNames>
  );
}

function CommentFields({ names, ...props }: CommentFormProps & { names: PenName[] }) {
  const { user, slug, storyId, storyAuthor, chapterId, parentId, paragraph, onSent, onCancel } = props;
  const penName = usePenNameChoice(names);
  const toast = useToast();
  const field = useRef<HTMLTextAreaElement>(null);
  // The writer goes on after the quotation.
  useEffect(() => putCursorAtEnd(field.current), []);
  const isReply = parentId !== undefined;
  const form = useForm({
    names: ['content', 'author_username'],
    draft: `comment:${user.account_id}:${storyId}:${chapterId ?? ''}:${parentId ?? paragraph?.text_hash ?? ''}`,
    check: ({ content, author_username }) => ({
      content: contentError(content),
      author_username: penName.check(author_username),
    }),
    confirm: ({ author_username }) => penName.confirm(author_username),
    submit: async ({ content, author_username }) => {
      const comment = await callApi(sendComment, {
        ...{ id: slug, content },
        ...(isReply ? { parent_id: parentId } : { chapter_id: chapterId, paragraph }),
        ...penName.inputOf(author_username),
      });
      const message = comment.state === 'waiting' ? commentMessages.waiting : commentMessages.sent;
      // The form of a reply closes, and with it its own message.
      if (isReply) toast.show({ kind: 'success', message });
      onSent(comment);
      return message;
    },
    failureMessage: commentMessages.sendFailed,
    clearsOnSuccess: true,
  });
  return (
    <>
      <Form form={form} label={isReply ? 'Reply' : 'Comment'} saysNeedsScript={false}>
        <TextArea
          name="content"
          label={isReply ? 'Your reply' : 'Your comment'}
          hint={HINT}
          rows={isReply ? 4 : 5}
          required
          defaultValue={props.initial}
          // A reply opens by a press, and so does a quotation.
          ref={field}
          autoFocus={isReply || props.initial !== undefined}
          counter={{ limit: MAX_COMMENT_CHARACTERS }}
        />
        <PenNameField names={names} initial={storyAuthor} />
        <FormActions>
          <SubmitButton busyText="Sending...">{isReply ? 'Send Reply' : 'Send Comment'}</SubmitButton>
          {onCancel === undefined ? null : (
            <Button aria-disabled={form.isBusy || undefined} onClick={onCancel}>
              Cancel
            </Button>
          )}
        </FormActions>
      </Form>
      {penName.dialog}
    </>
  );
}

export type EditCommentFormProps = {
  id: number;
  content: string;
  onSaved: () => void;
  onCancel: () => void;
};

/** Changes one's own comment, in its place. Typed text stays over a reload and an ended session; Cancel discards it. */
export function EditCommentForm({ id, content, onSaved, onCancel }: EditCommentFormProps) {
  const toast = useToast();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => putCursorAtEnd(field.current), []);
  const form = useForm({
    names: ['content'],
    check: (values) => ({ content: contentError(values.content) }),
    submit: async (values) => {
      const { state } = await callApi(editComment, { id: String(id), content: values.content });
      const message = state === 'waiting' ? commentMessages.savedWaiting : commentMessages.saved;
      toast.show({ kind: 'success', message });
      onSaved();
      return undefined;
    },
    failureMessage: commentMessages.saveFailed,
    draft: `edited-comment:${id}`,
  });
  return (
    <Form form={form} label="Edit comment" saysNeedsScript={false}>
      <TextArea
        name="content"
        label="Your comment"
        hint={HINT}
        rows={5}
        required
        ref={field}
        autoFocus
        defaultValue={content}
        counter={{ limit: MAX_COMMENT_CHARACTERS }}
      />
      <FormActions>
        <SubmitButton busyText="Saving...">Save Comment</SubmitButton>
        <CancelButton form={form} onClose={onCancel} />
      </FormActions>
    </Form>
  );
}
