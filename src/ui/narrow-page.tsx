import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './narrow-page.module.css';

export type NarrowPageProps = {
  title: ReactNode;
  /** Such as a way back, above the title. */
  above?: ReactNode;
  /** What the page is for, in a sentence or two. */
  lead?: ReactNode;
  /** More that should be known first, below the lead. */
  notes?: ReactNode;
  children?: ReactNode;
  /** Where else one may want to go. */
  foot?: ReactNode;
  /** A few fields, a letter's answer, a form with explanations, one with fields in pairs, or what is written. */
  size?: 'fields' | 'letter' | 'form' | 'pairs' | 'writing';
  /** Moves the focus to the title once true: the button that was pressed is gone. */
  takesFocus?: boolean;
};

/** A page of one column: a title, mostly one form, a way on. */
export function NarrowPage(props: NarrowPageProps) {
  const { title, above, lead, notes, children, foot, size = 'fields', takesFocus = false } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className={classNames('page-width', styles.page, styles[size])}>
      <div className={styles.column}>
        <header className={styles.header}>
          {above}
          <h1 ref={heading} className={styles.title} tabIndex={-1}>
            {title}
          </h1>
          {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
          {notes}
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
