import { callApi } from '#ui/api-client.ts';
import { subscribeToClearedHistory } from '#ui/browser-storage.ts';
import { readTokens } from '#ui/session.ts';
import { fromBase64 } from '../../components/drafts/encrypted-text.ts';
import { getDraftKey } from '../../contract.ts';

/**
 * The keys that seal drafts, by account. Only this page's memory holds them: when the session ends, here or in another
 * tab, they are dropped, and the drafts stay unreadable until their author signs in again.
 */
const keys = new Map<number, Uint8Array>();
const underWay = new Map<number, Promise<Uint8Array | undefined>>();
const lastWords = new Set<() => void>();

export function knownKeyOf(accountId: number): Uint8Array | undefined {
  return keys.get(accountId);
}

/** Fetches the key of the account if it is signed in; undefined when the key cannot be had now. */
export function fetchKeyOf(accountId: number): Promise<Uint8Array | undefined> {
  const known = keys.get(accountId);
  if (known !== undefined) return Promise.resolve(known);
  const running = underWay.get(accountId);
  if (running !== undefined) return running;
  const asked = ask(accountId).finally(() => underWay.delete(accountId));
  underWay.set(accountId, asked);
  return asked;
}

async function ask(accountId: number): Promise<Uint8Array | undefined> {
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
export function beforeKeysGo(keepNow: () => void): () => void {
  lastWords.add(keepNow);
  return () => lastWords.delete(keepNow);
}

let isFollowing = false;

function followSession(): void {
  if (isFollowing) return;
  isFollowing = true;
  subscribeToClearedHistory(() => {
    if (document.documentElement.dataset.leaving !== undefined) return;
    for (const keepNow of lastWords) keepNow();
    keys.clear();
  });
}
