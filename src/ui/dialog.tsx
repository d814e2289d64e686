import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import { CloseIcon } from './icons.tsx';
import { Modal } from './modal.tsx';

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Announced together with the title. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the foot. */
  actions?: ReactNode;
  size?: 'medium' | 'wide';
  /** The element that takes the focus first; otherwise the first focusable one. */
  initialFocus?: RefObject<HTMLElement | null>;
  className?: string;
};

/** A modal window with a title and a button that closes it. */
export function Dialog(props: DialogProps) {
  return (
    <Modal
      open={props.open}
      onOpenChange={props.onOpenChange}
      initialFocus={props.initialFocus}
      className={classNames(styles.popup, props.size === 'wide' && styles.wide, props.className)}
    >
      <BaseDialog.Title className={styles.title}>{props.title}</BaseDialog.Title>
      {props.description === undefined ? null : (
        <BaseDialog.Description className={styles.text}>{props.description}</BaseDialog.Description>
      )}
      {props.children}
      {props.actions === undefined ? null : <div className={styles.actions}>{props.actions}</div>}
      <BaseDialog.Close render={<IconButton className={styles.close} label="Close" icon={<CloseIcon />} />} />
    </Modal>
  );
}
