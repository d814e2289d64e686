import type { ReactNode } from 'react';
import type { Pagination as Page } from '#base/paging.ts';
import { Pagination } from '#ui/pagination.tsx';
import styles from './story-list-end.module.css';

export type StoryListEndProps = {
  pagination: Page;
  /** The number of stories on this page. */
  shown: number;
  /** The name of the links to other pages. */
  label: string;
  hrefFor: (page: number) => string;
  /** Further links of the list, such as its feed. */
  children?: ReactNode;
};

/** 'Showing 19 - 36 of 204 stories' and the other pages, below a list. */
export function StoryListEnd({ pagination, shown, label, hrefFor, children }: StoryListEndProps) {
  const { page, pages, limit, total } = pagination;
  const before = (page - 1) * limit;
  return (
    <div className={styles.end}>
      {shown === 0 ? null : (
        <p className={styles.range}>
          Showing {before + 1} - {before + shown} of {total} stories
        </p>
      )}
      <Pagination page={page} pages={pages} label={label} hrefFor={hrefFor} />
      {children}
    </div>
  );
}
