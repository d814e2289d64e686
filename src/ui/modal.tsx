import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import { classNames } from './class-names.ts';
import styles from './modal.module.css';
import { useCloseOnBack } from './use-close-on-back.ts';

export type ModalProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Requires an answer; a press outside is none. */
  asks?: boolean;
  /** The accessible name of a window without a title. */
  label?: string;
  /** The element that takes the focus first; by default the first focusable one, none for false. */
  initialFocus?: RefObject<HTMLElement | null> | false | undefined;
  className: string | undefined;
  children: ReactNode;
};

/** A window over the page: traps the focus, closes on Escape, on Back and on a press outside, and restores the focus. */
export function Modal({ open, onOpenChange, asks = false, label, ...popup }: ModalProps) {
  const { Root } = asks ? AlertDialog : Dialog;
  useCloseOnBack(open, () => onOpenChange(false));
  return (
    <Root open={open} onOpenChange={(isOpen) => onOpenChange(isOpen)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup
          aria-label={label}
          initialFocus={popup.initialFocus}
          className={classNames(styles.popup, popup.className)}
        >
          {popup.children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Root>
  );
}
