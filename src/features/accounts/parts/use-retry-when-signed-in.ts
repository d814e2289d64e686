import { useEffect, useRef } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { useSession } from './session.ts';

/** The key of the location with which the document was loaded. A reload keeps the key that a page got by navigation. */
const LOADED: string = globalThis.history?.state?.key ?? 'default';

/**
 * Repeats the request of a page that the server did not find. The server renders for anonymous visitors, so it answers
 * 404 for a draft or a withheld story that its author may see. Only the server-rendered page needs this; navigation within the
 * site already sends the token.
 */
export function useRetryWhenSignedIn(isNotFound: boolean): void {
  const { status } = useSession();
  const { revalidate } = useRevalidator();
  const isLoaded = useLocation().key === LOADED;
  const hasRetried = useRef(false);
  useEffect(() => {
    if (!isNotFound || !isLoaded || status !== 'in' || hasRetried.current) return;
    hasRetried.current = true;
    void revalidate();
  }, [isNotFound, isLoaded, status, revalidate]);
}
