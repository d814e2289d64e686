import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** All storage of the site in the browser. */
export interface StoredState {
  local: Record<string, string>;
  session: Record<string, string>;
  cookies: string[];
  databases: string[];
  caches: string[];
  workers: number;
  /** The state of the present entry of the tab's history. */
  state: string;
  scrollY: number;
}

export async function readStorage(page: Page): Promise<StoredState> {
  const cookies = await page.context().cookies();
  const stored = await page.evaluate(async () => ({
    local: { ...localStorage } as Record<string, string>,
    session: { ...sessionStorage } as Record<string, string>,
    databases: (await indexedDB.databases()).map(({ name }) => name ?? ''),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    state: JSON.stringify(history.state),
    scrollY,
  }));
  return { ...stored, cookies: cookies.map(({ name, value }) => `${name}=${value}`) };
}

/**
 * Entries that may remain after the end of a session or a reader's exit: settings of the device, and
 * encrypted text.
 */
const PERMANENT_KEYS =
  /^(?:contentWarningAccepted|theme|readingLook|writingLook|keepPlaces|listCovers|comments|discreet|writing:[0-9a-z]+)$/;

/** Fails if any entry tells what was read or written at this browser, or by whom. */
export function assertNoHistory(stored: StoredState, words: readonly string[], when: string): void {
  assert.deepEqual(
    Object.keys(stored.local).filter((key) => !PERMANENT_KEYS.test(key)),
    [],
    when,
  );
  for (const [key, text] of Object.entries(stored.local))
    if (key.startsWith('writing:')) assert.match(text, /^[A-Za-z0-9+/]+=*$/, `${when}: ${key} can be read`);
  const { tabReader = 'guest', tabForgot = '1', scrollPlaces, ...others } = stored.session;
  assert.deepEqual(
    { tabReader, tabForgot, others },
    { tabReader: 'guest', tabForgot: '1', others: {} },
    when,
  );
  assert.ok(scrollPlaces === undefined || scrollPlaces === '[]', `${when}: ${scrollPlaces}`);
  assert.deepEqual([stored.cookies, stored.databases, stored.caches, stored.workers], [[], [], [], 0], when);
  for (const word of words) assert.ok(!JSON.stringify(stored).includes(word), `${when}: ${word} is kept`);
}
