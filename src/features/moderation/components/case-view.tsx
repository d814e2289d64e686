import { useEffect, useRef, useState } from 'react';
import { useSession } from '#features/accounts/parts/session.ts';
import { StaffNotes } from '#features/staff-notes/parts/staff-notes.tsx';
import { StaffNotesButton } from '#features/staff-notes/parts/staff-notes-button.tsx';
import { callApi } from '#ui/api-client.ts';
import { BackLink } from '#ui/back-link.tsx';
import { formatDate } from '#ui/dates.ts';
import { FailedNotice } from '#ui/failed-notice.tsx';
import { List } from '#ui/list.tsx';
import { Skeleton, SkeletonText } from '#ui/skeleton.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import { type CaseDetail, getCase } from '../contract/cases.ts';
import { moderationMessages } from '../contract/moderation.ts';
import { CaseActions } from './case-actions.tsx';
import { CaseAppeals } from './case-appeals.tsx';
import { CaseCommentText } from './case-comment.tsx';
import { CaseDocuments } from './case-documents.tsx';
import { CaseReports } from './case-reports.tsx';
import { CaseStory } from './case-story.tsx';
import { caseTitle } from './case-title.ts';
import styles from './case-view.module.css';
import { LogEntryList } from './log-entry-list.tsx';
import { SpamButton } from './spam-button.tsx';
import { strikeFacts } from './strike-facts.ts';

export type CaseViewProps = { caseId: number; backHref: string; onDecided: () => void };

/** A case with everything known about it, and its possible actions. */
export function CaseView(props: CaseViewProps) {
  const { caseId } = props;
  const loaded = useLoaded(String(caseId), () => callApi(getCase, { id: caseId }));
  return (
    <>
      {/* The focus stays in the list, where keys lead to the next case. */}
      <p className="visually-hidden" aria-live="polite">
        {loaded.status === 'ready' ? 'Case opened' : ''}
      </p>
      <LoadedCase {...props} loaded={loaded} />
    </>
  );
}

type LoadedCaseProps = CaseViewProps & { loaded: ReturnType<typeof useLoaded<CaseDetail>> };

function LoadedCase({ loaded, backHref, onDecided }: LoadedCaseProps) {
  // A decision's response is newer than the case over which it was made, until that has been loaded again.
  const [decided, setDecided] = useState<{ over: CaseDetail; found: CaseDetail }>();
  const [headFocuses, setHeadFocuses] = useState(0);
  const back = (
    <div className={styles.back}>
      <BackLink href={backHref}>All cases</BackLink>
    </div>
  );
  if (loaded.status === 'failed') {
    return (
      <div className={styles.case}>
        {back}
        <FailedNotice
          error={loaded.error}
          otherwise={moderationMessages.loadFailed}
          onRetry={loaded.reload}
        />
      </div>
    );
  }
  if (loaded.status === 'loading') {
    return (
      <div className={styles.case}>
        {back}
        <Skeleton label="Loading the case" className={styles.waiting}>
          <SkeletonText lines={1} size="title" />
          <SkeletonText lines={3} />
          <SkeletonText lines={8} />
        </Skeleton>
      </div>
    );
  }
  const { data, reload } = loaded;
  const moderationCase = decided?.over === data ? decided.found : data;
  return (
    <article className={styles.case} aria-labelledby="case-title">
      {back}
      <CaseHead found={moderationCase} focuses={headFocuses} />
      <CaseActions
        moderationCase={moderationCase}
        onDecided={(after) => {
          setDecided({ over: data, found: after });
          setHeadFocuses((times) => times + 1);
          onDecided();
        }}
        onConflict={() => {
          reload();
          setHeadFocuses((times) => times + 1);
          onDecided();
        }}
      />
      <CaseReports found={moderationCase} />
      <CaseAppeals found={moderationCase} />
      <CaseDocuments
        found={moderationCase}
        onTaken={() => {
          reload();
          onDecided();
        }}
      />
      <CaseCommentText comment={moderationCase.comment} />
      <CaseStory found={moderationCase} />
      <AuthorRecord
        found={moderationCase}
        onDone={() => {
          reload();
          onDecided();
        }}
      />
      <CaseNotes found={moderationCase} />
      <section className={styles.section} aria-labelledby="entries-title">
        <h3 id="entries-title">Earlier decisions</h3>
        {moderationCase.entries.length === 0 ? (
          <p className={styles.quiet}>None, about this or its author.</p>
        ) : (
          <LogEntryList entries={moderationCase.entries} label="Earlier decisions" />
        )}
      </section>
    </article>
  );
}

/** Nobody sees notes on a case about themself, also where they may see the case. */
function CaseNotes({ found }: { found: CaseDetail }) {
  const { user } = useSession();
  if (user === undefined || found.author?.id === user.account_id) return null;
  return (
    <section className={styles.section} aria-labelledby="notes-title">
      <h3 id="notes-title">Staff notes on this case</h3>
      <StaffNotes about={{ about_case: found.id }} isAdmin={user.role === 'admin'} />
    </section>
  );
}

