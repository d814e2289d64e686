import { useEffect, useState } from 'react';
import { matchPath, Outlet, useLocation, useNavigation } from 'react-router';
import { StoryGridSkeleton } from '#features/stories/parts/story-card-skeleton.tsx';
import { classNames } from '#ui/class-names.ts';
import { Skeleton, SkeletonText } from '#ui/skeleton.tsx';
import { paths } from '#urls.ts';
import styles from './loading-page.module.css';

/** Most pages arrive sooner; a placeholder that only flashes would be worse than none. */
const SHOW_AFTER_MILLISECONDS = 300;

/** The page, or the outline of the next page once that takes a while. */
export function PageOutlet() {
  const target = useSlowTarget();
  return target === undefined ? <Outlet /> : <LoadingPage path={target} />;
}

/** The path of another page that has been loading for long enough to show so. */
function useSlowTarget(): string | undefined {
  const navigation = useNavigation();
  const { pathname } = useLocation();
  const nextPathname = navigation.state === 'loading' ? navigation.location.pathname : undefined;
  // A page that changes its own list dims it in place.
  const target = nextPathname === pathname ? undefined : nextPathname;
  const [slow, setSlow] = useState<string>();
  useEffect(() => {
    if (target === undefined) return;
    const timer = setTimeout(() => setSlow(target), SHOW_AFTER_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      setSlow(undefined);
    };
  }, [target]);
  return target === slow ? slow : undefined;
}

const textPaths = [
  paths.chapter,
  paths.story,
  paths.login,
  paths.register,
  paths.resetPassword,
  paths.privacy,
  paths.terms,
  paths.guidelines,
  paths.help,
  paths.contact,
  paths.faq,
];

function LoadingPage({ path }: { path: string }) {
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, []);
  const isText = textPaths.some((pattern) => matchPath(pattern, path) !== null);
  return (
    <div className={classNames('page-width', styles.page)}>
      <Skeleton label="Loading the page" className={isText ? styles.text : styles.list}>
        <SkeletonText lines={1} size="title" className={styles.title} />
        {isText && <SkeletonText lines={14} size="prose" />}
      </Skeleton>
      {!isText && <StoryGridSkeleton count={6} />}
    </div>
  );
}

/** The outline of a page whose kind is not known yet. */
export function LoadingAddress() {
  return (
    <div className={`page-width ${styles.page}`}>
      <Skeleton label="Loading the page" className={styles.text}>
        <SkeletonText lines={1} size="title" className={styles.title} />
        <SkeletonText lines={8} />
      </Skeleton>
    </div>
  );
}
