import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator, Route } from 'playwright-core';
import { listChapters } from '#features/chapters/contract/chapters.ts';
import { frontpage, type Story } from '#features/stories/contract/stories.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { fileUrls, urls } from '#urls.ts';
import { barOf, buttonOf, heading, mainOf, openPage } from './account-steps.ts';
import { fillFixtures } from './fixtures.ts';
import { problemsInBothLooks } from './viewports.ts';

/** Reading on a train: the network goes while a page is open, and comes back. */

const site = await startSite({ fill: fillFixtures });
after(() => site.stop());
const { newReader } = await openBrowser(site);
const { stories } = await site.call(frontpage, { limit: 18 });
const [first] = stories as [Story];
const { chapters } = await site.call(listChapters, { id: first.slug });

/** The API calls behind the page of the second chapter. */
const nextChapterPaths = ['', '/chapters', `/chapters/${chapters[1]?.id}`].map(
  (path) => `/api/stories/${first.slug}${path}`,
);

const UNREACHABLE = 'The site can’t be reached';

test('a page asked for without a network opens by itself later, and Back leads to the page before', async () => {
  const reader = await newReader();
  const { page, context } = reader;
  await openPage(reader, urls.tags());
  await context.setOffline(true);
  await barOf(page).getByRole('link', { name: 'Authors' }).click();
  await heading(page, UNREACHABLE).waitFor();
  assert.equal(new URL(page.url()).pathname, urls.authors());
  assert.deepEqual(await problemsInBothLooks(reader), []);
  const asked = page.waitForRequest(site.url + fileUrls.robots());
  await buttonOf(page, 'Try again').click();
  await asked;
  await heading(page, UNREACHABLE).waitFor();
  await buttonOf(page, 'Back').click();
  await heading(page, 'Browse Tags').waitFor();
  await page.goForward();
  await heading(page, UNREACHABLE).waitFor();
  await context.setOffline(false);
  await heading(page, 'Authors').waitFor();
  assert.equal(new URL(page.url()).pathname, urls.authors());
  await reader.leave();
});

test('a page whose data alone is out of reach says what failed, and opens later', async () => {
  const reader = await newReader();
  const { page, context } = reader;
  await openPage(reader, urls.tags());
  await barOf(page).getByRole('link', { name: 'Authors' }).click();
  await heading(page, 'Authors').waitFor();
  await context.setOffline(true);
  await mainOf(page).getByRole('link', { name: 'Top Rated', exact: true }).click();
  await heading(page, 'Failed to load authors').waitFor();
  await mainOf(page).getByText('You seem to be without a network.').waitFor();
  await context.setOffline(false);
  await heading(page, 'Authors').waitFor();
  await page.route('**/api/authors?*', (route) => route.abort());
  await mainOf(page).getByRole('link', { name: 'Trending', exact: true }).click();
  await heading(page, 'Failed to load authors').waitFor();
  await mainOf(page).getByText('It is our fault').waitFor();
  await reader.leave();
});

test('without a network a chapter stays, and so do its buttons', async () => {
  const reader = await newReader();
  const { page, context } = reader;
  await openPage(reader, urls.chapter(first.slug, chapters[0]?.id ?? 0));
  const text = await page.locator('.chapter-prose').textContent();
  await context.setOffline(true);
  await buttonOf(page, 'Reading settings').click();
  await page
    .getByRole('alert')
    .getByText('That could not be loaded. Please try again in a moment.')
    .waitFor();
  assert.equal(await page.locator('.chapter-prose').textContent(), text);
  await context.setOffline(false);
  await buttonOf(page, 'Reading settings').click();
  await page.getByRole('dialog', { name: 'Reading settings' }).waitFor();
  await reader.leave();
});

test('the next chapter, fetched ahead long ago, opens without a network', async () => {
  const reader = await newReader();
  const { page, context } = reader;
  const next = await openChapterAndFetchNext(reader);
  await page.clock.fastForward(600_000);
  await context.setOffline(true);
  await next.click();
  await heading(page, chapters[1]?.title ?? '').waitFor();
  await reader.leave();
});

