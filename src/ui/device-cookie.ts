import { useSyncExternalStore } from 'react';
import { cookieValue } from '#base/cookies.ts';

/** A cookie that script writes and the server reads, so that the first HTML of the next page is right. */
export interface DeviceCookie {
  /** The value, empty without the cookie. */
  read: () => string;
  /** Stores a value; an empty one removes the cookie. */
  store: (value: string) => void;
  /** Tells the page that the server has changed the cookie. */
  announce: () => void;
  /** The value in a page; until script has taken over it is the one that the server saw. */
  useValue: (onServer: string) => string;
}

export function deviceCookie(name: string, maxAgeSeconds: number): DeviceCookie {
  const listeners = new Set<() => void>();
  const read = () => cookieValue(document.cookie, name) ?? '';
  function announce(): void {
    for (const listener of listeners) listener();
  }
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
  return {
    read,
    announce,
    store(value) {
      const age = value === '' ? 0 : maxAgeSeconds;
      const secure = window.location.protocol === 'https:' ? '; Secure' : '';
      // biome-ignore lint/suspicious/noDocumentCookie: the other way to set one is not in every browser yet
      document.cookie = `${name}=${value}; Max-Age=${age}; Path=/; SameSite=Lax${secure}`;
      announce();
    },
    useValue: (onServer) => useSyncExternalStore(subscribe, read, () => onServer),
  };
}
