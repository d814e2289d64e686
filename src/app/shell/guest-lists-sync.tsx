import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { areListsFresh, useSession } from '#features/accounts/parts/session.ts';

/**
 * Joins what a guest hid and saved to the account, once in a session: at sign-in, or on the next page if that one was left
 * too early. A page that is opened some minutes later takes the account's lists again. At the end of a session boot.ts
 * removes the cookies.
 */
export function GuestListsSync() {
  const { user } = useSession();
  const { revalidate } = useRevalidator();
  const id = user?.id;
  useEffect(() => {
    if (id === undefined || areListsFresh()) return;
    // An answer that arrives after the session's end would leave the account's lists in the browser.
    const ended = new AbortController();
    import('./join-guest-lists.ts')
      .then(({ joinGuestLists }) => joinGuestLists(id, revalidate, ended.signal))
      // The calls apply the account's lists anyway; the next page tries again.
      .catch(() => undefined);
    return () => ended.abort();
  }, [id, revalidate]);
  return null;
}
