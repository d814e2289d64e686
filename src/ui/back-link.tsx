import type { ReactNode } from 'react';
import styles from './back-link.module.css';
import { classNames } from './class-names.ts';
import { ChevronLeftIcon } from './icons.tsx';

export type BackLinkProps = { href: string; className?: string; children: ReactNode };

/** Leads from a page to the one above it, such as from a chapter to its story. */
export function BackLink({ href, className, children }: BackLinkProps) {
  return (
    <a className={classNames(styles.link, className)} href={href}>
      <ChevronLeftIcon size={16} />
      {children}
    </a>
  );
}
