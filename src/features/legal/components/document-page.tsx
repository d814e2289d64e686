import { Children, isValidElement, type ReactNode } from 'react';
import { classNames } from '#ui/class-names.ts';
import { formatDateMonthFirst } from '#ui/dates.ts';
import { List } from '#ui/list.tsx';
import styles from './document-page.module.css';

export type DocumentSectionProps = {
  /** The section's anchor: `/terms#dmca`. */
  id: string;
  title: string;
  children: ReactNode;
};

export function DocumentSection({ id, title, children }: DocumentSectionProps) {
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-title`}>
      <h2 className={styles.title}>
        <span id={`${id}-title`}>{title}</span>
        <a className={styles.anchor} href={`#${id}`} aria-label={`Link to ${title}`}>
          #
        </a>
      </h2>
      {children}
    </section>
  );
}

export type DocumentPageProps = {
  title: string;
  lead: ReactNode;
  /** ISO date of the last change. */
  updated?: string;
  path: string;
  /** Sections, as direct children: the table of contents is made of them. */
  children: ReactNode;
};

function contentsOf(children: ReactNode): { id: string; title: string }[] {
  return Children.toArray(children).flatMap((child) =>
    isValidElement<DocumentSectionProps>(child) && child.type === DocumentSection
      ? [{ id: child.props.id, title: child.props.title }]
      : [],
  );
}

/** A long text that is consulted rather than read through: terms, privacy, help. */
export function DocumentPage({ title, lead, updated, path, children }: DocumentPageProps) {
  const contents = contentsOf(children);
  return (
    <article className={classNames('page-width', styles.page)}>
      <header className={styles.header}>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {updated === undefined ? null : (
          <p className={styles.updated}>
            Last updated <time dateTime={updated}>{formatDateMonthFirst(updated)}</time>
          </p>
        )}
      </header>
      <div className={styles.columns}>
        <nav className={styles.contents} aria-labelledby="contents-title">
          <h2 className={styles.contentsTitle} id="contents-title">
            On this page
          </h2>
          <List>
            {contents.map((section) => (
              <li key={section.id}>
                <a className={styles.contentsLink} href={`${path}#${section.id}`}>
                  {section.title}
                </a>
              </li>
            ))}
          </List>
        </nav>
        <div className={styles.sections}>{children}</div>
      </div>
    </article>
  );
}
