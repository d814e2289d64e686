import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './list-page.module.css';

/** A page of the full width: a title, ways to sort, a list. */
export function ListPage(props: Pick<ComponentProps<'div'>, 'children'>) {
  return <div className={classNames('page-width', styles.page)}>{props.children}</div>;
}

/** The results. They stay until the next ones arrive; a quick answer does not flicker. */
export function Results({ busy, className, ...section }: ComponentProps<'section'> & { busy: boolean }) {
  return <section {...section} className={classNames(styles.results, className)} aria-busy={busy} />;
}
