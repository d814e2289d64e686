import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** All storage of the site in the browser. */
export interface Kept {
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

export async function keptIn(page: Page): Promise<Kept> {
  const cookies = await page.context().cookies();
  const kept = await page.evaluate(async () => ({
    local: { ...localStorage } as Record<string, string>,
    session: { ...sessionStorage } as Record<string, string>,
    databases: (await indexedDB.databases()).map(({ name }) => name ?? ''),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    state: JSON.stringify(history.state),
    scrollY,
  }));
  return { ...kept, cookies: cookies.map(({ name, value }) => `${name}=${value}`) };
}

/**
 * Entries that may remain after the end of a session or a reader's exit: settings of the device, and
 * encrypted text.
 */
const STAYS = /^(?:contentWarningAccepted|theme|readingLook|keepPlaces|discreet|writing:[0-9a-z]+)$/;

/** Fails if any entry tells what was read or written at this browser, or by whom. */
export function assertTellsNothing(kept: Kept, words: readonly string[], when: string): void {
  assert.deepEqual(
    Object.keys(kept.local).filter((key) => !STAYS.test(key)),
    [],
    when,
  );
  for (const [key, text] of Object.entries(kept.local))
    if (key.startsWith('writing:')) assert.match(text, /^[A-Za-z0-9+/]+=*$/, `${when}: ${key} can be read`);
  const { tabReader = 'guest', tabForgot = '1', scrollPlaces, ...others } = kept.session;
  assert.deepEqual(
    { tabReader, tabForgot, others },
    { tabReader: 'guest', tabForgot: '1', others: {} },
    when,
  );
  assert.ok(scrollPlaces === undefined || scrollPlaces === '[]', `${when}: ${scrollPlaces}`);
  assert.deepEqual([kept.cookies, kept.databases, kept.caches, kept.workers], [[], [], [], 0], when);
  for (const word of words) assert.ok(!JSON.stringify(kept).includes(word), `${when}: ${word} is kept`);
}
