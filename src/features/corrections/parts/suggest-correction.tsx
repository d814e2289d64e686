import { type ComponentType, useRef, useState } from 'react';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { useLoadOnClick } from '#ui/use-load-on-click.ts';
import type { CorrectionDialogProps, TypedCorrection } from '../components/correction-dialog.tsx';
import { correctionMessages, sendSharedCorrection } from '../contract.ts';
import { selectedPassage, useSelectedExcerpt } from './selected-passage.ts';
import styles from './suggest-correction.module.css';

// Loaded when somebody suggests a correction.
const loadDialog = () => import('../components/correction-dialog.tsx');

const NOTHING: TypedCorrection = { quote: '', replacement: '', note: '' };

/**
 * Lets a beta reader suggest corrections of a chapter, in a bar that stays in sight: of the selected words, or of those
 * that the reader types.
 */
export function SuggestCorrection({ token, chapterId }: { token: string; chapterId: number }) {
  const [Dialog, setDialog] = useState<ComponentType<CorrectionDialogProps>>();
  const [isOpen, setOpen] = useState(false);
  const { press, waitingProps } = useLoadOnClick(loadDialog);
  const [message, setMessage] = useState('Found a slip? Select the words.');
  const selected = useSelectedExcerpt();
  const passage = useRef('');
  // Kept while the dialog is closed, until it is sent or other words are selected.
  const typed = useRef(NOTHING);

  function open() {
    const quote = selectedPassage() || passage.current;
    passage.current = '';
    if (quote !== '' && quote !== typed.current.quote)
      typed.current = { quote, replacement: quote, note: '' };
    press((module) => {
      setDialog(() => module.CorrectionDialog);
      setOpen(true);
    });
  }

  return (
    <div className={styles.bar}>
      <p className="without-script">Suggesting corrections needs JavaScript.</p>
      <p className="needs-script" role="status">
        {selected === '' ? message : <span aria-hidden="true">“{selected}”</span>}
      </p>
      <Button
        size="small"
        className="needs-script"
        variant={selected === '' ? 'quiet' : 'primary'}
        {...waitingProps}
        // Pressing takes the selection away in some browsers.
        onPointerDown={() => {
          passage.current = selectedPassage();
        }}
        onClick={open}
      >
        Suggest a correction
      </Button>
      {Dialog === undefined ? null : (
        <Dialog
          send={(correction) =>
            callApi(sendSharedCorrection, { token, chapterId: String(chapterId), ...correction })
          }
          open={isOpen}
          onOpenChange={setOpen}
          typed={typed.current}
          onTyped={(correction) => {
            typed.current = correction;
          }}
          onSent={() => {
            typed.current = NOTHING;
            setMessage(correctionMessages.sent);
            setOpen(false);
          }}
        />
      )}
    </div>
  );
}