test('the next chapter opens if the network goes while the chapter is fetched again', async () => {
  const reader = await newReader();
  const { page } = reader;
  const next = await openChapterAndFetchNext(reader);
  const held: Route[] = [];
  const isForNextChapter = ({ pathname }: URL) => nextChapterPaths.includes(pathname);
  await page.route(isForNextChapter, (route) => void held.push(route));
  await page.clock.fastForward(600_000);
  await page.mouse.move(0, 0);
  await next.hover();
  await untilEqual(async () => held.length, nextChapterPaths.length);
  await next.click();
  const loseNetwork = (route: Route) => route.abort('internetdisconnected');
  await page.route(isForNextChapter, loseNetwork);
  await Promise.all(held.map(loseNetwork));
  await heading(page, chapters[1]?.title ?? '').waitFor();
  await reader.leave();
});

/** Opens the first chapter, waits until the next one is fetched. */
async function openChapterAndFetchNext(reader: Reader): Promise<Locator> {
  const { page } = reader;
  await page.clock.install();
  // The link may be in sight, and its page fetched, before anything points at it.
  const fetched = Promise.all(
    nextChapterPaths.map((path) =>
      page.waitForResponse((response) => new URL(response.url()).pathname === path),
    ),
  );
  await openPage(reader, urls.chapter(first.slug, chapters[0]?.id ?? 0));
  const next = page.getByRole('link', { name: /^Next Chapter/ });
  await next.hover();
  for (const response of await fetched) await response.finished();
  return next;
}

test('a page whose code a deployment has removed is loaded again', async () => {
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.story(first.slug));
  await page.route('**/assets/opened-menu-*.js', (route) => route.fulfill({ status: 404 }));
  await Promise.all([page.waitForEvent('load'), buttonOf(page, 'Share').click()]);
  await reader.untilHydrated();
  await reader.leave();
});

test('so it is while another page is fetched ahead, but not for code of that page', async () => {
  const reader = await newReader();
  const { page } = reader;
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  const held: Route[] = [];
  await page.route(`**/api/stories/${first.slug}/chapters/*`, (route) => void held.push(route));
  await page.route('**/assets/chapter-page-*.js', (route) => route.fulfill({ status: 404 }));
  // The link may be in sight, and its page fetched, before anything points at it.
  const missing = page.waitForResponse('**/assets/chapter-page-*.js');
  await openPage(reader, urls.story(first.slug));
  await mainOf(page).getByRole('link', { name: 'Start Reading' }).hover();
  await missing;
  await untilEqual(async () => held.length, 1);
  await reader.untilPainted();
  assert.equal(loads, 1);
  await page.route('**/assets/opened-menu-*.js', (route) => route.fulfill({ status: 404 }));
  await Promise.all([page.waitForEvent('load'), buttonOf(page, 'Share').press('Enter')]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await reader.untilHydrated();
  await reader.leave();
});

test('a reader who leaves while code arrives gets away, although browsers may end the request for the code', async () => {
  const reader = await newReader();
  const { page } = reader;
  const code: Route[] = [];
  const pages: Route[] = [];
  await openPage(reader, urls.story(first.slug));
  await page.route('**/assets/opened-menu-*.js', (route) => void code.push(route));
  await page.route(site.url + urls.authors(), (route) => void pages.push(route));
  await buttonOf(page, 'Share').press('Enter');
  await untilEqual(async () => code.length, 1);
  await page.evaluate((address) => void window.location.assign(address), urls.authors());
  await untilEqual(async () => pages.length, 1);
  // Firefox does so at the moment of leaving.
  await code[0]?.abort();
  // A reload by mistake begins within a moment; Playwright asks a page that is being left for nothing.
  await page.waitForTimeout(1500);
  await pages[0]?.continue();
  await heading(page, 'Authors').waitFor();
  await reader.leave();
});
