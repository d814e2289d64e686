import { readEntry, subscribeToClearedHistory, writeEntry } from '#ui/browser-storage.ts';
import { changeRecords, deleteRecords, readRecord } from '#ui/device-records.ts';
import { type KeptIndex, type KeptText, NOTHING_KEPT, withoutExpired } from '../rules.ts';

/**
 * The kept stories of this browser. Every record is encrypted, the list of titles too, and has a name by chance. The key is
 * an entry that counts as a trace, because only such an entry can be removed before a page is left: Quick exit and the end
 * of a session remove it at once, and with it every text.
 */
const KEY = 'keptKey';
const INDEX = 'index';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Undefined while nothing is kept, or no longer readable. */
async function storedKey(): Promise<CryptoKey | undefined> {
  const stored = readEntry(KEY);
  if (stored === null) return undefined;
  return crypto.subtle.importKey('raw', fromBase64(stored), 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** Records of an earlier key are of no use to anybody. */
async function newKey(signal: AbortSignal | undefined): Promise<CryptoKey | undefined> {
  await deleteRecords();
  signal?.throwIfAborted();
  return writeEntry(KEY, toBase64(crypto.getRandomValues(new Uint8Array(KEY_BYTES))))
    ? storedKey()
    : undefined;
}

async function encrypt(key: CryptoKey, value: unknown): Promise<Uint8Array<ArrayBuffer>> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const text = new TextEncoder().encode(JSON.stringify(value));
  const encrypted = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text));
  const bytes = new Uint8Array(NONCE_BYTES + encrypted.length);
  bytes.set(iv);
  bytes.set(encrypted, NONCE_BYTES);
  return bytes;
}

/** Undefined for a record that is missing, damaged, or of another key. */
async function decrypt<Value>(key: CryptoKey, name: string): Promise<Value | undefined> {
  const bytes = await readRecord(name);
  if (bytes === undefined) return undefined;
  const iv = bytes.subarray(0, NONCE_BYTES);
  try {
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes.subarray(NONCE_BYTES));
    return JSON.parse(new TextDecoder().decode(text)) as Value;
  } catch {
    return undefined;
  }
}

/** All that is kept and not due to be deleted. */
export async function readIndex(now = Date.now()): Promise<KeptIndex> {
  const key = await storedKey();
  const index = key === undefined ? undefined : await decrypt<KeptIndex>(key, INDEX);
  return withoutExpired(index ?? NOTHING_KEPT, now).index;
}

/** The texts of one part of a story. */
export async function readTexts(record: string): Promise<KeptText[] | undefined> {
  const key = await storedKey();
  return key === undefined ? undefined : decrypt<KeptText[]>(key, record);
}

interface Change {
  index: KeptIndex;
  /** The records that the change makes superfluous. */
  records?: string[];
  /** The texts of a new story, by the names of their records. */
  texts?: ReadonlyMap<string, KeptText[]>;
}

/**
 * Changes what is kept, one tab at a time, in one transaction: a story is kept as a whole or not at all. What is due is
 * deleted on the way, and the key with the last story. Nothing changes after the signal.
 */
export function changeKept(change: (index: KeptIndex) => Change, signal?: AbortSignal): Promise<KeptIndex> {
  return navigator.locks.request('nightstand-kept', async () => {
    signal?.throwIfAborted();
    const key = (await storedKey()) ?? (await newKey(signal));
    if (key === undefined) throw new Error('the browser stores no key');
    const stored = (await decrypt<KeptIndex>(key, INDEX)) ?? NOTHING_KEPT;
    const expired = withoutExpired(stored, Date.now());
    const { index, records = [], texts = new Map() } = change(expired.index);
    if (index.stories.length === 0 && index.gone.length === 0) {
      writeEntry(KEY, undefined);
      await deleteRecords();
      return { ...NOTHING_KEPT, days: index.days };
    }
    const put = new Map([[INDEX, await encrypt(key, index)]]);
    for (const [name, value] of texts) put.set(name, await encrypt(key, value));
    await changeRecords(put, [...expired.records, ...records]);
    // Quick exit or the end of the session may have removed the key meanwhile; then this goes, too.
    if (readEntry(KEY) === null) await deleteRecords();
    return index;
  });
}

/**
 * Aborts work under way, and throws, when Quick exit or the end of a session clears this browser: what the work has fetched,
 * or knows of the stories kept before, must not be kept again for the next person.
 */
export async function abortWhenCleared<Result>(
  controller: AbortController,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  let isCleared = false;
  const unsubscribe = subscribeToClearedHistory(() => {
    isCleared = true;
    controller.abort();
  });
  try {
    const result = await work(controller.signal);
    if (isCleared) controller.signal.throwIfAborted();
    return result;
  } finally {
    unsubscribe();
  }
}

export function isAnythingKept(): boolean {
  return readEntry(KEY) !== null;
}
