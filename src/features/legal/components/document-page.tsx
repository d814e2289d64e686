import { createElement, type ReactNode } from 'react';
import type { PageMeta } from '#base/page-meta.ts';
import { classNames } from '#ui/class-names.ts';
import { formatDateMonthFirst } from '#ui/dates.ts';
import { List } from '#ui/list.tsx';
import type { OwnText } from '../contract/site.ts';
import { OwnTextProse } from '../parts/own-text-prose.tsx';
import styles from './document-page.module.css';
import type { LegalDocument } from './legal-document.ts';
import { renderNodes, type Slots, withSiteName } from './render-passages.tsx';

export function documentMeta({ title, description }: LegalDocument, canonical: string): PageMeta {
  return { title, description: withSiteName(description), canonical };
}

export type DocumentPageProps = {
  document: LegalDocument;
  path: string;
  /** The operator's own text instead of the document's. */
  own?: Pick<NonNullable<OwnText>, 'content' | 'changed_at'> | null;
  slots?: Slots;
  /** Below the title, such as the time at which a version was in force. */
  note?: ReactNode;
};

/** A long text for reference, such as terms, privacy or help. */
export function DocumentPage({ document, path, own = null, slots = {}, note }: DocumentPageProps) {
  const { title, lead, updated, sections } = document;
  if (own !== null) return <OwnTextPage title={title} own={own} note={note} />;
  return (
    <article className={classNames('page-width', styles.page)}>
      <header className={styles.header}>
        <h1>{title}</h1>
        <p className={styles.lead}>{withSiteName(lead)}</p>
        {updated === undefined ? null : (
          <p className={styles.updated}>
            Last updated <time dateTime={updated}>{formatDateMonthFirst(updated)}</time>
          </p>
        )}
        {note === undefined ? null : <p className={styles.note}>{note}</p>}
      </header>
      <div className={styles.columns}>
        <nav className={styles.contents} aria-labelledby="contents-title">
          <h2 className={styles.contentsTitle} id="contents-title">
            On this page
          </h2>
          <List>
            {sections.map((section) => (
              <li key={section.id}>
                <a className={styles.contentsLink} href={`${path}#${section.id}`}>
                  {section.title}
                </a>
              </li>
            ))}
          </List>
        </nav>
        <div className={styles.sections}>
          {sections.map((section) => (
            <Section key={section.id} section={section} slots={slots} />
          ))}
        </div>
      </div>
    </article>
  );
}

/** The operator's own text under the title of the page, which links elsewhere name. */
function OwnTextPage({
  title,
  own,
  note,
}: Pick<DocumentPageProps, 'note'> & {
  title: string;
  own: Pick<NonNullable<OwnText>, 'content' | 'changed_at'>;
}) {
  return (
    <article className={classNames('page-width', styles.page)}>
      <header className={styles.header}>
        <h1>{title}</h1>
        <p className={styles.updated}>
          Last updated <time dateTime={own.changed_at}>{formatDateMonthFirst(own.changed_at)}</time>
        </p>
        {note === undefined ? null : <p className={styles.note}>{note}</p>}
      </header>
      <div className={styles.ownText}>
        <OwnTextProse html={own.content} />
      </div>
    </article>
  );
}

function Section({ section, slots }: { section: LegalDocument['sections'][number]; slots: Slots }) {
  const { id, title, body } = section;
  const heading = (
    <h2 className={styles.title}>
      <span id={`${id}-title`}>{title}</span>
      <a className={styles.anchor} href={`#${id}`} aria-label={`Link to ${title}`}>
        #
      </a>
    </h2>
  );
  const attributes = { id, className: styles.section, 'aria-labelledby': `${id}-title` };
  // Children are passed as arguments, not as a list: the text never changes and needs no keys.
  return createElement('section', attributes, heading, ...renderNodes(body, slots));
}
