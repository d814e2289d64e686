import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { Drawing } from '#ui/drawing.tsx';
import styles from './plain-page.module.css';

/** A page with only a title, a short text and a way out. */
export function PlainPage(props: {
  title: string;
  text: string;
  actions: ReactNode;
  small?: ReactNode;
  /** False where no file can be fetched, not even a drawing. */
  isDrawn?: boolean;
}) {
  return (
    <div className={classNames('page-width', styles.page)}>
      {props.isDrawn === false ? null : <Drawing name="book" />}
      <h1>{props.title}</h1>
      <p className={styles.text}>{props.text}</p>
      <div className={styles.actions}>{props.actions}</div>
      {props.small === undefined ? null : <p className={styles.small}>{props.small}</p>}
    </div>
  );
}

/** A reference that a visitor can quote: one click selects all of it. */
export function Reference({ id }: { id: string }) {
  return <code className={styles.code}>{id}</code>;
}
