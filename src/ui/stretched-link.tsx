import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './stretched-link.module.css';

/** A link that covers the positioned box around it. Other links in that box are positioned too, and so lie above it. */
export function StretchedLink({ className, ...link }: ComponentProps<'a'>) {
  return <a {...link} className={classNames(styles.link, className)} />;
}
