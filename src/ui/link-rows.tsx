import type { ReactNode } from 'react';
import styles from './link-rows.module.css';
import { List } from './list.tsx';

/** Links one below the other, each with facts about it. */
export function LinkRows({ children }: { children: ReactNode }) {
  return <List className={styles.rows}>{children}</List>;
}

type LinkRowProps = {
  href: string;
  title: string;
  language?: string | null;
  facts: ReactNode;
  /** A button beside it. */
  action?: ReactNode;
};

export function LinkRow({ href, title, language, facts, action }: LinkRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <a className={styles.title} href={href} lang={language ?? undefined}>
          {title}
        </a>
        <p className={styles.facts}>{facts}</p>
      </div>
      {action}
    </li>
  );
}
