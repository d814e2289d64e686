import type { ReactNode } from 'react';
import { hidesId } from '#base/hidden-cookie.ts';
import { plural } from '#base/text.ts';
import { useHiddenText } from '#features/hidden/parts/own-hidden.ts';
import { formatDate } from '#ui/dates.ts';
import { urls } from '#urls.ts';
import type { Reply } from '../contract/comments.ts';
import { paragraphMessages } from '../contract/paragraphs.ts';
import styles from './comment-item.module.css';
import { CommentText } from './comment-text.tsx';

const goneTexts = {
  removed: 'This comment was removed.',
  deleted: 'This comment was deleted.',
  waiting: 'This comment waits for approval.',
};

export type CommentItemProps = {
  comment: Reply & { is_pinned?: boolean };
  /** The comment's own address. */
  href: string;
  /** The buttons of somebody signed in; a guest can report. */
  tools: ReactNode;
};

/** One comment with its writer, its text and what can be done with it. */
export function CommentItem({ comment, href, tools }: CommentItemProps) {
  const { id, author_username: name, author_display_name: shownName, state, content } = comment;
  const hidden = useHiddenText();
  // An account's list comes with its comments. That of a guest is in the browser alone, and the page the same for everybody.
  const isFolded =
    comment.is_folded ?? (comment.author_id !== null && hidesId(hidden, 'a', comment.author_id));
  const isGone = content === '' && state !== 'shown';
  return (
    <article className={styles.comment} id={`comment-${id}`}>
      <header className={styles.header}>
        {name === null ? (
          <span className={styles.nobody}>{isGone ? '—' : 'Somebody who has left'}</span>
        ) : comment.has_author_page ? (
          <a className={styles.name} href={urls.author(name)}>
            {shownName}
          </a>
        ) : (
          <span className={styles.name}>{shownName}</span>
        )}
        {comment.is_pinned ? <span className={styles.mark}>Pinned</span> : null}
        {comment.is_author ? <span className={styles.mark}>Author</span> : null}
        <a className={styles.time} href={href}>
          <time dateTime={comment.created_at}>{formatDate(comment.created_at)}</time>
          {comment.edited_at === null ? '' : ', edited'}
        </a>
      </header>
      {comment.paragraph === null || isGone ? null : (
        <p className={styles.passage}>
          {comment.paragraph.text_has_changed
            ? paragraphMessages.textHasChanged
            : `On “${comment.paragraph.beginning}…”`}
        </p>
      )}
      {isGone ? (
        <p className={styles.gone}>{goneTexts[state]}</p>
      ) : isFolded ? (
        <details className={styles.folded}>
          <summary>By somebody whom you mute or hide</summary>
          <CommentText content={content} />
        </details>
      ) : (
        <CommentText content={content} />
      )}
      {state === 'waiting' && !isGone ? (
        <p className={styles.note}>Waiting for approval; readers don’t see it yet.</p>
      ) : null}
      {state === 'removed' && !isGone ? (
        <p className={styles.note}>
          Removed; readers no longer see it.
          {comment.removal_reason ? ` The reason: ${comment.removal_reason}` : ''}
        </p>
      ) : null}
      <footer className={styles.tools}>
        {tools}
        {isGone || tools !== undefined ? null : (
          <>
            {comment.thank_count === 0 ? null : (
              <span className={styles.thanks}>{plural(comment.thank_count, 'thank-you', 'thank-yous')}</span>
            )}
            <a className={styles.report} href={urls.report(href)}>
              Report<span className="visually-hidden"> this comment</span>
            </a>
          </>
        )}
      </footer>
    </article>
  );
}
