import { useEffect, useState } from 'react';
import { callApi } from '#ui/api-client.ts';
import { countInbox } from '../contract.ts';

/** The age at which the count is asked for again. */
const MAX_AGE_MILLISECONDS = 60_000;
/** Carries the number of unread items to the other tabs, and nothing else. */
const CHANNEL = 'nightstand-inbox';

let known: { count: Promise<number>; at: number } | undefined;

/** The number of unread items of the signed-in member; asked for once a minute at most. */
function inboxCount(): Promise<number> {
  if (known === undefined || Date.now() - known.at > MAX_AGE_MILLISECONDS) {
    const count = callApi(countInbox, {}).then(
      ({ unread }) => unread,
      () => 0,
    );
    known = { count, at: Date.now() };
  }
  return known.count;
}

const listeners = new Set<(unread: number) => void>();

function noteCount(unread: number): void {
  known = { count: Promise.resolve(unread), at: Date.now() };
  for (const listener of listeners) listener(unread);
}

/** Shows a new count in this tab, and in all others if something was read here. */
export function setInboxCount(unread: number, isRead: boolean): void {
  noteCount(unread);
  if (!isRead || !('BroadcastChannel' in window)) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(unread);
  channel.close();
}

/** Calls back when another tab has marked something as read. */
export function onReadElsewhere(listener: () => void): () => void {
  if (!('BroadcastChannel' in window)) return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'number') noteCount(data);
    listener();
  };
  return () => channel.close();
}

const NOTHING = () => undefined;

/** The number of unread items, kept up to date with this tab and the others. */
export function useInboxCount(): number {
  const [unread, setUnread] = useState(0);
  useEffect(() => {
    let isMounted = true;
    const show = (count: number) => isMounted && setUnread(count);
    const ask = () => void inboxCount().then(show);
    // A page that comes back from the back/forward cache has received no messages meanwhile.
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      known = undefined;
      ask();
    };
    ask();
    listeners.add(show);
    const stop = onReadElsewhere(NOTHING);
    window.addEventListener('pageshow', onReturn);
    return () => {
      isMounted = false;
      listeners.delete(show);
      stop();
      window.removeEventListener('pageshow', onReturn);
    };
  }, []);
  return unread;
}
