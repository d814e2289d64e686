import type { ComponentProps, ReactNode } from 'react';
import { List } from './list.tsx';
import styles from './rows.module.css';

/** A list of things that can be dealt with one by one, with a line between them. Its entries are `Row`s. */
export function Rows(props: Omit<ComponentProps<'ul'>, 'className'>) {
  return <List {...props} className={styles.rows} />;
}

export type RowProps = {
  children: ReactNode;
  /** The buttons at the end of the row, or below the text where there is no room beside it. */
  actions?: ReactNode;
};

/** An entry of `Rows`: its text, and what can be done with it. */
export function Row({ children, actions }: RowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.text}>{children}</div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </li>
  );
}

/** A quiet line of facts below the first line of a row. */
export function RowFacts({ children }: { children: ReactNode }) {
  return <p className={styles.facts}>{children}</p>;
}
