import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { plural } from '#base/text.ts';
import type { ChapterText } from '#features/chapters/parts/editor/chapter-editor.tsx';
import { Button } from '#ui/button.tsx';
import { formatDate } from '#ui/dates.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { FailedNotice } from '#ui/failed-notice.tsx';
import { List } from '#ui/list.tsx';
import { BlockSender } from '../components/block-sender.tsx';
import { SuggestedText } from '../components/suggested-text.tsx';
import { type Correction, correctionMessages } from '../contract.ts';
import styles from './chapter-corrections.module.css';
import type { Corrections } from './use-corrections.ts';

export type ChapterCorrectionsProps = {
  corrections: Corrections;
  text: RefObject<ChapterText | null>;
  isSaving: boolean;
  /** Whether the chapter differs from what is saved. */
  hasOtherChanges: () => boolean;
  /** Saves the chapter; the author stays. */
  onSave: () => void;
};

/** The corrections that readers suggest, beside the text of the chapter in its editor; nothing without any. */
export function ChapterCorrections(props: ChapterCorrectionsProps) {
  const { loaded, choiceOf } = props.corrections;
  if (loaded.status === 'failed')
    return (
      <FailedNotice error={loaded.error} otherwise={correctionMessages.loadFailed} onRetry={loaded.reload} />
    );
  if (loaded.status === 'loading' || loaded.data.length === 0) return null;
  const count = loaded.data.filter(({ id }) => choiceOf(id).chosen === 'open').length;
  return (
    <aside className={styles.corrections} aria-label="Corrections">
      <Disclosure
        defaultOpen
        showLabel={count === 0 ? 'No correction left' : `${plural(count, 'correction')} by readers`}
      >
        <List className={styles.list}>
          {loaded.data.map((correction) => (
            <CorrectionItem key={correction.id} {...props} correction={correction} />
          ))}
        </List>
      </Disclosure>
    </aside>
  );
}

function CorrectionItem(props: ChapterCorrectionsProps & { correction: Correction }) {
  const { correction, corrections, text, isSaving } = props;
  const { id, quote, replacement, wants_credit, sender_display_name: name } = correction;
  const [problem, setProblem] = useState(correction.text_has_changed ? MISSING : '');
  // The text around the moment of accepting: as long as it is the same, taking back restores it to the letter.
  const around = useRef({ before: '', after: '' });
  const actions = useRef<HTMLDivElement>(null);
  const { chosen, stored } = corrections.choiceOf(id);

  /** Notes the choice, and saves it with the text, unless that would save what the author is still writing. */
  function choose(next: 'open' | 'accepted' | 'named', hadOtherChanges: boolean) {
    // The pressed button goes; the focus would be lost with it.
    flushSync(() => corrections.choose(id, next));
    actions.current?.querySelector('button')?.focus();
    if (!hadOtherChanges) props.onSave();
  }

  function show() {
    const count = text.current?.showQuote(quote) ?? 0;
    setProblem(count === 0 ? MISSING : count === 1 ? '' : repeated(count));
  }

  function accept(isNamed: boolean) {
    const { current } = text;
    if (current === null) return;
    const hadOtherChanges = props.hasOtherChanges();
    const before = current.html();
    const outcome = current.replaceQuote(quote, replacement ?? quote);
    // The new words may be there already: typed by the author, or in a draft that was restored.
    const isThere = outcome === 'missing' && replacement !== null && current.hasQuote(replacement);
    setProblem(outcome === 'repeated' ? repeated() : outcome === 'missing' && !isThere ? MISSING : '');
    if (outcome !== 'replaced' && !isThere) return;
    around.current = { before, after: current.html() };
    choose(isNamed ? 'named' : 'accepted', hadOtherChanges);
  }

  function takeBack() {
    const { current } = text;
    if (current === null) return;
    const hadOtherChanges = props.hasOtherChanges();
    const { before, after } = around.current;
    const isSame = current.html() === after;
    if (isSame) current.replace(before);
    if (!isSame && (!replacement || current.replaceQuote(replacement, quote) !== 'replaced')) {
      setProblem('Please take it back in the text yourself.');
      return;
    }
    setProblem('');
    choose('open', hadOtherChanges);
  }

  return (
    <li className={styles.correction}>
      <SuggestedText correction={correction} />
      <p className={styles.sender}>
        {name ?? 'A beta reader'}, {formatDate(correction.created_at)}
        {wants_credit ? '. Would like to be named at the end of the chapter.' : ''}
      </p>
      <p className={styles.state} role="status">
        {problem || (chosen === stored ? storedTexts[stored] : isSaving ? 'Saving...' : unsavedTexts[chosen])}
      </p>
      <div className={styles.actions} ref={actions}>
        {chosen === 'open' ? (
          <>
            {replacement === null ? null : (
              <Button size="small" aria-disabled={isSaving} onClick={() => accept(false)}>
                Accept
              </Button>
            )}
            {replacement === null || !wants_credit || name === null ? null : (
              <Button size="small" aria-disabled={isSaving} onClick={() => accept(true)}>
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
        ) : chosen === 'dismissed' ? (
          <Button size="small" onClick={() => corrections.dismiss(id, false)}>
            Undo
          </Button>
        ) : (
          <Button size="small" aria-disabled={isSaving} onClick={takeBack}>
            Undo
          </Button>
        )}
        <BlockSender correction={correction} />
      </div>
    </li>
  );
}

const storedTexts = {
  open: '',
  accepted: 'In the text, and saved.',
  named: 'In the text and named at the end of the chapter, and saved.',
  dismissed: 'Off your list.',
};
const unsavedTexts = {
  open: 'Taken out of the text, but not saved yet. Save the chapter to keep it so.',
  accepted: 'In the text, but not saved yet. Save the chapter to keep it.',
  named: 'In the text and named at the end of the chapter, but not saved yet. Save the chapter to keep both.',
  dismissed: '',
};

const MISSING = correctionMessages.textHasChanged;

function repeated(count?: number): string {
  const times = count === undefined ? 'more than once' : `${count} times`;
  return `These words stand in the text ${times}. Press Show until the right place is selected, then Accept.`;
}
