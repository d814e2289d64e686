import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Drawing, type DrawingName } from './drawing.tsx';
import { AlertIcon, CheckIcon, InfoIcon } from './icons.tsx';
import styles from './notice.module.css';

export type NoticeProps = {
  kind: 'error' | 'empty' | 'info' | 'success';
  title: ReactNode;
  children?: ReactNode;
  /** A button or link to a next step. */
  action?: ReactNode;
  /** 'h1' when the notice is the page's only content. */
  as?: 'h1' | 'h2' | 'h3' | 'p';
  /** False inside a region that is announced anyway. */
  live?: boolean;
  /** The drawing of an empty list. */
  drawing?: DrawingName;
  className?: string;
};

const ICONS = {
  error: <AlertIcon className={styles.icon} />,
  info: <InfoIcon className={styles.icon} />,
  success: <CheckIcon className={styles.icon} />,
};

/** An error, an empty result or information, in place of a list or above a form. */
export function Notice(props: NoticeProps) {
  const { kind, title, children, action, as: Title = 'p', live = true, drawing = 'shelf', className } = props;
  const role = !live ? undefined : kind === 'error' ? 'alert' : kind === 'success' ? 'status' : undefined;
  return (
    <div className={classNames(styles.notice, styles[kind], className)} role={role}>
      {kind === 'empty' ? <Drawing name={drawing} /> : ICONS[kind]}
      <div className={styles.words}>
        <Title className={styles.title}>{title}</Title>
        {children === undefined || children === null ? null : <div className={styles.text}>{children}</div>}
        {action === undefined || action === null ? null : <div className={styles.action}>{action}</div>}
      </div>
    </div>
  );
}
