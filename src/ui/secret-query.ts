import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

export type SecretQuery = Readonly<Record<string, string>>;

/** The named parameters of a query; undefined when it has none of them. */
export function secretParamsOf(search: string, names: readonly string[]): SecretQuery | undefined {
  const params = [...new URLSearchParams(search)].filter(([name]) => names.includes(name));
  return params.length === 0 ? undefined : Object.fromEntries(params);
}

/** A query without the named parameters. */
export function withoutParams(search: string, names: readonly string[]): string {
  const rest = new URLSearchParams(search);
  for (const name of names) rest.delete(name);
  return rest.size === 0 ? '' : `?${rest}`;
}

/**
 * The secrets of a link's query, and a function that forgets them; undefined until script has read them, because the
 * server sends the same page without them. They are removed from the address at once, to keep them out of the history
 * and from bystanders' eyes. `names` must be the same array each time.
 */
export function useSecretQuery(names: readonly string[]): [SecretQuery | undefined, () => void] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [secrets, setSecrets] = useState<SecretQuery>();

  useEffect(() => {
    const params = secretParamsOf(search, names);
    setSecrets((before) => params ?? before ?? {});
    if (params === undefined) return;
    void navigate(pathname + withoutParams(search, names), {
      replace: true,
      state: { keepScrollPosition: true },
      defaultShouldRevalidate: false,
    });
  }, [pathname, search, names, navigate]);

  const forget = useCallback(() => setSecrets({}), []);
  return [secrets, forget];
}
