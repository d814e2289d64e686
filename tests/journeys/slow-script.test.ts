import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { listChapters } from '#features/chapters/contract/chapters.ts';
import { checkVote } from '#features/reactions/contract/votes.ts';
import { frontpage, getStory, type Story } from '#features/stories/contract/stories.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { holdRequests } from '#tests/support/hold-requests.ts';
import { startSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import {
  barOf,
  buttonOf,
  heading,
  mainOf,
  newAccount,
  openPage,
  remember,
  userMenu,
} from './account-steps.ts';
import { fillFixtures } from './fixtures.ts';

/** Presses on a slow network, while the page is shown long before its script is ready. */

const site = await startSite({ fill: fillFixtures });
after(() => site.stop());
const { newReader } = await openBrowser(site);
const { stories } = await site.call(frontpage, { limit: 18 });
const [first, second] = stories as [Story, Story];

const SCRIPT = '**/assets/client-*.js';

/** Opens a page whose script does not come before `release`. */
async function openWithoutScript({ page }: Reader, path: string): Promise<() => void> {
  const { release } = await holdRequests(page, SCRIPT);
  await page.goto(site.url + path, { waitUntil: 'commit' });
  await page.getByRole('contentinfo').waitFor();
  return release;
}

const waitingOn = (page: Page) => page.locator('[data-waiting][aria-busy="true"]').count();
const pressed = (page: Page, name: string | RegExp) =>
  mainOf(page).getByRole('button', { name, pressed: true }).waitFor();

test('clicks before the script has loaded (vote, bookmark, copy, preview) are each replayed once', async () => {
  const { token, ...session } = await newAccount(site, 'nell-carver');
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, { token, ...session });
  // Requests with a token bypass the cache.
  const upvotes = async () => (await site.call(getStory, { id: first.slug }, token)).upvote_count;
  const before = await upvotes();
  const release = await openWithoutScript(reader, urls.story(first.slug));
  await buttonOf(page, 'Upvote').click();
  // An impatient second press while the first is pending must not undo it.
  await buttonOf(page, 'Upvote').click();
  await buttonOf(page, /^Bookmark\b/).click();
  await buttonOf(page, 'Copy link').click();
  await mainOf(page).getByText('Show Preview').click();
  await barOf(page)
    .getByRole('button', { name: /^Switch/ })
    .click();
  assert.equal(await waitingOn(page), 4);
  // The copy ran while the browser still counted the press as the reader's own.
  const address = await page.locator('link[rel="canonical"]').getAttribute('href');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), address);
  release();
  await pressed(page, 'Upvote');
  await pressed(page, /^Bookmark\b/);
  await page.getByText('Link copied').waitFor();
  await mainOf(page).getByRole('link', { name: 'Continue reading' }).waitFor();
  await page.locator('html[data-theme="paper"]').waitFor();
  await untilEqual(async () => waitingOn(page), 0);
  await untilEqual(upvotes, before + 1);
  assert.equal((await site.call(checkVote, { id: String(first.id) }, token)).voteStatus, 'upvote');
  reader.assertNoProblems();

  // The reader voted before, and pressed before the page showed it: the vote stays, as the button said.
  const again = await openWithoutScript(reader, urls.story(first.slug));
  await buttonOf(page, 'Upvote').click();
  again();
  await pressed(page, 'Upvote');
  await untilEqual(async () => waitingOn(page), 0);
  await reader.untilPainted();
  assert.equal((await site.call(checkVote, { id: String(first.id) }, token)).voteStatus, 'upvote');
  reader.assertNoProblems();
  await reader.leave();
});

