import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { Modal } from './modal.tsx';

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The question, shown verbatim. */
  text: ReactNode;
  /** Fields below the question, if it needs more than a press. */
  children?: ReactNode;
  confirmLabel: string;
  /** The button's text while busy: 'Deleting...'. */
  busyText?: string;
  cancelLabel?: string;
  danger?: boolean;
  busy?: boolean;
  confirmDisabled?: boolean;
  onConfirm: () => void;
};

/** Asks for confirmation. A press outside does not answer; the focus starts on the harmless button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const { busy = false, confirmDisabled = false } = props;
  return (
    <Modal
      asks
      open={props.open}
      onOpenChange={(open) => (open || !busy) && props.onOpenChange(open)}
      className={styles.popup}
      initialFocus={props.children === undefined ? cancel : undefined}
    >
      <Dialog.Title className={styles.title}>{props.title}</Dialog.Title>
      <Dialog.Description className={styles.text}>{props.text}</Dialog.Description>
      {props.children}
      <div className={classNames(styles.actions, styles.answers)}>
        <Dialog.Close render={<Button ref={cancel} aria-disabled={busy || undefined} />}>
          {props.cancelLabel ?? 'Cancel'}
        </Dialog.Close>
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
    </Modal>
  );
}
