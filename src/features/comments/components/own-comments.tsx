import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { DataOf } from '#base/contract.ts';
import type { User } from '#features/accounts/contract/session.ts';
import { callApi } from '#ui/api-client.ts';
import { Notice } from '#ui/notice.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { type CommentSort, commentMessages, listComments, type Reply } from '../contract/comments.ts';
import { quoted } from '../rules/comment-text.ts';
import { CommentForm, EditCommentForm } from './comment-form.tsx';
import { CommentThreads } from './comment-threads.tsx';
import { CommentTools } from './comment-tools.tsx';
import styles from './own-comments.module.css';

// Only the staff's browsers fetch it.
const StaffTools = lazy(async () => ({ default: (await import('./staff-tools.tsx')).StaffTools }));

export type OwnCommentsProps = {
  user: User;
  /** The comments as every visitor gets them, until those of this reader have come; or already as this reader gets them. */
  list: DataOf<typeof listComments>;
  sort: CommentSort;
  hrefOfThread: (id: number) => string;
  /** Receives the number of comments whenever they have been read again. */
  onCount?: (count: number) => void;
  /** The paragraph of the chapter that they are about; the index of its place now. */
  paragraph?: number;
  /** In place of the drawing where nobody has said anything. */
  empty?: ReactNode;
};

/** The comments of a page for somebody signed in: with their own that wait, and with buttons and forms. */
export function OwnComments(props: OwnCommentsProps) {
  const { user, list, sort, hrefOfThread, onCount, paragraph } = props;
  const { story_slug: slug, story_id: storyId, chapter_id: chapterId } = list.about;
  const { page } = list.pagination;
  const threadId = list.thread?.id;
  const input = {
    ...{ id: slug, sort, page },
    ...(chapterId === null ? { on: 'story' as const } : { chapter_id: chapterId, paragraph }),
    ...(threadId === undefined ? {} : { parent_id: threadId }),
  };
  // Only a reader's own answer says whether they may comment.
  const own = useRef(list.may_comment === undefined ? undefined : list);
  const loaded = useLoaded(`${user.account_id} ${JSON.stringify(input)}`, async () => {
    const known = own.current;
    own.current = undefined;
    return known ?? callApi(listComments, input);
  });
  const { reload } = loaded;
  const taken = useRef(list);
  // A list that the page has fetched again takes the place of the shown one, under the forms that are open.
  useEffect(() => {
    if (taken.current === list || list.may_comment === undefined) return;
    taken.current = list;
    own.current = list;
    reload();
  }, [list, reload]);
  const {
    comments,
    thread,
    may_comment = false,
    may_decide = false,
    must_give_reason = false,
    setting,
  } = loaded.data ?? list;
  const isReady = loaded.status === 'ready';
  const count = loaded.data?.comment_count;
  useEffect(() => {
    if (count !== undefined) onCount?.(count);
  }, [count, onCount]);
  // Those on a paragraph all name it.
  const named = paragraph === undefined ? undefined : (comments[0]?.paragraph ?? undefined);
  const [open, setOpen] = useState<{ id: number; as: 'reply' | 'quote' | 'edit' }>();

  function toolsOf(comment: Reply) {
    if (!isReady) return null;
    const close = () => setOpen(undefined);
    if (open?.id === comment.id && open.as === 'edit')
      return (
        <div className={styles.form}>
          <EditCommentForm
            id={comment.id}
            content={comment.content}
            onCancel={close}
            onSaved={() => {
              close();
              reload();
            }}
          />
        </div>
      );
    return (
      <>
        <CommentTools
          comment={comment}
          mayComment={may_comment}
          mayDecide={may_decide}
          mustGiveReason={must_give_reason}
          onReply={(withQuote) => setOpen({ id: comment.id, as: withQuote ? 'quote' : 'reply' })}
          onEdit={() => setOpen({ id: comment.id, as: 'edit' })}
          onChanged={reload}
        />
        {must_give_reason && !comment.is_mine && comment.state !== 'deleted' ? (
          <Suspense>
            <StaffTools comment={comment} />
          </Suspense>
        ) : null}
        {open?.id === comment.id && open.as !== 'edit' ? (
          <div className={styles.form} key={open.as}>
            <CommentForm
              {...{ user, slug, storyId, chapterId }}
              parentId={comment.id}
              initial={open.as === 'quote' ? quoted(comment.content) : ''}
              onCancel={close}
              onSent={() => {
                close();
                reload();
              }}
            />
          </div>
        ) : null}
      </>
    );
  }

  return (
    <>
      {comments.length === 0 && thread === null ? (
        (props.empty ?? <Notice kind="empty" drawing="lamp" title={commentMessages.none} />)
      ) : (
        <CommentThreads comments={comments} thread={thread} hrefOfThread={hrefOfThread} toolsOf={toolsOf} />
      )}
      {loaded.status === 'failed' ? (
        <Notice kind="error" title={commentMessages.loadFailed} />
      ) : !isReady || threadId !== undefined ? null : may_comment ? (
        <CommentForm
          {...{ user, slug, storyId, chapterId }}
          paragraph={named === undefined ? undefined : { index: named.index, text_hash: named.text_hash }}
          onSent={reload}
        />
      ) : (
        <Notice
          kind="info"
          title={setting === 'followers' ? commentMessages.followersOnly : commentMessages.closed}
        />
      )}
    </>
  );
}
