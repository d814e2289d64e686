import { type SubmitEvent, useCallback, useEffect, useState } from 'react';
import { useNavigate, useNavigationType } from 'react-router';
import { SearchField } from '#ui/search-field.tsx';
import { urls } from '#urls.ts';
import type { TagSort } from '../contract.ts';

const TYPING_PAUSE_MS = 300;

/** Searches while one types, once there is a pause; without script it is a form like any other. */
export function TagSearch({ query, sort }: { query: string; sort: TagSort }) {
  const navigate = useNavigate();
  const how = useNavigationType();
  /** What was typed since the last search. */
  const [typed, setTyped] = useState<string>();
  /** What the box began with. It follows links and the way back, but not our own searches: they come from it. */
  const [start, setStart] = useState(query);
  if (how !== 'REPLACE' && start !== query) setStart(query);

  const search = useCallback(
    (q: string) => {
      setTyped(undefined);
      void navigate(urls.tags({ q: q.trim(), sort }), { replace: true, state: { keepPlace: true } });
    },
    [navigate, sort],
  );

  useEffect(() => {
    if (typed === undefined) return;
    const pause = setTimeout(() => search(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
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
      defaultValue={start}
      hidden={{ sort: sort === 'name' ? undefined : sort }}
      onChange={(event) => setTyped(event.target.value)}
      onSubmit={submit}
    />
  );
}
