import { plural } from '#base/text.ts';
import { EarlierTexts } from '#features/comments/parts/earlier-texts.tsx';
import { formatMoment } from '#ui/dates.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { urls } from '#urls.ts';
import type { CaseDetail } from '../contract/cases.ts';
import styles from './case-view.module.css';

type CaseComment = NonNullable<CaseDetail['comment']>;

const states = { shown: 'Shown', waiting: 'Waiting for the author’s approval', deleted: 'Deleted' };

/** The comment of a case: its text, its place, what it answers, and its earlier texts. */
export function CaseCommentText({ comment }: { comment: CaseComment | null }) {
  if (comment === null) return null;
  const { content, parent, versions, created_at, state, removal_reason } = comment;
  return (
    <section className={styles.section} aria-labelledby="comment-title">
      <h3 id="comment-title">The comment</h3>
      <p className={styles.quiet}>
        <Place comment={comment} />, {formatMoment(created_at)}
        {versions.length === 0 ? '' : ', edited'}.{' '}
        {state === 'removed'
          ? `Removed by ${comment.removed_as === 'staff' ? 'a moderator' : 'the story’s author'}${removal_reason === '' ? '.' : `: ${removal_reason}`}`
          : `${states[state]}.`}
      </p>
      {parent === null ? null : (
        <blockquote className={styles.word}>
          <p className={styles.quiet}>
            In reply to {parent.author_username ?? 'somebody who has left'}
            {parent.content === '' ? ', whose comment is deleted' : ':'}
          </p>
          <p className={styles.text} dir="auto">
            {parent.content}
          </p>
        </blockquote>
      )}
      <p className={styles.text} dir="auto">
        {content}
      </p>
      {versions.length === 0 ? null : (
        <Disclosure showLabel={plural(versions.length, 'earlier version')} defaultOpen>
          <EarlierTexts versions={versions} />
        </Disclosure>
      )}
    </section>
  );
}

function Place({ comment }: { comment: CaseComment }) {
  const { chapter_id, chapter_title, story_title, story_slug } = comment;
  const story = <a href={urls.story(story_slug)}>{story_title}</a>;
  if (chapter_id === null) return <>On {story}</>;
  return (
    <>
      On <a href={urls.chapter(story_slug, chapter_id)}>{chapter_title}</a> of {story}
    </>
  );
}
