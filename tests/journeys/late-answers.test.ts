import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { createShelf, putOnShelf } from '#features/shelves/contract/shelves.ts';
import { frontpage } from '#features/stories/contract/stories.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import { buttonOf, mainOf, newAccount, openPage, remember } from './account-steps.ts';
import { fillFixtures, POPULAR_TAG } from './fixtures.ts';

/** Readers who press on before the answer to their last press has come. */

const site = await startSite({ fill: fillFixtures });
after(() => site.stop());
const { newReader } = await openBrowser(site);

/** Holds the calls to the API that a test chooses. */
async function hold(page: Page, isHeld: (url: URL) => boolean) {
  const held: Route[] = [];
  await page.route(
    (url) => url.pathname.startsWith('/api/') && isHeld(url),
    (route) => void held.push(route),
  );
  return held;
}

/** Lets held calls go, the newest first, and holds no more. */
async function letGo(page: Page, held: Route[]): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // The page has given up those of earlier presses.
  for (const route of held.reverse()) await route.continue().catch(() => undefined);
}

/** The addresses of a list's rows, in order. */
const rowsIn = (page: Page) =>
  mainOf(page)
    .locator('article a, li a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));

test('the last of several quick presses decides which list is shown, whichever answer comes last', async () => {
  const table = [
    { at: urls.tag(POPULAR_TAG), names: ['Top', 'New'], end: urls.tag(POPULAR_TAG, 'new') },
    { at: urls.home(), names: ['Top Rated', 'New'], end: urls.home('new') },
    { at: urls.home('new'), names: ['Page 2', 'Page 3'], end: urls.home('new', 3) },
    { at: urls.tags({ sort: 'popularity' }), names: ['Trending', 'Name'], end: urls.tags({ sort: 'name' }) },
    { at: urls.authors('top'), names: ['Trending', 'Top Rated'], end: urls.authors('top') },
  ];
  for (const { at, names, end } of table) {
    const fresh = await newReader();
    await openPage(fresh, end);
    const expected = await rowsIn(fresh.page);
    assert.ok(expected.length > 5, end);
    await fresh.leave();
    const reader = await newReader();
    const { page } = reader;
    await openPage(reader, at);
    const held = await hold(page, ({ pathname }) => !pathname.includes('/accounts'));
    for (const name of names) {
      const link = mainOf(page).getByRole('link', { name, exact: true }).first();
      await link.evaluate((element: HTMLElement) => element.click());
      await reader.untilPainted();
    }
    await letGo(page, held);
    await page.waitForURL(site.url + end);
    await page.waitForLoadState('networkidle');
    await reader.untilPainted();
    assert.deepEqual(await rowsIn(page), expected, `${at} to ${end}`);
    await reader.leave();
  }
});

test('another account in another tab leaves no rows of the first', async () => {
  const [ada, bea] = [await newAccount(site, 'ada-late'), await newAccount(site, 'bea-late')];
  const { stories } = await site.call(frontpage, { sort: 'trending' });
  const { id } = await site.call(createShelf, { title: 'Ada’s alone' }, ada.token);
  await site.call(putOnShelf, { id, story_id: String(stories[0]?.id) }, ada.token);
  const reader = await newReader();
  const { page, context } = reader;
  await remember(reader, site, ada);
  await openPage(reader, urls.shelves());
  await mainOf(page)
    .getByRole('link', { name: /^Ada’s alone/ })
    .waitFor();
  const held = await hold(page, ({ pathname }) => pathname === '/api/shelves');
  const other = await context.newPage();
  await other.goto(site.url + urls.tags());
  await remember({ ...reader, page: other }, site, bea);
  await untilEqual(async () => held.length > 0, true);
  await letGo(page, held);
  await buttonOf(page, 'New Shelf').waitFor();
  await page.waitForLoadState('networkidle');
  assert.equal(
    await mainOf(page)
      .getByRole('link', { name: /^Ada’s alone/ })
      .count(),
    0,
  );
  await reader.leave();
});
