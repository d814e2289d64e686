import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

export type TakenQuery = Readonly<Record<string, string>>;

/** The named parameters of a query; nothing when it has none of them. */
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
 * The secrets that a link brought along, and a way to forget them; nothing until script has looked, because the server
 * sends the same page without them. They are taken out of the address at once: they belong neither into the history
 * nor under the eyes of a neighbour. `names` must be the same array each time.
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
