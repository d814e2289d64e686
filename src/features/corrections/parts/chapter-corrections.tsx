import { type RefObject, useState } from 'react';
import { changedPart } from '#base/changed-part.ts';
import { plural } from '#base/text.ts';
import type { ChapterText } from '#features/chapters/parts/editor/chapter-editor.tsx';
import { Button } from '#ui/button.tsx';
import { formatDate } from '#ui/dates.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { FailedNotice } from '#ui/failed-notice.tsx';
import { List } from '#ui/list.tsx';
import { type Correction, correctionMessages } from '../contract.ts';
import styles from './chapter-corrections.module.css';
import type { Corrections } from './use-corrections.ts';

export type ChapterCorrectionsProps = { corrections: Corrections; text: RefObject<ChapterText | null> };

/** The corrections that readers suggest, beside the text of the chapter in its editor; nothing without any. */
export function ChapterCorrections({ corrections, text }: ChapterCorrectionsProps) {
  const { loaded, stateOf } = corrections;
  if (loaded.status === 'failed')
    return (
      <FailedNotice error={loaded.error} otherwise={correctionMessages.loadFailed} onRetry={loaded.reload} />
    );
  if (loaded.status === 'loading' || loaded.data.length === 0) return null;
  const count = loaded.data.filter(({ id }) => stateOf(id) === 'open').length;
  return (
    <aside className={styles.corrections} aria-label="Corrections">
      <Disclosure
        defaultOpen
        showLabel={count === 0 ? 'No correction left' : `${plural(count, 'correction')} by readers`}
      >
        <List className={styles.list}>
          {loaded.data.map((correction) => (
            <CorrectionItem key={correction.id} {...{ correction, corrections, text }} />
          ))}
        </List>
      </Disclosure>
    </aside>
  );
}

function CorrectionItem({
  correction,
  corrections,
  text,
}: ChapterCorrectionsProps & { correction: Correction }) {
  const { id, quote, replacement, note, wants_credit, sender_display_name: name } = correction;
  const [problem, setProblem] = useState(correction.text_has_changed ? MISSING : '');
  const state = corrections.stateOf(id);

  function show() {
    const count = text.current?.showQuote(quote) ?? 0;
    setProblem(count === 0 ? MISSING : count === 1 ? '' : repeated(count));
  }

  function accept(isNamed: boolean) {
    const outcome = text.current?.replaceQuote(quote, replacement ?? quote) ?? 'missing';
    if (outcome === 'replaced') corrections.accept(id, true, isNamed);
    setProblem(outcome === 'missing' ? MISSING : outcome === 'repeated' ? repeated() : '');
  }

  function takeBack() {
    if (replacement === null || replacement === '') return;
    const outcome = text.current?.replaceQuote(replacement, quote);
    if (outcome === 'replaced') corrections.accept(id, false);
    setProblem(outcome === 'replaced' ? '' : 'Please take it back in the text yourself.');
  }

  return (
    <li className={styles.correction}>
      {replacement === null ? (
        <q className={styles.text}>{quote}</q>
      ) : (
        <Change from={quote} to={replacement} />
      )}
      {note === '' ? null : <p className={styles.note}>{note}</p>}
      <p className={styles.sender}>
        {name ?? 'A beta reader'}, {formatDate(correction.created_at)}
        {wants_credit ? '. Would like to be named at the end of the chapter.' : ''}
      </p>
      <p className={styles.state} role="status">
        {problem || stateTexts[state]}
      </p>
      <div className={styles.actions}>
        {state === 'open' ? (
          <>
            {replacement === null ? null : (
              <Button size="small" onClick={() => accept(false)}>
                Accept
              </Button>
            )}
            {replacement === null || !wants_credit || name === null ? null : (
              <Button size="small" onClick={() => accept(true)}>
                Accept and name {name}
              </Button>
            )}
            <Button size="small" onClick={show}>
              Show
            </Button>
            <Button size="small" onClick={() => corrections.dismiss(id, true)}>
              {replacement === null ? 'Done' : 'Dismiss'}
            </Button>
          </>
        ) : state === 'dismissed' ? (
          <Button size="small" onClick={() => corrections.dismiss(id, false)}>
            Undo
          </Button>
        ) : replacement === '' ? null : (
          <Button size="small" onClick={takeBack}>
            Undo
          </Button>
        )}
      </div>
    </li>
  );
}

const stateTexts = {
  open: '',
  accepted: 'In the text. Save the chapter to keep it.',
  named: 'In the text, and named at the end of the chapter. Save the chapter to keep both.',
  dismissed: 'Off your list.',
};

const MISSING = correctionMessages.textHasChanged;

function repeated(count?: number): string {
  const times = count === undefined ? 'more than once' : `${count} times`;
  return `These words stand in the text ${times}. Press Show until the right place is selected, then Accept.`;
}

/** A passage with the words to take out and those to put in. */
function Change({ from, to }: { from: string; to: string }) {
  const { start, oldEnd, newEnd } = changedPart(from, to);
  const [removed, added] = [from.slice(start, oldEnd), to.slice(start, newEnd)];
  return (
    <p className={styles.text}>
      {from.slice(0, start)}
      {removed === '' ? null : (
        <del className={styles.removed}>
          <span className="visually-hidden">instead of: </span>
          {removed}
        </del>
      )}{' '}
      {added === '' ? null : (
        <ins className={styles.added}>
          <span className="visually-hidden">new: </span>
          {added}
        </ins>
      )}
      {from.slice(oldEnd)}
    </p>
  );
}
