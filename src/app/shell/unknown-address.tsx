import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { useSession } from '#features/accounts/parts/session.ts';
import { Skeleton, SkeletonText } from '#ui/skeleton.tsx';
import { useDocumentMeta } from '../document-head.tsx';
import styles from './loading-page.module.css';
import { NotFoundPage } from './not-found-page.tsx';

/**
 * The page of every address that has none. Staff may have a page there: only their browsers fetch the table of these
 * pages and their screens. The server sends everybody the same 404, and the calls behind the pages check the caller.
 */
export function UnknownAddress({ meta }: { meta: PageMeta }) {
  const { user } = useSession();
  const role = user === undefined || user.role === 'user' ? undefined : user.role;
  const { pathname } = useLocation();
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    if (role === undefined) return;
    let isMounted = true;
    import('../staff-pages.ts')
      .then(({ loadStaffScreen }) => loadStaffScreen(pathname, role))
      .then(
        (screen) =>
          isMounted &&
          setLoaded({
            pathname,
            role,
            Component: screen?.Component,
            meta: screen?.meta?.(undefined) ?? meta,
          }),
        (error: unknown) => isMounted && setLoaded({ pathname, role, error, meta }),
      );
    return () => {
      isMounted = false;
    };
  }, [pathname, role, meta]);

  // When a staff member goes from one of these pages to another, the state still holds the previous screen.
  const current = loaded?.pathname === pathname && loaded.role === role ? loaded : undefined;
  useDocumentMeta(role === undefined ? meta : current?.meta);
  if (role === undefined) return <NotFoundPage />;
  if (current === undefined) return <Waiting />;
  if (current.error !== undefined) throw current.error;
  return current.Component === undefined ? <NotFoundPage /> : <current.Component />;
}

interface Loaded {
  pathname: string;
  role: string;
  meta: PageMeta;
  Component?: ComponentType | undefined;
  error?: unknown;
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
