import type { Pagination } from '#base/paging.ts';
import styles from './shown-range.module.css';

/** 'Showing 19 - 36 of 204 stories', below a list. */
export function ShownRange({ pagination, shown }: { pagination: Pagination; shown: number }) {
  if (shown === 0) return null;
  const before = (pagination.page - 1) * pagination.limit;
  return (
    <p className={styles.range}>
      Showing {before + 1} - {before + shown} of {pagination.total} stories
    </p>
  );
}
