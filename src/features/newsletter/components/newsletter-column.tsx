import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '#ui/class-names.ts';
import styles from './newsletter-page.module.css';

export type NewsletterColumnProps = { title: string; lead?: ReactNode; children?: ReactNode };

/** What the pages of mailed links have in common: a title, a sentence, and what is to be done. */
export function NewsletterColumn({ title, lead, children }: NewsletterColumnProps) {
  return (
    <div className={classNames('page-width', styles.page)}>
      <div className={styles.column}>
        <header className={styles.header}>
          <h1 className={styles.title} tabIndex={-1}>
            {title}
          </h1>
          {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
        </header>
        {children}
      </div>
    </div>
  );
}

/** Takes the page's place when it is done. The button that was pressed is gone, so the focus goes to the title. */
export function NewsletterDone({ children, ...words }: NewsletterColumnProps) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    region.current?.querySelector('h1')?.focus();
  }, []);
  return (
    <div ref={region}>
      <NewsletterColumn {...words}>
        <div className={styles.actions}>{children}</div>
      </NewsletterColumn>
    </div>
  );
}
