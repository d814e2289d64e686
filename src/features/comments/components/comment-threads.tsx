import type { ReactNode } from 'react';
import { plural } from '#base/text.ts';
import { OrderedList } from '#ui/list.tsx';
import type { Comment, Reply } from '../contract/comments.ts';
import { CommentItem } from './comment-item.tsx';
import styles from './comment-threads.module.css';

export interface CommentThreadsProps {
  comments: Comment[];
  /** The comment whose replies are listed, on the page of a thread. */
  thread: Comment | null;
  hrefOfThread: (id: number) => string;
  /** The buttons of somebody signed in. */
  toolsOf?: (comment: Reply) => ReactNode;
}

export function CommentThreads({ comments, thread, hrefOfThread, toolsOf }: CommentThreadsProps) {
  const item = (comment: Reply, threadId: number) => (
    <CommentItem
      comment={comment}
      href={`${hrefOfThread(threadId)}#comment-${comment.id}`}
      tools={toolsOf?.(comment)}
    />
  );
  if (thread !== null) {
    return (
      <div className={styles.threads}>
        {item(thread, thread.id)}
        <OrderedList className={styles.replies}>
          {comments.map((reply) => (
            <li key={reply.id}>{item(reply, thread.id)}</li>
          ))}
        </OrderedList>
      </div>
    );
  }
  return (
    <OrderedList className={styles.threads}>
      {comments.map((comment) => {
        const shown = comment.replies.filter(({ state }) => state === 'shown').length;
        return (
          <li key={comment.id} className={styles.thread}>
            {item(comment, comment.id)}
            {comment.replies.length === 0 ? null : (
              <OrderedList className={styles.replies}>
                {comment.replies.map((reply) => (
                  <li key={reply.id}>{item(reply, comment.id)}</li>
                ))}
              </OrderedList>
            )}
            {comment.reply_count > shown ? (
              <a className={styles.more} href={hrefOfThread(comment.id)}>
                {plural(comment.reply_count - shown, 'more reply', 'more replies')}
              </a>
            ) : null}
          </li>
        );
      })}
    </OrderedList>
  );
}
