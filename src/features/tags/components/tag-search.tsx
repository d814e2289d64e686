import { type SubmitEvent, useCallback, useEffect, useState } from 'react';
import { useNavigate, useNavigationType } from 'react-router';
import { SearchField } from '#ui/search-field.tsx';
import { urls } from '#urls.ts';
import type { TagSort } from '../contract/tags.ts';

const TYPING_PAUSE_MS = 300;

/** Searches after a pause in typing; without script it is an ordinary form. */
export function TagSearch({ query, sort }: { query: string; sort: TagSort }) {
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  /** The text typed since the last search. */
  const [typed, setTyped] = useState<string>();
  /** The box's initial text. It follows links and back navigation, but not searches from the box itself. */
  const [initialText, setInitialText] = useState(query);
  if (navigationType !== 'REPLACE' && initialText !== query) setInitialText(query);

  const search = useCallback(
    (q: string) => {
      setTyped(undefined);
      void navigate(urls.tags({ q: q.trim(), sort }), { replace: true, state: { keepScrollPosition: true } });
    },
    [navigate, sort],
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
      action={urls.tags()}
      name="q"
      label="Search tags"
      placeholder="Search tags..."
      defaultValue={initialText}
      hidden={{ sort: sort === 'name' ? undefined : sort }}
      onChange={(event) => setTyped(event.target.value)}
      onSubmit={submit}
    />
  );
}
