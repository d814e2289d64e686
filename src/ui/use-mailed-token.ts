import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * The token of a mailed link. It is taken out of the address at once, so that it is neither seen over a shoulder nor
 * left in the history; the router is not told, so the page stays what it is.
 */
export function useMailedToken(): string | undefined {
  const { search } = useLocation();
  useEffect(() => {
    const { pathname, searchParams, hash } = new URL(window.location.href);
    if (!searchParams.has('token')) return;
    searchParams.delete('token');
    const rest = searchParams.size === 0 ? '' : `?${searchParams}`;
    window.history.replaceState(window.history.state, '', pathname + rest + hash);
  }, []);
  return new URLSearchParams(search).get('token') ?? undefined;
}
