import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './narrow-page.module.css';

export type NarrowPageProps = {
  title: ReactNode;
  /** Shown above the title, such as a link back. */
  above?: ReactNode;
  /** The page's purpose, in a sentence or two. */
  lead?: ReactNode;
  /** Further important information, below the lead. */
  notes?: ReactNode;
  children?: ReactNode;
  /** Links to related pages. */
  foot?: ReactNode;
  /** The width: a few fields, a newsletter page, a form with explanations, one with fields in pairs, or prose. */
  size?: 'fields' | 'letter' | 'form' | 'pairs' | 'writing';
  /** Moves the focus to the title once true, because the button that was pressed is gone. */
  takesFocus?: boolean;
};

/** A page of one column: a title, mostly one form, a next step. */
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

/** Information that a reader needs before pressing the button below it. */
export function SmallPrint({ children }: { children: ReactNode }) {
  return <p className={styles.smallPrint}>{children}</p>;
}
