import { useSyncExternalStore } from 'react';
import type { DataOf } from '#base/contract.ts';
import { callApi } from '#ui/api-client.ts';
import {
  forgetSession,
  readStoredUser,
  readTokens,
  storeTokens,
  storeUser,
  subscribeToSession,
} from '#ui/session.ts';
import { type signIn, signOut as signOutCall, type User } from '../contract/accounts.ts';

/** `unknown` on the server, during hydration, and while there are tokens but nobody knows yet whose. */
export type Session =
  | { status: 'unknown'; user?: undefined }
  | { status: 'out'; user?: undefined }
  | { status: 'in'; user: User };

const UNKNOWN: Session = { status: 'unknown' };
const OUT: Session = { status: 'out' };

// The same object for the same text, or React would render without end.
let lastText: string | undefined;
let lastSession: Session = UNKNOWN;

/** Who is signed in, as this browser has it stored. */
export function currentSession(): Session {
  if (readTokens() === undefined) return OUT;
  const text = readStoredUser();
  if (text !== lastText) {
    lastText = text;
    const user = userIn(text);
    lastSession = user === undefined ? UNKNOWN : { status: 'in', user };
  }
  return lastSession;
}

/** A user is one only with a name. */
function userIn(text: string): User | undefined {
  try {
    const user = JSON.parse(text) as User | null;
    return typeof user?.username === 'string' && user.username !== '' ? user : undefined;
  } catch {
    return undefined;
  }
}

/** Who is signed in. Every page is first shown as to a stranger; what is personal follows when this is known. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, currentSession, () => UNKNOWN);
}

/** Takes over what signing in or up answered; false when it holds no valid user. */
export function beginSession({ user, token, refreshToken }: Partial<DataOf<typeof signIn>>): boolean {
  if (typeof user?.username !== 'string' || user.username === '' || !token || !refreshToken) return false;
  storeUser(user);
  storeTokens({ token, refreshToken });
  return true;
}

/** Keeps what the server answered about oneself. */
export function rememberUser(user: User): void {
  storeUser(user);
}

/** Signs out here and in all tabs at once; the server is told, and a server that can't be reached holds nobody up. */
export async function signOut(): Promise<void> {
  const refreshToken = readTokens()?.refreshToken;
  forgetSession();
  if (refreshToken === undefined) return;
  await callApi(signOutCall, { refreshToken }, { keepalive: true }).catch(() => undefined);
}

/** The session as soon as it is known: before that, a press can’t be told to be a guest’s. */
export function knownSession(): Promise<Session> {
  const { promise, resolve } = Promise.withResolvers<Session>();
  const look = () => {
    const session = currentSession();
    if (session.status !== 'unknown') resolve(session);
  };
  const stop = subscribeToSession(look);
  look();
  void promise.then(stop);
  return promise;
}
