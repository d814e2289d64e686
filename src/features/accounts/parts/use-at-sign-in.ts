import { useEffect } from 'react';
import { readEntry, writeEntry } from '#ui/browser-storage.ts';
import { useSession } from './session.ts';

/**
 * Joins what a guest had in this browser to the account, once in a session: at sign-in, or on the next page if that one was
 * left too early. `join` is the same at each render; it is repeated on the next page if it fails.
 */
export function useAtSignIn(what: 'hidden' | 'filters', join: () => Promise<unknown>): void {
  const { user } = useSession();
  const id = user?.id;
  useEffect(() => {
    const entry = `${what}${id}`;
    const joined = () => (readEntry('joined') ?? '').split(' ');
    if (id === undefined || joined().includes(entry)) return;
    join().then(
      () => writeEntry('joined', [...joined(), entry].join(' ')),
      () => undefined,
    );
  }, [what, id, join]);
}