const visibilityLabels = { hidden: 'Hidden', removed: 'Removed' };
const causes = {
  decision: '',
  takedown: ' after a legal request',
  suspension: ' with the account',
  spam: ' as spam',
};

function CaseHead({ found, focuses }: { found: CaseDetail; focuses: number }) {
  const { story, list, comment, author, withholdings } = found;
  // The pen name of the story or list, where it is not the account's default one.
  const published = story?.author_username ?? list?.author_username ?? comment?.author_username ?? undefined;
  const penName = published === found.author_name ? undefined : published;
  const href =
    comment !== null ? commentHref(comment) : story === null ? openListHref(list) : urls.story(story.slug);
  const title = useRef<HTMLHeadingElement>(null);
  // The focus moves to the heading: the button that opened the dialog is gone, or goes when the case has been reloaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision may have other buttons
  useEffect(() => {
    if (focuses > 0) title.current?.focus();
  }, [focuses, found.revision]);
  const marks = [
    ...(found.is_grave ? ['Serious'] : []),
    ...withholdings.map(({ look, cause }) => visibilityLabels[look] + causes[cause]),
    ...(list?.visibility === 'private' ? ['Made private since'] : []),
    ...(list?.visibility === 'link' ? ['Found by its link alone'] : []),
    ...(author?.suspended_at ? ['Account suspended'] : []),
    ...(found.gone_at === null ? [] : ['Deleted since']),
    ...(found.closed_at === null ? [] : ['Closed']),
  ];
  return (
    <header className={styles.head}>
      <h2 id="case-title" className={styles.title} ref={title} tabIndex={-1}>
        {href === undefined ? caseTitle(found) : <a href={href}>{story?.title ?? caseTitle(found)}</a>}
      </h2>
      <p className={styles.quiet}>
        {found.author_name === null ? null : (
          <>
            {found.subject === 'author' ? 'account' : 'by'}{' '}
            <a href={urls.author(penName ?? found.author_name)}>{penName ?? found.author_name}</a>
            {penName === undefined ? null : ` (account ${found.author_name})`},{' '}
          </>
        )}
        case {found.id}, opened {formatDate(found.opened_at)}
      </p>
      {marks.length === 0 ? null : (
        <List className={styles.marks} aria-label="State">
          {marks.map((mark) => (
            <li key={mark} className={mark === 'Serious' ? styles.grave : undefined}>
              {mark}
            </li>
          ))}
        </List>
      )}
    </header>
  );
}

/** The thread of a comment, on the page of its story or chapter. */
function commentHref(comment: NonNullable<CaseDetail['comment']>): string {
  const { id, parent_id, chapter_id, story_slug } = comment;
  const thread = { thread: parent_id ?? id };
  const page =
    chapter_id === null
      ? urls.comments(story_slug, thread)
      : urls.chapterComments(story_slug, chapter_id, thread);
  return `${page}#comment-${id}`;
}

/** The address of a list that moderators can open. */
function openListHref(list: CaseDetail['list']): string | undefined {
  return list === null || list.slug === null ? undefined : urls.list(list.slug);
}

function AuthorRecord({
  found: { subject, author, author_strikes },
  onDone,
}: {
  found: CaseDetail;
  onDone: () => void;
}) {
  const { user } = useSession();
  if (author === null) return null;
  const facts: [string, string][] = [
    ['Name shown', author.display_name === '' ? author.username : author.display_name],
    ['Member since', formatDate(author.created_at)],
    ['Stories', `${author.story_count} listed, ${author.withheld_count} withheld`],
    ['Decisions against', String(author.decision_count)],
    ...strikeFacts(author, author_strikes),
    ...(author.suspended_at === null
      ? []
      : [['Suspended since', formatDate(author.suspended_at)] as [string, string]]),
  ];
  return (
    <section className={styles.section} aria-labelledby="author-title">
      <h3 id="author-title">{subject === 'comment' ? 'The writer' : 'The author'}</h3>
      <dl className={styles.record}>
        {facts.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {author.bio === '' ? null : <p className={styles.text}>{author.bio}</p>}
      {author.pen_names.map(({ username, display_name, bio }) => (
        <p key={username} className={styles.text}>
          Pen name <a href={urls.author(username)}>{username}</a>
          {display_name === '' ? '' : `, shown as ${display_name}`}
          {bio === '' ? '' : `: ${bio}`}
        </p>
      ))}
      {author.id === user?.account_id ? null : (
        <div className={styles.actions}>
          <StaffNotesButton
            about={{ about_account: author.id }}
            name={author.username}
            isAdmin={user?.role === 'admin'}
          />
          {author.role === 'user' || author.is_spam ? <SpamButton account={author} onDone={onDone} /> : null}
        </div>
      )}
    </section>
  );
}
