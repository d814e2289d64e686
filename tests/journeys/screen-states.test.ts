import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { allAddresses, followLink, onePerScreen } from './addresses.ts';
import { fillFixtures } from './fixtures.ts';

const site = await startSite({ fill: fillFixtures });
after(() => site.stop());
const { newReader } = await openBrowser(site);
const screens = onePerScreen(await allAddresses(site)).filter(
  ({ kind, status }) => kind === 'screen' && status === 200,
);

const title = (page: Page) => page.getByRole('heading', { level: 1 });

const withoutList = new Set([urls.search(), urls.login(), urls.register()]);

/** The screens that make requests, and their headings; all of their code is loaded by the end. */
async function screensWithRequests(reader: Reader): Promise<{ path: string; name: string }[]> {
  const { page } = reader;
  const result: { path: string; name: string }[] = [];
  await reader.open(urls.guidelines());
  await reader.untilHydrated();
  for (const { path } of screens) {
    if (path === urls.guidelines()) continue;
    const former = await title(page).elementHandle();
    let requests = 0;
    const count = (request: { url(): string; method(): string }) => {
      if (request.url().includes('/api/') && request.method() === 'GET') requests += 1;
    };
    page.on('request', count);
    await followLink(page, path);
    await page.waitForURL(site.url + path);
    // The address changes before the page does.
    await page.waitForFunction((heading) => heading?.isConnected === false, former);
    page.off('request', count);
    // A form, or an empty search, has no loading state.
    if (requests > 0 && !withoutList.has(path))
      result.push({ path, name: (await title(page).textContent()) ?? '' });
  }
  return result;
}

const failing = (route: Route) =>
  route.fulfill({
    status: 500,
    contentType: 'application/json',
    body: JSON.stringify({ success: false, error: { code: 'internal', message: 'A bug' } }),
  });
const cut = (route: Route) => route.abort('internetdisconnected');

for (const [theme, width, state, answer] of [
  ['lamp', 390, 'the server fails', failing],
  ['paper', 1280, 'the line is cut', cut],
] as const) {
  test(`in ${theme} at ${width} pixels every screen says what is loading, that ${state}, and how to continue`, async () => {
    const reader = await newReader({ theme, width });
    const { page, context } = reader;
    const requesting = await screensWithRequests(reader);
    assert.ok(requesting.length >= 8, `${requesting.length} screens ask for something`);
    const checked = new Set<string>();
    /** Each state looks the same on every screen, so one screen of them is checked for barriers. */
    const checkOnce = async (state: string) => {
      if (checked.has(state)) return;
      checked.add(state);
      assert.deepEqual(await reader.violations(), [], state);
    };
    // One route handler serves the whole visit, because a request might slip through between two.
    let blocked: Promise<void> | undefined;
    await context.route('**/api/**', async (route) => {
      if (blocked === undefined) return route.continue();
      await blocked;
      await answer(route);
    });
    for (const { path, name } of requesting) {
      await followLink(page, urls.guidelines());
      await page.waitForURL(site.url + urls.guidelines());
      const { promise, resolve: release } = Promise.withResolvers<void>();
      blocked = promise;
      await followLink(page, path);
      await page.getByText('Loading the page').waitFor({ state: 'attached' });
      await checkOnce('loading');
      release();
      const again = page.getByRole('button', { name: 'Try again' });
      await again.waitFor();
      assert.equal(page.url(), site.url + path, 'the address stays, to be tried again');
      assert.match((await title(page).textContent()) ?? '', /^Failed to load /, `${path}, ${state}`);
      await checkOnce(state);
      blocked = undefined;
      await again.press('Enter');
      // The retry loads the page again, and links are handled by script once it has loaded.
      await title(page).getByText(name, { exact: true }).waitFor();
      await reader.untilHydrated();
    }
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await reader.leave();
  });
}
