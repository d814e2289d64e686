import { type ChangeEvent, type SubmitEvent, useCallback, useEffect, useState } from 'react';
import { useNavigate, useNavigationType } from 'react-router';

/** A pause in typing of this length ends a word. */
export const TYPING_PAUSE_MS = 300;

/**
 * Properties of a search field that searches after a pause in typing, at the address of the typed text, which replaces the
 * current one in the history.
 */
export function useTypedSearch(query: string, addressOf: (typed: string) => string) {
  const navigate = useNavigate();
  const navigationType = useNavigationType();
  /** The text typed since the last search. */
  const [typed, setTyped] = useState<string>();
  /** The field's initial text. It follows links and back navigation, but not searches from the field itself. */
  const [initialText, setInitialText] = useState(query);
  if (navigationType !== 'REPLACE' && initialText !== query) setInitialText(query);

  const search = useCallback(
    (text: string) => {
      setTyped(undefined);
      void navigate(addressOf(text.trim()), { replace: true, state: { keepScrollPosition: true } });
    },
    [navigate, addressOf],
  );

  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(() => search(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, search]);

  return {
    name: 'q',
    defaultValue: initialText,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.target.value),
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      search(String(new FormData(event.currentTarget).get('q') ?? ''));
    },
  };
}
