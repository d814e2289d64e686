import { announceSessionEnd, readEntry, writeEntry } from './browser-storage.ts';

/**
 * What the browser keeps of being signed in. In localStorage, so all tabs share it: signing out in one is signing
 * out in all. Where storage is blocked it lasts as long as the page.
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
function plain(text: string): string {
  return text.trim().replace(/^["']+|(?<!["'])["']+$/g, '');
}

/** Both tokens, or none: with one of them missing nobody is signed in. */
export function readTokens(): Tokens | undefined {
  const token = plain(read(TOKEN));
  const refreshToken = plain(read(REFRESH_TOKEN));
  return token === '' || refreshToken === '' ? undefined : { token, refreshToken };
}

/** The saved user as it was stored; whether it is one is for the reader to judge. */
export function readStoredUser(): string {
  return read(USER);
}

const listeners = new Set<() => void>();

function tellAll(): void {
  for (const listener of listeners) listener();
}

export function storeTokens({ token, refreshToken }: Tokens): void {
  write(REFRESH_TOKEN, refreshToken);
  write(TOKEN, token);
  tellAll();
}

export function storeUser(user: object): void {
  write(USER, JSON.stringify(user));
  tellAll();
}

/**
 * The end of the session in this browser, however it came: signing out, an account that is deleted, or a server that
 * knows the session no more. What was read in it goes with it (boot.ts).
 */
export function forgetSession(): void {
  for (const entry of [TOKEN, REFRESH_TOKEN, USER] as const) write(entry, undefined);
  announceSessionEnd();
  tellAll();
}

/** Tells of every change, also of those made in other tabs. */
export function subscribeToSession(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // A key of null: everything was cleared.
    if (event.key === null || event.key === TOKEN || event.key === REFRESH_TOKEN || event.key === USER)
      listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  // A page that the browser had put aside as it was has heard of nothing meanwhile.
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
export function renewalUnderWay(): Promise<Renewal> | undefined {
  return renewing;
}

/**
 * Replaces the tokens once, however many ask: requests of this tab share one renewal, tabs take turns by a lock,
 * and who finds the stale token already replaced has nothing left to do. Only a clear refusal ends the session;
 * a site that can't be reached does not.
 */
export function renewTokens(staleToken: string): Promise<Renewal> {
  renewing ??= inTurn(() => renew(staleToken)).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

function inTurn(work: () => Promise<Renewal>): Promise<Renewal> {
  // Not there on an insecure origin.
  if (!('locks' in navigator)) return work();
  return navigator.locks.request('nightstand-session', work);
}

async function renew(staleToken: string): Promise<Renewal> {
  const before = readTokens();
  if (before === undefined) {
    forgetSession();
    return 'ended';
  }
  if (before.token !== staleToken) return 'renewed';
  let status: number;
  let successor: Tokens | undefined;
  try {
    const response = await fetch('/api/auth/refresh', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken: before.refreshToken }),
    });
    status = response.status;
    const body = (await response.json()) as { data?: Tokens };
    successor = response.ok ? body.data : undefined;
  } catch {
    return 'unreachable';
  }
  const now = readTokens();
  // Meanwhile signed out, or in as somebody else: that counts, not what was asked for before it.
  if (now?.refreshToken !== before.refreshToken) return now === undefined ? 'ended' : 'renewed';
  if (successor !== undefined) {
    storeTokens(successor);
    return 'renewed';
  }
  if (status === 429 || status >= 500) return 'unreachable';
  forgetSession();
  return 'ended';
}
