import { useEffect, useRef } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { useSession } from './session.ts';

/** The key of the first location of a visit. */
const FIRST = 'default';

/**
 * Repeats the request of a page that the server did not find. The server renders for anonymous visitors, so it answers
 * 404 for a draft or a withheld story that its author may see. Only the server-rendered page needs this; navigation within the
 * site already sends the token.
 */
export function useRetryWhenSignedIn(isNotFound: boolean): void {
  const { status } = useSession();
  const { revalidate } = useRevalidator();
  const isFirst = useLocation().key === FIRST;
  const hasRetried = useRef(false);
  useEffect(() => {
    if (!isNotFound || !isFirst || status !== 'in' || hasRetried.current) return;
    hasRetried.current = true;
    void revalidate();
  }, [isNotFound, isFirst, status, revalidate]);
}
