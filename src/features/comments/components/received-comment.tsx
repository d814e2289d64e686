import { useState } from 'react';
import type { User } from '#features/accounts/contract/session.ts';
import { Button } from '#ui/button.tsx';
import { urls } from '#urls.ts';
import type { OverviewComment } from '../contract/overview.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import { heldTexts } from './held-texts.ts';
import styles from './received-comments.module.css';

export type ReceivedCommentProps = {
  user: User;
  comment: OverviewComment;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

/** A comment on a story of the author, with its place; one that readers see can be answered here. */
export function ReceivedComment({ user, comment, isChosen, onChoose }: ReceivedCommentProps) {
  const { state, story_slug: slug, story_title: story, chapter_id: chapterId, held_for } = comment;
  const [isReplying, setReplying] = useState(false);
  const [isAnswered, setAnswered] = useState(false);
  const name = comment.author_display_name ?? 'somebody';
  const href = hrefOf(comment);
  return (
    <li className={styles.row}>
      <input
        type="checkbox"
        className={styles.box}
        aria-label={`Choose the comment by ${name}`}
        checked={isChosen}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
      <div>
        <p className={styles.place}>
          On{' '}
          {chapterId === null ? null : (
            <>
              “<a href={urls.chapter(slug, chapterId)}>{comment.chapter_title}</a>” of{' '}
            </>
          )}
          “<a href={urls.story(slug)}>{story}</a>”
          {state === 'waiting' && held_for !== null ? `, ${heldTexts[held_for]}` : ''}
        </p>
        <CommentItem
          comment={comment}
          href={href}
          tools={
            state !== 'shown' ? null : (
              <>
                {comment.may_reply ? (
                  <Button size="small" aria-expanded={isReplying} onClick={() => setReplying(!isReplying)}>
                    Reply<span className="visually-hidden"> to {name}</span>
                  </Button>
                ) : null}
                <a className={styles.thread} href={href}>
                  {isAnswered ? 'See your reply' : 'See the conversation'}
                </a>
                {isReplying ? (
                  <div className={styles.form}>
                    <CommentForm
                      {...{ user, slug, chapterId }}
                      storyId={comment.story_id}
                      storyAuthor={comment.story_author_username}
                      parentId={comment.id}
                      onCancel={() => setReplying(false)}
                      onSent={() => {
                        setReplying(false);
                        setAnswered(true);
                      }}
                    />
                  </div>
                ) : null}
              </>
            )
          }
        />
      </div>
    </li>
  );
}

function hrefOf({ id, parent_id, chapter_id, story_slug }: OverviewComment): string {
  const thread = { thread: parent_id ?? id };
  const path =
    chapter_id === null
      ? urls.comments(story_slug, thread)
      : urls.chapterComments(story_slug, chapter_id, thread);
  return `${path}#comment-${id}`;
}
