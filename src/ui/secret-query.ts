import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

export type TakenQuery = Readonly<Record<string, string>>;

/** The named parameters of a query; undefined when it has none of them. */
export function takenFrom(search: string, names: readonly string[]): TakenQuery | undefined {
  const found = [...new URLSearchParams(search)].filter(([name]) => names.includes(name));
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** A query without the named parameters. */
export function withoutTaken(search: string, names: readonly string[]): string {
  const rest = new URLSearchParams(search);
  for (const name of names) rest.delete(name);
  return rest.size === 0 ? '' : `?${rest}`;
}

/**
 * The secrets of a link's query, and a function that forgets them; undefined until script has read them, because the
 * server sends the same page without them. They are removed from the address at once, to keep them out of the history
 * and from bystanders' eyes. `names` must be the same array each time.
 */
export function useTakenQuery(names: readonly string[]): [TakenQuery | undefined, () => void] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [held, setHeld] = useState<TakenQuery>();

  useEffect(() => {
    const found = takenFrom(search, names);
    setHeld((before) => found ?? before ?? {});
    if (found === undefined) return;
    void navigate(pathname + withoutTaken(search, names), {
      replace: true,
      state: { keepPlace: true },
      defaultShouldRevalidate: false,
    });
  }, [pathname, search, names, navigate]);

  const forget = useCallback(() => setHeld({}), []);
  return [held, forget];
}
