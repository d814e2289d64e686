import { announceSessionEnd, readEntry, writeEntry } from './browser-storage.ts';

/**
 * The session in the browser's storage. All tabs share localStorage, so signing out in one signs out in all. If storage
 * is blocked, the session lasts as long as the page.
 */
const TOKEN = 'token';
const REFRESH_TOKEN = 'refreshToken';
const USER = 'userData';

type SessionEntry = typeof TOKEN | typeof REFRESH_TOKEN | typeof USER;

export interface Tokens {
  token: string;
  refreshToken: string;
}

const fallback = new Map<SessionEntry, string>();

function read(entry: SessionEntry): string {
  return readEntry(entry) ?? fallback.get(entry) ?? '';
}

function write(entry: SessionEntry, text: string | undefined): void {
  const isStored = writeEntry(entry, text);
  if (isStored || text === undefined) fallback.delete(entry);
  else fallback.set(entry, text);
}

/** Older and other clients stored tokens as JSON strings, or with a line end. */
function withoutQuotes(text: string): string {
  return text.trim().replace(/^["']+|(?<!["'])["']+$/g, '');
}

/** Both tokens, or undefined: with one missing nobody is signed in. */
export function readTokens(): Tokens | undefined {
  const token = withoutQuotes(read(TOKEN));
  const refreshToken = withoutQuotes(read(REFRESH_TOKEN));
  return token === '' || refreshToken === '' ? undefined : { token, refreshToken };
}

/** The saved user as stored; the caller must validate it. */
export function readStoredUser(): string {
  return read(USER);
}

const listeners = new Set<() => void>();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

export function storeTokens({ token, refreshToken }: Tokens): void {
  write(REFRESH_TOKEN, refreshToken);
  write(TOKEN, token);
  notifyListeners();
}

export function storeUser(user: object): void {
  write(USER, JSON.stringify(user));
  notifyListeners();
}

/**
 * Ends the session in this browser, after signing out, deleting the account, or the server's rejection of the session.
 * The reading history in it is removed as well (boot.ts).
 */
export function endSession(): void {
  for (const entry of [TOKEN, REFRESH_TOKEN, USER] as const) write(entry, undefined);
  writeEntry('joined', undefined);
  announceSessionEnd();
  notifyListeners();
}

/** Ends a session whose refresh token is missing. Storing writes that one first, so that no other tab sees it missing. */
export function endIncompleteSession(): void {
  if (withoutQuotes(read(TOKEN)) !== '' && withoutQuotes(read(REFRESH_TOKEN)) === '') endSession();
}

/** Notifies of every change, including those made in other tabs. */
export function subscribeToSession(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // A null key means that everything was cleared.
    if (event.key === null || event.key === TOKEN || event.key === REFRESH_TOKEN || event.key === USER)
      listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  // A page in the back/forward cache has received no events meanwhile.
  window.addEventListener('pageshow', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', listener);
  };
}

export type Renewal = 'renewed' | 'ended' | 'unreachable';

let renewing: Promise<Renewal> | undefined;

/** The renewal under way, if any: a request that would start now waits for it. */
export function pendingRenewal(): Promise<Renewal> | undefined {
  return renewing;
}

/**
 * Replaces the tokens once for all concurrent callers: requests of this tab share one renewal, tabs take turns by a
 * lock, and a caller that finds the stale token already replaced is done. Only a clear refusal ends the session; an
 * unreachable site does not.
 */
export function renewTokens(staleToken: string): Promise<Renewal> {
  renewing ??= withLock(() => renew(staleToken)).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

async function withLock(work: () => Promise<Renewal>): Promise<Renewal> {
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return work();
  };
  try {
    return await navigator.locks.request('nightstand-session', begin);
  } catch (error) {
    // An insecure origin has no locks, and Firefox refuses them where its user has blocked the storage of the site. A
    // second try of the work itself would use up a token twice.
    if (hasBegun) throw error;
    return work();
  }
}

async function renew(staleToken: string): Promise<Renewal> {
  const before = readTokens();
  if (before === undefined) {
    endSession();
    return 'ended';
  }
  if (before.token !== staleToken) return 'renewed';
  let status: number;
  let newTokens: Tokens | undefined;
  try {
    const response = await fetch('/api/auth/refresh', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken: before.refreshToken }),
    });
    status = response.status;
    const body = (await response.json()) as { data?: Tokens };
    newTokens = response.ok ? body.data : undefined;
  } catch {
    return 'unreachable';
  }
  const now = readTokens();
  // A sign-out or another sign-in happened meanwhile; it takes precedence over this request.
  if (now?.refreshToken !== before.refreshToken) return now === undefined ? 'ended' : 'renewed';
  if (newTokens !== undefined) {
    storeTokens(newTokens);
    return 'renewed';
  }
  if (status === 429 || status >= 500) return 'unreachable';
  endSession();
  return 'ended';
}
