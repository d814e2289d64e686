import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The question, to the letter. */
  text: ReactNode;
  /** Fields below the question, if it takes more than a press. */
  children?: ReactNode;
  confirmLabel: string;
  /** What the button says while busy: 'Deleting...'. */
  busyText?: string;
  cancelLabel?: string;
  danger?: boolean;
  busy?: boolean;
  confirmDisabled?: boolean;
  onConfirm: () => void;
};

/** Asks before something is done. A press outside does not answer; the focus starts on the harmless button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const { busy = false, confirmDisabled = false } = props;
  return (
    <AlertDialog.Root open={props.open} onOpenChange={(open) => (open || !busy) && props.onOpenChange(open)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles.backdrop} />
        <AlertDialog.Popup
          className={styles.popup}
          initialFocus={props.children === undefined ? cancel : undefined}
        >
          <AlertDialog.Title className={styles.title}>{props.title}</AlertDialog.Title>
          <AlertDialog.Description className={styles.text}>{props.text}</AlertDialog.Description>
          {props.children}
          <div className={styles.actions}>
            <AlertDialog.Close render={<Button ref={cancel} aria-disabled={busy || undefined} />}>
              {props.cancelLabel ?? 'Cancel'}
            </AlertDialog.Close>
            <Button
              variant={props.danger ? 'danger' : 'primary'}
              busy={busy}
              busyText={props.busyText}
              disabled={confirmDisabled}
              onClick={props.onConfirm}
            >
              {props.confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
