import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '#ui/class-names.ts';
import styles from './newsletter-page.module.css';

/** What the pages of mailed links have in common: a title, a sentence, and what is to be done. */
export function NewsletterColumn(props: { title: string; lead?: ReactNode; children?: ReactNode }) {
  return (
    <div className={classNames('page-width', styles.page)}>
      <div className={styles.column}>
        <h1>{props.title}</h1>
        {props.lead === undefined ? null : <p className={styles.lead}>{props.lead}</p>}
        {props.children}
      </div>
    </div>
  );
}

/** Takes the page's place when it is done. The button that was pressed is gone, so the focus goes to the title. */
export function NewsletterDone(props: { title: string; lead: ReactNode; children?: ReactNode }) {
  const column = useRef<HTMLDivElement>(null);
  useEffect(() => {
    column.current?.querySelector('h1')?.focus();
  }, []);
  return (
    <div className={classNames('page-width', styles.page)}>
      <div ref={column} className={styles.column}>
        <h1 tabIndex={-1}>{props.title}</h1>
        <p className={styles.lead}>{props.lead}</p>
        {props.children === undefined ? null : <div className={styles.actions}>{props.children}</div>}
      </div>
    </div>
  );
}
