import { useLoaderData, useNavigation } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { siteName } from '#base/site-name.ts';
import { ButtonLink } from '#ui/button.tsx';
import { LinkTabs } from '#ui/link-tabs.tsx';
import { List } from '#ui/list.tsx';
import { ListPage, Results } from '#ui/list-page.tsx';
import { Notice } from '#ui/notice.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { urls } from '#urls.ts';
import { AUTHOR_SORTS, type AuthorSort, authorMessages } from '../contract.ts';
import { AuthorCard } from '../parts/author-card.tsx';
import styles from './authors-page.module.css';
import type { AuthorsPageData } from './loaders.ts';

const labels: Record<AuthorSort, string> = { trending: 'Trending', top: 'Top Rated' };

export function meta({ sort, authors, pagination }: AuthorsPageData): PageMeta {
  return {
    title: sort === 'top' ? 'Top Rated Authors' : 'Authors',
    description:
      sort === 'top'
        ? `The authors of ${siteName()} whose stories readers rate highest.`
        : `The people who publish fiction on ${siteName()}, those most read now first.`,
    canonical: urls.authors(sort, pagination.page),
    isHidden: authors.length === 0,
  };
}

export function AuthorsPage() {
  const { sort, authors, pagination } = useLoaderData() as AuthorsPageData;
  const isLoading = useNavigation().location?.pathname === urls.authors();
  return (
    <ListPage>
      <header className={styles.header}>
        <h1>Authors</h1>
        <p className={styles.lead}>The people who write here.</p>
      </header>
      <div>
        <LinkTabs
          label="Sort authors"
          tabs={AUTHOR_SORTS.map((each) => ({
            href: urls.authors(each),
            label: labels[each],
            current: each === sort,
          }))}
        />
        <Results busy={isLoading}>
          {authors.length === 0 ? (
            <Notice
              kind="empty"
              title={authorMessages.none}
              action={
                pagination.page > 1 ? (
                  <ButtonLink href={urls.authors(sort)}>First page</ButtonLink>
                ) : undefined
              }
            />
          ) : (
            <List className={styles.grid}>
              {authors.map((author) => (
                <li key={author.id}>
                  <AuthorCard author={author} />
                </li>
              ))}
            </List>
          )}
        </Results>
      </div>
      {authors.length === 0 ? null : (
        <Pagination
          page={pagination.page}
          pages={pagination.pages}
          hrefFor={(page) => urls.authors(sort, page)}
          label="Pages of authors"
        />
      )}
    </ListPage>
  );
}
