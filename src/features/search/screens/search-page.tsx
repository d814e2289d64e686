import { useLoaderData, useNavigation } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { siteName } from '#base/site-name.ts';
import { Results } from '#ui/list-page.tsx';
import { urls } from '#urls.ts';
import { ReplaceAddress } from '../components/replace-address.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { SearchFilters } from '../components/search-filters.tsx';
import { parseSearchParams, searchUrl } from '../components/search-params.ts';
import { SearchResultList } from '../components/search-result-list.tsx';
import type { SearchPageData } from './loaders.ts';
import styles from './search-page.module.css';

export function meta({ params, results }: SearchPageData): PageMeta {
  const canonical = searchUrl(params, { page: params.page, authorsPage: params.authorsPage });
  return {
    title: params.q === '' ? 'Search' : `Search: ${params.q}`,
    description: `Search the stories and authors on ${siteName()} by words, names, tags and remembered lines.`,
    canonical,
    // Search engines must not index a search.
    isHidden: canonical !== urls.search(),
    ...(results === undefined ? {} : { feedOf: searchUrl(params, { type: 'all' }) }),
  };
}

export function SearchPage() {
  const data = useLoaderData() as SearchPageData;
  const next = useNavigation().location;
  const isLoading = next?.pathname === urls.search();
  // A choice shows at once; its results follow.
  const params = isLoading
    ? parseSearchParams(new URL(next.pathname + next.search, 'https://page.invalid'))
    : data.params;
  return (
    <div className={`page-width ${styles.page}`}>
      <h1>Search</h1>
      <ReplaceAddress className={styles.columns}>
        <div className={styles.box}>
          <SearchBox params={data.params} />
        </div>
        <SearchFilters params={params} popularTags={data.popularTags} hasNoTags={data.hasNoTags} />
        <Results busy={isLoading} aria-label="Results">
          <SearchResultList data={data} />
        </Results>
      </ReplaceAddress>
    </div>
  );
}