test('a guest’s clicks before the script has loaded open menus and lead to the login with the reason', async () => {
  const reader = await newReader({ width: 390, height: 844 });
  const { page } = reader;
  let release = await openWithoutScript(reader, urls.story(second.slug));
  await buttonOf(page, 'Story options').click();
  release();
  await page.getByRole('menuitem', { name: 'Report Story' }).click();
  await page.getByText('Log in to report; we’ll bring you back.').waitFor();

  release = await openWithoutScript(reader, urls.home());
  const card = mainOf(page).getByRole('article').filter({ hasText: second.title });
  await card.getByRole('button', { name: /^Bookmark/ }).click();
  assert.equal(await waitingOn(page), 1);
  release();
  await page.getByText('Log in to bookmark; we’ll bring you back.').waitFor();

  release = await openWithoutScript(reader, urls.tags());
  await barOf(page).getByRole('button', { name: 'Open menu' }).click();
  release();
  await barOf(page).getByRole('button', { name: 'Close menu' }).waitFor();
  await barOf(page).getByRole('button', { name: 'Search' }).waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('clicks before the script has loaded open the search and the reading settings, and filter a search', async () => {
  const reader = await newReader();
  const { page } = reader;
  const { chapters } = await site.call(listChapters, { id: first.slug });
  let release = await openWithoutScript(reader, urls.chapter(first.slug, chapters[0]?.id ?? 0));
  await buttonOf(page, 'Reading settings').press('Enter');
  await buttonOf(page, 'Copy link').click();
  release();
  await page.getByRole('dialog', { name: 'Reading settings' }).waitFor();
  await page.getByText('Link copied').waitFor();

  // A picture from a third party waits as well, although its control is a link.
  const { chapters: pictured } = await site.call(listChapters, { id: 'everything-the-editor-makes' });
  await page.route('https://pictures.invalid/**', (route) => route.abort('aborted'));
  const path = urls.chapter('everything-the-editor-makes', pictured[0]?.id ?? 0);
  release = await openWithoutScript(reader, path);
  await page.getByRole('link', { name: 'Show pictures in this chapter' }).click();
  reader.assertNoProblems();
  // The browser requests a lazy picture some time after the script has put it into the page.
  const refused = page.waitForEvent('requestfailed', (request) => request.url().includes('pictures.invalid'));
  release();
  await page.getByRole('img', { name: 'A lamp' }).waitFor({ state: 'attached' });
  await refused;
  assert.equal(page.url(), site.url + path);
  assert.deepEqual(
    reader.problems.splice(0).filter((problem) => !problem.includes('https://pictures.invalid/lamp.png')),
    [],
  );

  release = await openWithoutScript(reader, urls.authors());
  await barOf(page).getByRole('button', { name: 'Search' }).click();
  release();
  await page.getByRole('dialog', { name: 'Search' }).waitFor();

  release = await openWithoutScript(reader, urls.search({ q: 'lamp' }));
  await page.getByLabel('Stories Only').check();
  await page.getByLabel('Match title only').check();
  await page.getByLabel('Match title only').uncheck();
  await page.getByLabel('Match title only').check();
  release();
  await page.waitForURL((url) => url.searchParams.get('title_only') === 'true');
  reader.assertNoProblems();
  await reader.leave();
});

test('a click shows a notice with a reload link when the script fails to load', async () => {
  const reader = await newReader();
  const { page } = reader;
  await page.route(SCRIPT, (route) => route.abort('aborted'));
  await reader.open(urls.story(second.slug));
  await buttonOf(page, 'Upvote').click();
  const notice = page.getByRole('alert').filter({ hasText: 'Part of this page has not arrived.' });
  await notice.waitFor();
  assert.equal(await waitingOn(page), 0);
  assert.deepEqual(await reader.violations(), []);
  await page.unroute(SCRIPT);
  await notice.getByRole('link', { name: 'Reload the page' }).click();
  await reader.untilHydrated();
  assert.equal(await notice.count(), 0);

  // The script neither arrives nor fails: the network is only far too slow.
  await page.clock.install();
  const release = await openWithoutScript(reader, urls.story(second.slug));
  await buttonOf(page, /^Bookmark\b/).click();
  assert.equal(await waitingOn(page), 1);
  await page.clock.fastForward(21_000);
  await notice.waitFor();
  assert.equal(await waitingOn(page), 0);
  release();
  await page.clock.runFor(2_000);
  await notice.waitFor({ state: 'detached' });
  await reader.leave();
});

test('a link on which the pointer rests before the script is there is fetched ahead', async () => {
  const reader = await newReader();
  const { page } = reader;
  const release = await openWithoutScript(reader, urls.story(first.slug));
  const answered = page.waitForResponse(`**/api/stories/${first.slug}/chapters/*`);
  await mainOf(page).getByRole('link', { name: 'Start Reading' }).hover();
  release();
  await answered;
  reader.assertNoProblems();
  await reader.leave();
});

test('a button that loads its code on click shows that it is loading, and reports a failure', async () => {
  const reader = await newReader();
  const { page } = reader;
  const menu = '**/assets/opened-menu-*.js';
  const { release } = await holdRequests(page, menu);
  await openPage(reader, urls.story(second.slug));
  await buttonOf(page, 'Share').click();
  await untilEqual(() => waitingOn(page), 1);
  release();
  await page.getByRole('menuitem', { name: 'Email' }).waitFor();
  assert.equal(await waitingOn(page), 0);
  reader.assertNoProblems();

  // The page has already reloaded once for a new version; then the network is gone.
  await page.route(menu, (route) => route.abort('aborted'));
  await page.evaluate(() => sessionStorage.setItem('reloadedForNewVersion', String(Date.now())));
  await openPage(reader, urls.story(first.slug));
  await heading(page, first.title).waitFor();
  await buttonOf(page, 'Share').click();
  await page
    .getByRole('alert')
    .getByText('That could not be loaded. Please try again in a moment.')
    .waitFor();
  await reader.leave();
});

test('a screen reader meets the account menu and never the link that waits for it, which then goes', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, await newAccount(site, 'reads-aloud'));
  const { release } = await holdRequests(page, '**/assets/own-menu-*.js');
  await openPage(reader, urls.story(first.slug));
  const name = barOf(page).getByText('reads-aloud').filter({ visible: true });
  await name.waitFor();
  assert.equal(await barOf(page).getByRole('link', { name: 'reads-aloud' }).count(), 0);
  assert.equal(await name.locator('xpath=ancestor::a').getAttribute('tabindex'), '-1');
  release();
  await userMenu(page, 'reads-aloud').waitFor();
  reader.assertNoProblems();
  await reader.leave();
});
