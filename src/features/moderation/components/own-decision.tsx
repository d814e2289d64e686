import { lazy, Suspense, useState } from 'react';
import { storedRuleTitle } from '#features/legal/rules.ts';
import { statementTerms } from '#features/statements/rules.ts';
import { Button } from '#ui/button.tsx';
import { formatDate } from '#ui/dates.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { Notice } from '#ui/notice.tsx';
import { urls } from '#urls.ts';
import { appealMessages, type OwnDecision } from '../contract/appeals.ts';
import { ANSWERED_BY_SAME_MODERATOR } from '../contract/moderation.ts';
import type { NotifiedAction } from '../rules.ts';
import type { CounterNotice } from './counter-notice-form.tsx';
import styles from './own-decision.module.css';

const AppealForm = lazy(async () => ({ default: (await import('./appeal-form.tsx')).AppealForm }));
const CounterNoticeForm = lazy(async () => ({
  default: (await import('./counter-notice-form.tsx')).CounterNoticeForm,
}));

export type OwnDecisionViewProps = {
  decision: OwnDecision;
  appeal: (words: string) => Promise<OwnDecision>;
  counter: (notice: CounterNotice) => Promise<OwnDecision>;
};

/** The titles of decisions. */
const titles: Partial<Record<OwnDecision['action'], string>> & Record<NotifiedAction, string> = {
  hide: 'Story hidden',
  remove: 'Story removed',
  restore: 'Story restored',
  'hide-list': 'Reading list hidden',
  'remove-comment': 'Comment removed',
  'restore-comment': 'Comment restored',
  'restore-list': 'Reading list restored',
  suspend: 'Account suspended',
  reinstate: 'Suspension lifted',
  spam: 'Account suspended as spam',
  'not-spam': 'Spam mark undone',
  warn: 'Content warnings added',
  unwarn: 'Content warnings lifted',
  uphold: 'Appeal answered: the decision stands',
  'takedown-removed': 'Story removed because of a legal request',
  'takedown-put-back': 'Story reinstated',
};

const deciders = { moderator: 'a moderator', admin: 'an admin', operator: 'the operator of this site' };

/** A decision as its subject sees it, with the forms to appeal. */
export function OwnDecisionView({ decision: loaded, appeal, counter }: OwnDecisionViewProps) {
  // The response to an appeal is newer than the loaded decision.
  const [decision, setDecision] = useState(loaded);
  const [open, setOpen] = useState<'appeal' | 'counter'>();
  const [sent, setSent] = useState<string>();
  const { story, list, comment, takedown } = decision;
  // Nothing of a deleted story comes back.
  const isGone = decision.action === 'takedown-put-back' && story?.slug === null;
  const title = isGone ? 'Removal taken back' : titles[decision.action];

  function showResult(after: OwnDecision, message: string) {
    setDecision(after);
    setOpen(undefined);
    setSent(message);
  }

  return (
    <article className={styles.decision} aria-label={title}>
      <header className={styles.head}>
        <h2>{title}</h2>
        <p className={styles.facts}>
          {story === null ? null : (
            <>{story.slug === null ? story.title : <a href={urls.story(story.slug)}>{story.title}</a>}, </>
          )}
          {comment === null ? null : <>“{comment.excerpt}”, </>}
          {list === null ? null : (
            <>{list.slug === null ? list.title : <a href={urls.list(list.slug)}>{list.title}</a>}, </>
          )}
          by {deciders[decision.decided_by]},{' '}
          <time dateTime={decision.decided_at}>{formatDate(decision.decided_at)}</time>
        </p>
      </header>
      <dl className={styles.terms}>
        {termsOf(decision).map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {decision.statement === null ? null : (
        <Disclosure showLabel="Statement of reasons">
          <dl className={styles.terms}>
            {statementTerms(decision.statement).map(([term, text]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </Disclosure>
      )}
      {takedown === null || takedown.put_back_from === null || takedown.put_back_until === null ? null : (
        <Notice kind="info" live={false} title="Your counter-notice has been passed on">
          The story will be reinstated between {formatDate(takedown.put_back_from)} and{' '}
          {formatDate(takedown.put_back_until)}, unless the claimant tells us of a lawsuit. If nobody here
          acts, the site does it by itself on the last of these days.
        </Notice>
      )}
      {decision.appeal === null ? null : (
        <p className={styles.facts}>
          You appealed on {formatDate(decision.appeal.sent_at)}.{' '}
          {decision.appeal.is_answered
            ? decision.appeal.by_same_moderator
              ? ANSWERED_BY_SAME_MODERATOR
              : 'It has been answered.'
            : 'Another moderator will answer; if there is only one, the same one, who upholds a decision after seven days at the earliest.'}
        </p>
      )}
      {decision.by_same_moderator ? <p className={styles.facts}>{ANSWERED_BY_SAME_MODERATOR}</p> : null}
      <div role="status">
        {sent === undefined ? null : <Notice kind="success" live={false} title={sent} />}
      </div>
      {open === undefined && (decision.may_appeal || takedown?.may_counter) ? (
        <div className={styles.actions}>
          {decision.may_appeal ? (
            <Button variant="primary" onClick={() => setOpen('appeal')}>
              Appeal
            </Button>
          ) : null}
          {takedown?.may_counter ? (
            <Button variant="primary" onClick={() => setOpen('counter')}>
              Send a counter-notice
            </Button>
          ) : null}
        </div>
      ) : null}
      <Suspense>
        {open === 'appeal' ? (
          <AppealForm
            decisionId={decision.id}
            send={async (words) => showResult(await appeal(words), appealMessages.sent)}
            onCancel={() => setOpen(undefined)}
          />
        ) : null}
        {open === 'counter' ? (
          <CounterNoticeForm
            decisionId={decision.id}
            send={async (notice) => showResult(await counter(notice), appealMessages.counterNoticeSent)}
            onCancel={() => setOpen(undefined)}
          />
        ) : null}
      </Suspense>
    </article>
  );
}

function termsOf({ action, rule, passage, note, takedown }: OwnDecision): [string, string][] {
  const all: [string, string][] = [
    ['Rule', rule === null || takedown !== null ? '' : storedRuleTitle(rule)],
    ['Claimant', takedown?.claimant ?? ''],
    ['What it is about', takedown?.content_description ?? ''],
    ['The claim', takedown?.reason ?? ''],
    [action === 'warn' || action === 'unwarn' ? 'Warnings' : 'Passage', passage],
    ['Reason', note],
  ];
  return all.filter(([, text]) => text !== '');
}
