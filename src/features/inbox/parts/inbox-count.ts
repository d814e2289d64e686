import { useEffect, useState } from 'react';
import { accountCount } from '#features/accounts/parts/account-count.ts';
import { callApi } from '#ui/api-client.ts';
import { countInbox } from '../contract.ts';

/** Carries the number of unread items to the other tabs, and nothing else. */
const CHANNEL = 'nightstand-inbox';

const count = accountCount(async () => (await callApi(countInbox, {})).unread, 0);
const listeners = new Set<(unread: number) => void>();

function noteCount(unread: number): void {
  count.set(unread);
  for (const listener of listeners) listener(unread);
}

/** Shows a new count in this tab, and in all others if something was read here. */
export function setInboxCount(unread: number, isRead: boolean): void {
  noteCount(unread);
  if (!isRead) return;
  const channel = openChannel();
  channel?.postMessage(unread);
  channel?.close();
}

/** The channel to the other tabs. Firefox refuses one where its user has blocked the storage of the site. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return undefined;
  }
}

/** Calls back when another tab has marked something as read. */
export function onReadElsewhere(listener: () => void): () => void {
  const channel = openChannel();
  if (channel === undefined) return () => undefined;
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
    const show = (shown: number) => isMounted && setUnread(shown);
    const ask = () => void count.read().then(show);
    // A page that comes back from the back/forward cache has received no messages meanwhile.
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      count.forget();
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
