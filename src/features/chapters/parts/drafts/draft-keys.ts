import { callApi } from '#ui/api-client.ts';
import { subscribeToClearedHistory } from '#ui/browser-storage.ts';
import { readTokens } from '#ui/session.ts';
import { fromBase64 } from '../../components/drafts/encrypted-text.ts';
import { getDraftKey } from '../../contract/chapters.ts';

/**
 * The keys that encrypt drafts, by account. Only this page's memory holds them: when the session ends, here or in another
 * tab, they are dropped, and the drafts stay unreadable until their author signs in again.
 */
const keys = new Map<number, Uint8Array>();
const pendingRequests = new Map<number, Promise<Uint8Array | undefined>>();
const beforeKeysDropped = new Set<() => void>();

export function cachedKeyOf(accountId: number): Uint8Array | undefined {
  return keys.get(accountId);
}

/** Fetches the key of the account if it is signed in; undefined when the key cannot be had now. */
export function fetchKeyOf(accountId: number): Promise<Uint8Array | undefined> {
  const cached = keys.get(accountId);
  if (cached !== undefined) return Promise.resolve(cached);
  const pending = pendingRequests.get(accountId);
  if (pending !== undefined) return pending;
  const request = requestKey(accountId).finally(() => pendingRequests.delete(accountId));
  pendingRequests.set(accountId, request);
  return request;
}

async function requestKey(accountId: number): Promise<Uint8Array | undefined> {
  followSession();
  try {
    const { account_id, key } = await callApi(getDraftKey, {});
    // Meanwhile another tab signed out or signed in with another account.
    if (account_id !== accountId || readTokens() === undefined) return undefined;
    keys.set(accountId, fromBase64(key));
    return keys.get(accountId);
  } catch {
    return undefined;
  }
}

/** Registers a callback that saves pending changes just before the keys are dropped. */
export function onBeforeKeysDropped(saveNow: () => void): () => void {
  beforeKeysDropped.add(saveNow);
  return () => beforeKeysDropped.delete(saveNow);
}

let isFollowing = false;

function followSession(): void {
  if (isFollowing) return;
  isFollowing = true;
  subscribeToClearedHistory(() => {
    if (document.documentElement.dataset.leaving !== undefined) return;
    for (const saveNow of beforeKeysDropped) saveNow();
    keys.clear();
  });
}
