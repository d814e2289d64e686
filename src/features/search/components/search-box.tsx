import { type SubmitEvent, useCallback, useEffect, useState } from 'react';
import { useNavigate, useNavigationType } from 'react-router';
import { SearchField } from '#ui/search-field.tsx';
import { urls } from '#urls.ts';
import { MAX_SEARCH_QUERY_CHARACTERS, TYPING_PAUSE_MS } from '../contract.ts';
import { type Asked, addressOf } from './search-address.ts';

/** Fields anywhere on the page belong to it by this name. */
export const SEARCH_FORM = 'search-form';

/** Searches while one types, once there is a pause; without script it is a form like any other. */
export function SearchBox({ asked }: { asked: Asked }) {
  const navigate = useNavigate();
  const how = useNavigationType();
  /** What was typed since the last search. */
  const [typed, setTyped] = useState<string>();
  /** What the box began with. It follows links and the way back, but not our own searches: they come from it. */
  const [start, setStart] = useState(asked.q);
  if (how !== 'REPLACE' && start !== asked.q) setStart(asked.q);

  const look = useCallback(
    (q: string) => {
      setTyped(undefined);
      void navigate(addressOf(asked, { q: q.trim() }), { replace: true, state: { keepPlace: true } });
    },
    [navigate, asked],
  );

  useEffect(() => {
    if (typed === undefined) return;
    const pause = setTimeout(() => look(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed, look]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    look(String(new FormData(event.currentTarget).get('q') ?? ''));
  }

  return (
    <SearchField
      id={SEARCH_FORM}
      size="large"
      action={urls.search()}
      name="q"
      label="Search stories and authors"
      placeholder="A title, a name, a tag, a line you remember"
      defaultValue={start}
      maxLength={MAX_SEARCH_QUERY_CHARACTERS}
      hidden={{ tags: asked.tags.length === 0 ? undefined : asked.tags.join(',') }}
      onChange={(event) => setTyped(event.target.value)}
      onSubmit={submit}
    />
  );
}
