import { lazy, Suspense, useState } from 'react';
import { takedownTypeLabels } from '#features/takedown/contract.ts';
import { Button } from '#ui/button.tsx';
import { formatDate, formatMoment } from '#ui/dates.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { Notice } from '#ui/notice.tsx';
import type { CaseDetail } from '../contract/cases.ts';
import type { Takedown } from '../contract/takedowns.ts';
import styles from './case-documents.module.css';
import { deadlineLabel, deadlineText, stepLabels, stepName, type TakenStep } from './takedown-texts.ts';

const TakedownDialog = lazy(async () => ({
  default: (await import('./takedown-dialog.tsx')).TakedownDialog,
}));

/** Legal requests about the case's story: the submitted and signed texts, the steps taken and their dates. */
export function CaseDocuments({
  found: moderationCase,
  onTaken,
}: {
  found: CaseDetail;
  onTaken: () => void;
}) {
  if (moderationCase.takedowns.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="papers-title">
      <h3 id="papers-title">Legal requests</h3>
      {moderationCase.takedowns.map((request) => (
        <Request key={request.id} request={request} putBack={moderationCase.put_back} onTaken={onTaken} />
      ))}
    </section>
  );
}

type RequestProps = { request: Takedown; putBack: CaseDetail['put_back']; onTaken: () => void };

function Request({ request, putBack, onTaken }: RequestProps) {
  const [chosen, setChosen] = useState<TakenStep | 'link'>();
  const steps = request.next_steps.filter((step) => step !== 'received' && step !== 'counter-notice');
  const hasStory = request.story_id !== null;
  return (
    <article className={styles.request} aria-label={`Legal request ${request.id}`}>
      <p>
        <strong>{takedownTypeLabels[request.request_type]}</strong> by {request.requester_name}
        {request.requester_title === '' ? '' : `, ${request.requester_title}`},{' '}
        {formatDate(request.received_at)}
      </p>
      {request.put_back_from === null || request.put_back_until === null ? null : (
        <Notice
          kind="info"
          live={false}
          title={
            putBack?.until === request.put_back_until && putBack.stage !== 'waiting'
              ? deadlineLabel(putBack)
              : 'A counter-notice has arrived'
          }
        >
          {hasStory
            ? `The story will be reinstated between ${formatDate(request.put_back_from)} and ${formatDate(request.put_back_until)}, unless the claimant tells us of a lawsuit.`
            : 'The story has been deleted: there is nothing to reinstate.'}
          {putBack?.until === request.put_back_until ? ` ${deadlineText(putBack, hasStory)}` : ''}
        </Notice>
      )}
      <p className={styles.words}>{request.reason}</p>
      <Disclosure showLabel="All documents" hideLabel="Close">
        <dl className={styles.papers}>
          {documentsOf(request).map(([term, text]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
      <ol className={styles.steps} aria-label="Steps">
        {request.steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added
          <li key={at}>
            <p>
              {stepName(step.step, hasStory)}, {formatMoment(step.happened_at)}
              {step.username === null ? '' : `, ${step.username}`}
            </p>
            {step.note === '' ? null : <p className={styles.words}>{step.note}</p>}
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        {hasStory || request.step !== 'received' ? null : (
          <Button onClick={() => setChosen('link')}>Say which story it is about</Button>
        )}
        {steps.map((step) => (
          <Button key={step} onClick={() => setChosen(step as TakenStep)}>
            {stepLabels(step as TakenStep, request.step, hasStory)}
          </Button>
        ))}
      </div>
      {chosen === undefined ? null : (
        <Suspense>
          <TakedownDialog
            request={request}
            step={chosen}
            onClose={() => setChosen(undefined)}
            onTaken={() => {
              setChosen(undefined);
              onTaken();
            }}
          />
        </Suspense>
      )}
    </article>
  );
}

function documentsOf(request: Takedown): [string, string][] {
  const all: [string, string][] = [
    ['Email address', request.requester_email],
    ['Address of the content', request.content_url],
    ['What the content is', request.content_description],
    ['Owner', request.owner_info],
    ['Physical address', request.address],
    ['Additional information', request.additional_info],
    ['Signed', request.declaration_text],
    [
      'Title of the story at the time',
      request.story_title === null ? '' : `${request.story_title}, by ${request.story_author ?? ''}`,
    ],
  ];
  return all.filter(([, text]) => text !== '');
}
