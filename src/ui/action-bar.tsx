import type { ReactNode } from 'react';
import styles from './action-bar.module.css';

/** A heading or a fact on the left, and what can be done about it on the right. */
export function ActionBar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>;
}
