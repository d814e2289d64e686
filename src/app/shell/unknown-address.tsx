import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import type { PageMeta } from '#base/page-meta.ts';
import { useSession } from '#features/accounts/parts/session.ts';
import { Skeleton, SkeletonText } from '#ui/skeleton.tsx';
import { useDocumentMeta } from '../document-head.tsx';
import styles from './loading-page.module.css';

export type Keepers = 'moderators' | 'admins';

type Screen = { Component: ComponentType; meta: ((data: unknown) => PageMeta) | undefined };

export type KeepersOnlyProps = {
  keepers: Keepers;
  load: () => Promise<Screen>;
  /** What everybody else gets. */
  missing: ReactNode;
};

/**
 * A page of those who keep the house. The server sends everybody the page for what is not there; in the browser of
 * one of them the screen takes its place, and only there is it fetched. What it shows it has to ask for, and the
 * calls ask who is there.
 */
export function KeepersOnly({ keepers, load, missing }: KeepersOnlyProps) {
  const { user } = useSession();
  const mayEnter = keepers === 'admins' ? user?.role === 'admin' : user !== undefined && user.role !== 'user';
  const screen = useScreen(mayEnter, load);
  useDocumentMeta(screen?.words);
  if (!mayEnter) return missing;
  return screen === undefined ? <Waiting /> : <screen.Component />;
}

type LoadedScreen = { Component: ComponentType; words: PageMeta | undefined; by: () => Promise<Screen> };

function useScreen(mayEnter: boolean, load: () => Promise<Screen>): LoadedScreen | undefined {
  const [screen, setScreen] = useState<LoadedScreen>();
  const [failed, setFailed] = useState<{ error: unknown; by: () => Promise<Screen> }>();
  useEffect(() => {
    if (!mayEnter) return;
    let isWanted = true;
    load().then(
      ({ Component, meta }) => isWanted && setScreen({ Component, words: meta?.(undefined), by: load }),
      (error: unknown) => isWanted && setFailed({ error, by: load }),
    );
    return () => {
      isWanted = false;
    };
  }, [mayEnter, load]);
  // The page for what went wrong stands in its place.
  if (mayEnter && failed?.by === load) throw failed.error;
  // On the way from one of these pages to another the former one's is still there.
  return mayEnter && screen?.by === load ? screen : undefined;
}

function Waiting() {
  return (
    <div className={`page-width ${styles.page}`}>
      <Skeleton label="Loading the page" className={styles.text}>
        <SkeletonText lines={1} size="title" className={styles.title} />
        <SkeletonText lines={8} />
      </Skeleton>
    </div>
  );
}
