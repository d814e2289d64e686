import type { ReactNode } from 'react';
import { NarrowPage } from '#ui/narrow-page.tsx';
import styles from './newsletter-page.module.css';

export type NewsletterDoneProps = { title: string; lead: string; children: ReactNode };

/** Replaces the page's form after success. */
export function NewsletterDone({ children, ...heading }: NewsletterDoneProps) {
  return (
    <NarrowPage size="letter" takesFocus {...heading}>
      <div className={styles.actions}>{children}</div>
    </NarrowPage>
  );
}
