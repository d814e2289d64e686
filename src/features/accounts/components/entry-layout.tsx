import type { ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import styles from './entry-layout.module.css';

export type EntryLayoutProps = {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Where else one may want to go. */
  foot?: ReactNode;
};

/** The narrow page of everything that leads into the house: a title, one form, a way on. */
export function EntryLayout({ title, lead, children, foot }: EntryLayoutProps) {
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
        {foot === undefined ? null : <div className={styles.foot}>{foot}</div>}
      </div>
    </div>
  );
}

/** What one should know before pressing the button below it. */
export function SmallPrint({ children }: { children: ReactNode }) {
  return <p className={styles.smallPrint}>{children}</p>;
}
