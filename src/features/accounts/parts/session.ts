import { useSyncExternalStore } from 'react';
import type { DataOf } from '#base/contract.ts';
import { MINUTE_MILLISECONDS } from '#base/durations.ts';
import { callApi } from '#ui/api-client.ts';
import { readEntry, writeEntry } from '#ui/browser-storage.ts';
import {
  endSession,
  readStoredUser,
  readTokens,
  storeTokens,
  storeUser,
  subscribeToSession,
} from '#ui/session.ts';
import type { signUp } from '../contract/accounts.ts';
import { getProfile, signOut as signOutCall, type User } from '../contract/session.ts';

/** `unknown` on the server, during hydration, and while the browser holds tokens without a known user. */
export type Session =
  | { status: 'unknown'; user?: undefined }
  | { status: 'out'; user?: undefined }
  | { status: 'in'; user: User };

const UNKNOWN: Session = { status: 'unknown' };
const OUT: Session = { status: 'out' };

// Caches the object per text: a new object at each call would make React render endlessly.
let lastText: string | undefined;
let lastSession: Session = UNKNOWN;

/** The session as this browser has stored it. */
export function currentSession(): Session {
  if (readTokens() === undefined) return OUT;
  const text = readStoredUser();
  if (text !== lastText) {
    lastText = text;
    const user = parseUser(text);
    lastSession = user === undefined ? UNKNOWN : { status: 'in', user };
  }
  return lastSession;
}

/** Accepts a user only with a username. */
function parseUser(text: string): User | undefined {
  try {
    const user = JSON.parse(text) as User | null;
    return typeof user?.username === 'string' && user.username !== '' ? user : undefined;
  } catch {
    return undefined;
  }
}

/** The current session. Every page first renders as for a guest; personal parts follow once this is known. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, currentSession, () => UNKNOWN);
}

/** Whether what a guest hid and saved has joined the account; false until that has happened once in a session. */
export function haveListsJoined(): boolean {
  const id = currentSession().user?.id;
  return id !== undefined && readEntry('joined')?.split(' ')[0] === String(id);
}

const FRESH_LISTS_MILLISECONDS = 10 * MINUTE_MILLISECONDS;

/** Whether this browser has taken the account’s lists lately: another device may have changed them since. */
export function areListsFresh(): boolean {
  const [, time] = readEntry('joined')?.split(' ') ?? [];
  return haveListsJoined() && Date.now() - Number(time ?? 0) < FRESH_LISTS_MILLISECONDS;
}

/** Notes that a guest’s lists have joined the account, and when; the end of the session removes the note. */
export function rememberListsJoined(accountId: number): void {
  writeEntry('joined', `${accountId} ${Date.now()}`);
}

/** Whether a pen name, such as a story's `author_id`, is one of the visitor's; false for a guest. */
export function isOwnPenName(user: User | undefined, penNameId: number): boolean {
  if (user === undefined) return false;
  // An older client stored the user without the list.
  const { account_id, id, pen_name_ids = [] }: Partial<User> = user;
  return penNameId === (account_id ?? id) || pen_name_ids.includes(penNameId);
}

/** Stores the answer of signing in or up; false when it holds no valid user. */
export function storeSession({ user, token, refreshToken }: Partial<DataOf<typeof signUp>>): boolean {
  if (typeof user?.username !== 'string' || user.username === '' || !token || !refreshToken) return false;
  storeUser(user);
  storeTokens({ token, refreshToken });
  return true;
}

/** Stores the user that the server returned. */
export function rememberUser(user: User): void {
  storeUser(user);
}

/** Signs out here and in all tabs at once. The request to the server follows, and its failure changes nothing. */
export async function signOut(): Promise<void> {
  const refreshToken = readTokens()?.refreshToken;
  endSession();
  if (refreshToken === undefined) return;
  await callApi(signOutCall, { refreshToken }, { keepalive: true }).catch(() => undefined);
}

/** The session as soon as it is known: before that, a click cannot be treated as a guest's. */
export function whenSessionKnown(): Promise<Session> {
  const { promise, resolve } = Promise.withResolvers<Session>();
  const check = () => {
    const session = currentSession();
    if (session.status !== 'unknown') resolve(session);
  };
  const stop = subscribeToSession(check);
  check();
  void promise.then(stop);
  return promise;
}

/** Fetches the signed-in user again; the saved one stays if the request fails. */
export async function refreshUser(): Promise<void> {
  if (readTokens() === undefined) return;
  try {
    const user = await callApi(getProfile, {});
    // A user who signed out meanwhile must not reappear, nor take the place of the next one.
    const known = currentSession().user ?? user;
    if (readTokens() !== undefined && known.id === user.id) rememberUser(user);
  } catch {
    // The transport has already forgotten an ended session; other failures are temporary.
  }
}
