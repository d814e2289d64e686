import type { ReactNode } from 'react';
import { CoverImage } from '#features/covers/parts/cover-image.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { FlagIcon } from '#ui/icons.tsx';
import { urls } from '#urls.ts';
import type { Story } from '../contract/stories.ts';
import { AuthorLink } from './author-link.tsx';
import styles from './collection-page.module.css';

export type CollectionPageProps = {
  /** The address of the collection, if it has a cover. */
  coverOf?: string;
  /** The kind of collection: 'A series'. */
  kind: string;
  title: string;
  author: Pick<Story, 'author_username' | 'author_display_name'>;
  /** Whether the author's page can be opened. */
  isAuthorPublic?: boolean;
  facts: ReactNode;
  /** Plain text; a line break begins a paragraph. */
  synopsis: string;
  actions: ReactNode;
  /** A remark before everything else. */
  notice?: ReactNode;
  /** The stories. */
  children: ReactNode;
};

/** The page of stories that somebody has put together: a series, or a reading list. */
export function CollectionPage(props: CollectionPageProps) {
  const {
    kind,
    title,
    author,
    isAuthorPublic = true,
    facts,
    synopsis,
    actions,
    notice,
    children,
    coverOf,
  } = props;
  const paragraphs = synopsis.split(/\n+/).filter((paragraph) => paragraph.trim() !== '');
  return (
    <article className={classNames('page-width', styles.page)}>
      {notice}
      <header className={styles.header}>
        {coverOf === undefined ? null : <CoverImage of={coverOf} className={styles.cover} />}
        <p className={styles.quiet}>{kind}</p>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.byline}>
          by{' '}
          {isAuthorPublic ? (
            <AuthorLink story={author} className={styles.author} />
          ) : (
            author.author_display_name
          )}
        </p>
        <p className={styles.quiet}>{facts}</p>
        {paragraphs.length === 0 ? null : (
          <div className={styles.synopsis}>
            {paragraphs.map((paragraph, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs never change
              <p key={at}>{paragraph}</p>
            ))}
          </div>
        )}
        <div className={classNames(styles.actions, 'no-print')}>{actions}</div>
      </header>
      <section aria-labelledby="stories-title">
        <h2 id="stories-title" className={styles.heading}>
          Stories
        </h2>
        {children}
      </section>
    </article>
  );
}

/** Leads to the form for reports without an account, with the address filled in. */
export function ReportCollection({ address, children }: { address: string; children: string }) {
  return (
    <ButtonLink size="small" href={urls.report(address)}>
      <FlagIcon size={16} />
      {children}
    </ButtonLink>
  );
}
