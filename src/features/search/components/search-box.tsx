import { useCallback } from 'react';
import { SearchField } from '#ui/search-field.tsx';
import { useTypedSearch } from '#ui/use-typed-search.ts';
import { urls } from '#urls.ts';
import { MAX_SEARCH_QUERY_CHARACTERS } from '../contract.ts';
import { type SearchParams, searchUrl } from './search-params.ts';

/** The form's id, with which fields elsewhere on the page join it. */
export const SEARCH_FORM = 'search-form';

/** Searches after a pause in typing; without script it is an ordinary form. */
export function SearchBox({ params }: { params: SearchParams }) {
  const addressOf = useCallback((q: string) => searchUrl(params, { q }), [params]);
  return (
    <SearchField
      {...useTypedSearch(params.q, addressOf)}
      id={SEARCH_FORM}
      size="large"
      action={urls.search()}
      label="Search stories and authors"
      placeholder="A title, a name, a tag, a line you remember"
      maxLength={MAX_SEARCH_QUERY_CHARACTERS}
      hidden={{ tags: params.tags.length === 0 ? undefined : params.tags.join(',') }}
    />
  );
}
