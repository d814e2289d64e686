import { type ReactNode, useState } from 'react';
import { NarrowPage } from '#ui/narrow-page.tsx';
import styles from './action-result-page.module.css';

export type ActionResultPageProps = {
  title: string;
  text?: ReactNode;
  /** Whether the result is still unknown. */
  isWaiting?: boolean;
  actions?: ReactNode;
};

/** A page that runs one action on its own: first its progress, then its result. */
export function ActionResultPage({ title, text, isWaiting = false, actions }: ActionResultPageProps) {
  const [wasWaiting] = useState(isWaiting);
  return (
    <div aria-busy={isWaiting}>
      <NarrowPage title={title} lead={text} takesFocus={wasWaiting && !isWaiting}>
        {isWaiting ? (
          <>
            <span className={`needs-script ${styles.spinner}`} aria-hidden="true" />
            <p className="without-script">
              This page needs JavaScript. Please allow it for this site and reload.
            </p>
          </>
        ) : (
          <div className={styles.actions}>{actions}</div>
        )}
      </NarrowPage>
    </div>
  );
}
