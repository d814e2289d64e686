import { useEffect, useRef } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { useSession } from '#features/accounts/parts/session.ts';

/** The key of the location that a visit begins with. */
const FIRST = 'default';

/**
 * The server knows nobody by name, so to it a withheld story is not there. To its author it is: whoever is signed in
 * asks once more as themself. Only where the server has answered; on the way from page to page one asks as oneself.
 */
export function useAskAgain(isNotFound: boolean): void {
  const { status } = useSession();
  const { revalidate } = useRevalidator();
  const isFirst = useLocation().key === FIRST;
  const hasAsked = useRef(false);
  useEffect(() => {
    if (!isNotFound || !isFirst || status !== 'in' || hasAsked.current) return;
    hasAsked.current = true;
    void revalidate();
  }, [isNotFound, isFirst, status, revalidate]);
}
