import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
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

type CommentsFor = {
  user: User;
  list: DataOf<typeof listComments>;
  hrefOfThread: (id: number) => string;
};

export type FetchedCommentsProps = CommentsFor & {
  sort: CommentSort;
  /** Receives the list as this reader gets it, whenever it has been read. */
  onRead: (list: DataOf<typeof listComments>) => void;
};

/** The comments as every visitor gets them, until those of this reader have come: only theirs say whether they may comment. */
export function FetchedComments({ user, list, hrefOfThread, sort, onRead }: FetchedCommentsProps) {
  const { about, thread, pagination } = list;
  const input = {
    ...{ id: about.story_slug, sort, page: pagination.page },
    ...(about.chapter_id === null ? { on: 'story' as const } : { chapter_id: about.chapter_id }),
    ...(thread === null ? {} : { parent_id: thread.id }),
  };
  const loaded = useLoaded(`${user.account_id} ${JSON.stringify(input)}`, () => callApi(listComments, input));
  const { data } = loaded;
  useEffect(() => {
    if (data !== undefined) onRead(data);
  }, [data, onRead]);
  return (
    <OwnComments
      {...{ user, hrefOfThread }}
      list={data ?? list}
      status={loaded.status}
      onChanged={loaded.reload}
    />
  );
}

export type OwnCommentsProps = CommentsFor & {
  /** Whether the list is as this reader gets it. */
  status?: ReturnType<typeof useLoaded>['status'];
  /** Called when something was said, changed or removed, so that the list is read again. */
  onChanged: () => void;
  /** The paragraph of the chapter that they are about; the index of its place now. */
  paragraph?: number;
  /** In place of the drawing where nobody has said anything. */
  empty?: ReactNode;
};

/** The comments of a page for somebody signed in: with their own that wait, and with buttons and forms. */
export function OwnComments(props: OwnCommentsProps) {
  const { user, list, hrefOfThread, status = 'ready', onChanged, paragraph } = props;
  const { story_slug: slug, story_id: storyId, chapter_id: chapterId } = list.about;
  const storyAuthor = list.about.author_username;
  const {
    comments,
    thread,
    may_comment = false,
    may_decide = false,
    must_give_reason = false,
    setting,
  } = list;
  const isReady = status === 'ready';
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
              onChanged();
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
          onChanged={onChanged}
        />
        {must_give_reason && !comment.is_mine && comment.state !== 'deleted' ? (
          <Suspense>
            <StaffTools comment={comment} />
          </Suspense>
        ) : null}
        {open?.id === comment.id && open.as !== 'edit' ? (
          <div className={styles.form} key={open.as}>
            <CommentForm
              {...{ user, slug, storyId, storyAuthor, chapterId }}
              parentId={comment.id}
              initial={open.as === 'quote' ? quoted(comment.content) : ''}
              onCancel={close}
              onSent={() => {
                close();
                onChanged();
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
      {status === 'failed' ? (
        <Notice kind="error" title={commentMessages.loadFailed} />
      ) : !isReady || thread !== null ? null : may_comment ? (
        <CommentForm
          {...{ user, slug, storyId, storyAuthor, chapterId }}
          paragraph={named === undefined ? undefined : { index: named.index, text_hash: named.text_hash }}
          onSent={onChanged}
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
