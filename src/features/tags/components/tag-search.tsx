import { useCallback } from 'react';
import { SearchField } from '#ui/search-field.tsx';
import { useTypedSearch } from '#ui/use-typed-search.ts';
import { urls } from '#urls.ts';
import type { TagSort } from '../contract/tags.ts';

/** Searches after a pause in typing; without script it is an ordinary form. */
export function TagSearch({ query, sort }: { query: string; sort: TagSort }) {
  const addressOf = useCallback((q: string) => urls.tags({ q, sort }), [sort]);
  return (
    <SearchField
      {...useTypedSearch(query, addressOf)}
      action={urls.tags()}
      label="Search tags"
      placeholder="Search tags..."
      hidden={{ sort: sort === 'name' ? undefined : sort }}
    />
  );
}
