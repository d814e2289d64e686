import { useLoaderData, useNavigation } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { siteName } from '#base/site-name.ts';
import { ButtonLink } from '#ui/button.tsx';
import { LinkTabs } from '#ui/link-tabs.tsx';
import { ListPage, Results } from '#ui/list-page.tsx';
import { Notice } from '#ui/notice.tsx';
import { urls } from '#urls.ts';
import { PreviousNextLinks } from '../components/previous-next-links.tsx';
import { TagIndex } from '../components/tag-index.tsx';
import { TagList } from '../components/tag-list.tsx';
import { TagSearch } from '../components/tag-search.tsx';
import { TAG_SORTS, type TagSort, tagMessages } from '../contract/tags.ts';
import { noTagsMatching } from '../rules.ts';
import type { TagsPageData } from './loaders.ts';
import styles from './tags-page.module.css';

const labels: Record<TagSort, string> = { name: 'Name', trending: 'Trending', popularity: 'Popular' };
const sortDescriptions: Record<TagSort, string> = {
  name: 'sorted by name',
  trending: 'trending first',
  popularity: 'most stories first',
};

export function meta({ query, sort, tags, pagination }: TagsPageData): PageMeta {
  return {
    title: 'Browse Tags',
    description: `Every tag of the stories on ${siteName()}, by name, by what is trending and by number of stories.`,
    canonical: urls.tags({ q: query, sort, page: pagination.page }),
    // Search engines must not index a search.
    isHidden: query !== '' || tags.length === 0,
  };
}

export function TagsPage() {
  const { query, sort, tags, pagination } = useLoaderData() as TagsPageData;
  const isLoading = useNavigation().location?.pathname === urls.tags();
  return (
    <ListPage>
      <header className={styles.header}>
        <h1>Browse Tags</h1>
        <TagSearch query={query} sort={sort} />
      </header>
      <div className={styles.bar}>
        <LinkTabs
          label="Sort tags"
          className={styles.tabs}
          tabs={TAG_SORTS.map((each) => ({
            href: urls.tags({ q: query, sort: each }),
            label: labels[each],
            current: each === sort,
          }))}
        />
        {/* Always rendered, so that screen readers announce new content. */}
        <div aria-live="polite">
          {tags.length === 0 ? (
            <NoTags query={query} sort={sort} isPastTheEnd={pagination.total > 0} />
          ) : (
            <p className={styles.summary}>{summaryText({ query, sort, tags, pagination })}</p>
          )}
        </div>
      </div>
      {tags.length === 0 ? null : (
        <Results busy={isLoading}>
          {sort === 'name' ? (
            <TagIndex tags={tags} />
          ) : (
            <TagList tags={tags} label={labels[sort]} hasTrend={sort === 'trending'} />
          )}
        </Results>
      )}
      {tags.length === 0 ? null : (
        <PreviousNextLinks
          page={pagination.page}
          pages={pagination.pages}
          hrefFor={(page) => urls.tags({ q: query, sort, page })}
        />
      )}
    </ListPage>
  );
}

function summaryText({ query, sort, tags, pagination }: TagsPageData): string {
  const matching = query === '' ? '' : ` matching "${query}"`;
  return `Showing ${tags.length} of ${pagination.total} tags${matching}, ${sortDescriptions[sort]}`;
}

function NoTags({ query, sort, isPastTheEnd }: { query: string; sort: TagSort; isPastTheEnd: boolean }) {
  if (isPastTheEnd) {
    return (
      <Notice
        kind="empty"
        drawing="book"
        title="There are no tags on this page."
        action={<ButtonLink href={urls.tags({ q: query, sort })}>First page</ButtonLink>}
      />
    );
  }
  if (query === '') return <Notice kind="empty" title={tagMessages.none} />;
  return (
    <Notice
      kind="empty"
      title={noTagsMatching(query)}
      action={<ButtonLink href={urls.tags({ sort })}>Show all tags</ButtonLink>}
    />
  );
}
