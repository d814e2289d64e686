import { writeEntry } from './browser-storage.ts';

/**
 * Records of bytes in this browser's database, in which a change is made whole or not at all. The only file that touches
 * the database and its caches from a page (browser-storage.ts declares the key that makes the records readable). Plain
 * IndexedDB, because five functions need no library. Quick exit deletes the database by its name (boot.ts).
 */
const NAME = 'kept';
const STORE = 'records';

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      const forget = () => {
        opened = undefined;
      };
      // Another tab deletes the database, and waits for this one.
      database.onversionchange = () => {
        database.close();
        forget();
      };
      database.onclose = forget;
      resolve(database);
    };
  }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

export async function readRecord(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const request = database.transaction(STORE).objectStore(STORE).get(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Throws a QuotaExceededError, and changes nothing, when the browser has no room. */
export async function changeRecords(
  put: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  remove: readonly string[] = [],
): Promise<void> {
  const database = await open();
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction(STORE, 'readwrite');
    const store = transaction.objectStore(STORE);
    for (const name of remove) store.delete(name);
    for (const [name, bytes] of put) store.put(bytes, name);
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the change was aborted'));
  });
}

export async function deleteRecords(): Promise<void> {
  (await opened?.catch(() => undefined))?.close();
  opened = undefined;
  await new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(NAME);
    // A tab that holds it open lets go a moment later; nobody has to wait for that.
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  });
}

/** Deletes all that the service worker has stored. */
export async function deleteCaches(): Promise<void> {
  for (const name of await window.caches.keys()) await window.caches.delete(name);
}

/** Whether this browser can keep anything: some have no database or worker in private windows, or without HTTPS. */
export function canKeepRecords(): boolean {
  try {
    return (
      'serviceWorker' in navigator &&
      'caches' in window &&
      crypto.subtle !== undefined &&
      indexedDB !== null &&
      // Removing an entry that never exists shows whether the browser stores any.
      writeEntry('writing:', undefined)
    );
  } catch {
    return false;
  }
}
