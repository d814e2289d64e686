import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useRef } from 'react';
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
  /**
   * The element that takes the focus first; otherwise the first focusable one. With a text to read that is the title, or the
   * window would open at a link in its middle.
   */
  initialFocus?: RefObject<HTMLElement | null> | 'title';
  className?: string;
};

/** A modal window with a title and a button that closes it. */
export function Dialog(props: DialogProps) {
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Modal
      open={props.open}
      onOpenChange={props.onOpenChange}
      initialFocus={props.initialFocus === 'title' ? title : props.initialFocus}
      className={classNames(styles.popup, props.size === 'wide' && styles.wide, props.className)}
    >
      <BaseDialog.Title
        ref={title}
        tabIndex={props.initialFocus === 'title' ? -1 : undefined}
        className={styles.title}
      >
        {props.title}
      </BaseDialog.Title>
      {props.description === undefined ? null : (
        <BaseDialog.Description className={styles.text}>{props.description}</BaseDialog.Description>
      )}
      {props.children}
      {props.actions === undefined ? null : <div className={styles.actions}>{props.actions}</div>}
      <BaseDialog.Close render={<IconButton className={styles.close} label="Close" icon={<CloseIcon />} />} />
    </Modal>
  );
}
