import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { useSession } from '#features/accounts/parts/session.ts';

/** Joins what a guest hid to the account at sign-in. At the end of a session boot.ts removes the cookie. */
export function HiddenSync() {
  const { status } = useSession();
  const { revalidate } = useRevalidator();
  const wasOut = useRef(false);
  useEffect(() => {
    if (status === 'in' && wasOut.current) {
      import('../components/adopt-hidden.ts')
        .then(({ adoptHidden }) => adoptHidden())
        .then(
          (hasChanged) => (hasChanged ? revalidate() : undefined),
          // The calls apply the account's list anyway; the cookie follows with the next change.
          () => undefined,
        );
    }
    if (status !== 'unknown') wasOut.current = status === 'out';
  }, [status, revalidate]);
  return null;
}
