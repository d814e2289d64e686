import { type ReactNode, useEffect, useRef } from 'react';
import { EntryLayout } from './entry-layout.tsx';
import styles from './outcome.module.css';

export type OutcomeProps = {
  title: string;
  text?: ReactNode;
  /** Still being found out. */
  isWaiting?: boolean;
  actions?: ReactNode;
};

/** A page that does one thing by itself: what it is doing, then what came of it. */
export function Outcome({ title, text, isWaiting = false, actions }: OutcomeProps) {
  const region = useRef<HTMLDivElement>(null);
  const wasWaiting = useRef(isWaiting);
  // The title has changed under the reader: a screen reader is led to the new one.
  useEffect(() => {
    if (wasWaiting.current && !isWaiting) region.current?.querySelector<HTMLElement>('h1')?.focus();
    wasWaiting.current = isWaiting;
  }, [isWaiting]);
  return (
    <div ref={region} aria-busy={isWaiting}>
      <EntryLayout title={title} lead={text}>
        {isWaiting ? (
          <>
            <span className={`needs-script ${styles.turning}`} aria-hidden="true" />
            <p className="without-script">
              This page needs JavaScript. Please allow it for this site and reload.
            </p>
          </>
        ) : (
          <div className={styles.actions}>{actions}</div>
        )}
      </EntryLayout>
    </div>
  );
}
