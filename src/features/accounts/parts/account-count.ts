import { currentSession } from './session.ts';

/** The age at which a count is asked for again. */
const MAX_AGE_MILLISECONDS = 60_000;

/** A number that concerns the signed-in account, such as that of its unread items, or several of one answer. */
export interface AccountCount<T = number> {
  /** Asks for it once a minute at most, and again for another account; `none` if the call fails or nobody is signed in. */
  read(): Promise<T>;
  /** Stores a count that an answer brought along. */
  set(count: T): void;
  /** Makes the next reader ask again. */
  forget(): void;
}

export function accountCount<T>(ask: () => Promise<T>, none: T): AccountCount<T> {
  let known: { count: Promise<T>; at: number; accountId: number | undefined } | undefined;
  const remember = (count: Promise<T>) => {
    known = { count, at: Date.now(), accountId: currentSession().user?.id };
    return count;
  };
  return {
    read() {
      // A page that the browser puts aside wakes up with the session's end still before it.
      if (currentSession().status === 'out') return Promise.resolve(none);
      const isCurrent =
        known?.accountId === currentSession().user?.id &&
        Date.now() - (known?.at ?? 0) <= MAX_AGE_MILLISECONDS;
      return known !== undefined && isCurrent ? known.count : remember(ask().catch(() => none));
    },
    set: (count) => void remember(Promise.resolve(count)),
    forget() {
      known = undefined;
    },
  };
}
