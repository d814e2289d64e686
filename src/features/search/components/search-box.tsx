import { type SubmitEvent, useCallback, useEffect, useState } from 'react';
import { useNavigate, useNavigationType } from 'react-router';
import { SearchField } from '#ui/search-field.tsx';
import { urls } from '#urls.ts';
import { MAX_SEARCH_QUERY_CHARACTERS, TYPING_PAUSE_MS } from '../contract.ts';
import { type Asked, addressOf } from './search-params.ts';

/** The form's id, with which fields elsewhere on the page join it. */
export const SEARCH_FORM = 'search-form';

/** Searches after a pause in typing; without script it is an ordinary form. */
export function SearchBox({ asked }: { asked: Asked }) {
  const navigate = useNavigate();
  const how = useNavigationType();
  /** The text typed since the last search. */
  const [typed, setTyped] = useState<string>();
  /** The box's initial text. It follows links and back navigation, but not searches from the box itself. */
  const [start, setStart] = useState(asked.q);
  if (how !== 'REPLACE' && start !== asked.q) setStart(asked.q);

  const look = useCallback(
    (q: string) => {
      setTyped(undefined);
      void navigate(addressOf(asked, { q: q.trim() }), {
        replace: true,
        state: { keepScrollPosition: true },
      });
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
