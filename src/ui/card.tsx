import type { ComponentProps, ReactNode } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';
import { StretchedLink } from './stretched-link.tsx';

/** One item of a list, above a hairline. The link of its title covers it. */
export function Card({ className, ...article }: ComponentProps<'article'>) {
  return <article {...article} className={classNames(styles.card, className)} />;
}

export type CardTitleProps = {
  href: string;
  /** The heading level, so that the page's outline stays correct. */
  heading: 'h2' | 'h3' | 'h4';
  children: ReactNode;
};

export function CardTitle({ href, heading: Heading, children }: CardTitleProps) {
  return (
    <Heading className={styles.title}>
      <StretchedLink href={href}>{children}</StretchedLink>
    </Heading>
  );
}
