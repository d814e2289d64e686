import { type SubmitEvent, useCallback, useEffect, useState } from 'react';
import { useNavigate, useNavigationType } from 'react-router';
import { SearchField } from '#ui/search-field.tsx';
import { urls } from '#urls.ts';
import { MAX_SEARCH_QUERY_CHARACTERS, TYPING_PAUSE_MS } from '../contract.ts';
import { type SearchParams, searchUrl } from './search-params.ts';

/** The form's id, with which fields elsewhere on the page join it. */
export const SEARCH_FORM = 'search-form';

/** Searches after a pause in typing; without script it is an ordinary form. */
export function SearchBox({ params }: { params: SearchParams }) {
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  /** The text typed since the last search. */
  const [typed, setTyped] = useState<string>();
  /** The box's initial text. It follows links and back navigation, but not searches from the box itself. */
  const [initialText, setInitialText] = useState(params.q);
  if (navigationType !== 'REPLACE' && initialText !== params.q) setInitialText(params.q);

  const search = useCallback(
    (q: string) => {
      setTyped(undefined);
      void navigate(searchUrl(params, { q: q.trim() }), {
        replace: true,
        state: { keepScrollPosition: true },
      });
    },
    [navigate, params],
  );

  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(() => search(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, search]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    search(String(new FormData(event.currentTarget).get('q') ?? ''));
  }

  return (
    <SearchField
      id={SEARCH_FORM}
      size="large"
      action={urls.search()}
      name="q"
      label="Search stories and authors"
      placeholder="A title, a name, a tag, a line you remember"
      defaultValue={initialText}
      maxLength={MAX_SEARCH_QUERY_CHARACTERS}
      hidden={{ tags: params.tags.length === 0 ? undefined : params.tags.join(',') }}
      onChange={(event) => setTyped(event.target.value)}
      onSubmit={submit}
    />
  );
}
