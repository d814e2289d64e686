import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { ChevronLeftIcon, ChevronRightIcon, FirstIcon, LastIcon } from './icons.tsx';
import { pageWindow } from './page-window.ts';
import styles from './pagination.module.css';

export type PaginationProps = {
  page: number;
  pages: number;
  hrefFor: (page: number) => string;
  /** Names the landmark: 'Pages of stories'. */
  label: string;
  className?: string;
};

function Step(props: { label: string; href: string | undefined; rel?: string; icon: ReactNode }) {
  if (props.href === undefined) {
    return (
      <span className={classNames(styles.step, styles.none)} aria-hidden="true">
        {props.icon}
      </span>
    );
  }
  return (
    <a className={styles.step} href={props.href} rel={props.rel} aria-label={props.label} title={props.label}>
      {props.icon}
    </a>
  );
}

/** Numbered pages as links; on small screens 'page / pages'. Nothing when there is only one page. */
export function Pagination({ page, pages, hrefFor, label, className }: PaginationProps) {
  if (pages <= 1) return null;
  const back = page > 1;
  const on = page < pages;
  return (
    <nav className={classNames(styles.pagination, className)} aria-label={label}>
      <Step label="First page" href={back ? hrefFor(1) : undefined} icon={<FirstIcon />} />
      <Step
        label="Previous page"
        rel="prev"
        href={back ? hrefFor(Math.min(page - 1, pages)) : undefined}
        icon={<ChevronLeftIcon />}
      />
      <span className={styles.short}>
        <span className="visually-hidden">Page </span>
        {page} / {pages}
      </span>
      <span className={styles.pages}>
        {pageWindow(page, pages).map((entry) =>
          typeof entry === 'string' ? (
            <span key={entry} className={styles.gap} aria-hidden="true">
              …
            </span>
          ) : (
            <a
              key={entry}
              className={styles.page}
              href={hrefFor(entry)}
              aria-label={`Page ${entry}`}
              aria-current={entry === page ? 'page' : undefined}
            >
              {entry}
            </a>
          ),
        )}
      </span>
      <Step
        label="Next page"
        rel="next"
        href={on ? hrefFor(page + 1) : undefined}
        icon={<ChevronRightIcon />}
      />
      <Step label="Last page" href={on ? hrefFor(pages) : undefined} icon={<LastIcon />} />
    </nav>
  );
}
