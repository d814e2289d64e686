import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { listTags } from '#features/tags/contract/tags.ts';
import { openBrowser, placeSettled } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { heading } from './account-steps.ts';
import { everyKindTitle, fillFixtures, POPULAR_TAG } from './fixtures.ts';

const site = await startSite({ fill: fillFixtures });
after(() => site.stop());
const { newReader } = await openBrowser(site);

const sorts = (page: Page) => page.getByRole('navigation', { name: 'Sort stories' });
const pagesOfStories = (page: Page) => page.getByRole('navigation', { name: 'Pages of stories' });
const showing = (page: Page, text: string) => page.getByText(new RegExp(`^Showing ${text} of \\d+ stories$`));

// Spec 2, Route list: Every route change scrolls to top (note 1)
// Spec 2, Tag page: Heading ‘{sort label} Stories tagged with "{tag}"’; title is the tag
// Spec 2, Tag page: Sort and page in the query; trending and page 1 omitted
// Spec 4: Changing sort or filters begins at page 1
test('a reader finds a tag and sorts its stories, and the address follows', async () => {
  const reader = await newReader();
  const { page } = reader;
  await reader.open(urls.home());
  await reader.untilHydrated();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tags' }).click();
  await heading(page, 'Browse Tags').waitFor();
  await page.getByRole('link', { name: new RegExp(`^${POPULAR_TAG}`) }).click();
  await heading(page, `Trending Stories tagged with "${POPULAR_TAG}"`).waitFor();
  assert.equal(page.url(), site.url + urls.tag(POPULAR_TAG));
  assert.equal(await page.title(), `${POPULAR_TAG} · Nightstand`);

  await sorts(page).getByRole('link', { name: 'Top' }).click();
  await heading(page, `Top Stories tagged with "${POPULAR_TAG}"`).waitFor();
  assert.equal(page.url(), site.url + urls.tag(POPULAR_TAG, 'top'));

  await pagesOfStories(page).getByRole('link', { name: 'Next page' }).click();
  await showing(page, '19 - 36').waitFor();
  assert.equal(page.url(), site.url + urls.tag(POPULAR_TAG, 'top', 2));
  assert.equal(await page.evaluate(() => scrollY), 0);

  // Another order starts at its first page, and the default order has no name in the address.
  await sorts(page).getByRole('link', { name: 'Trending' }).click();
  await heading(page, `Trending Stories tagged with "${POPULAR_TAG}"`).waitFor();
  await showing(page, '1 - 18').waitFor();
  assert.equal(page.url(), site.url + urls.tag(POPULAR_TAG));

  await page.goBack();
  await heading(page, `Top Stories tagged with "${POPULAR_TAG}"`).waitFor();
  await showing(page, '19 - 36').waitFor();
  await page.goBack();
  await showing(page, '1 - 18').waitFor();
  await page.goForward();
  await showing(page, '19 - 36').waitFor();
  assert.equal(page.url(), site.url + urls.tag(POPULAR_TAG, 'top', 2));
  await page.reload();
  await showing(page, '19 - 36').waitFor();

  await sorts(page).getByRole('link', { name: 'Featured' }).click();
  await page.getByText('No featured stories found with this tag').waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 2, Home: Numbered pagination: first, previous, next, last; ‘page / pages’ on mobile
// Spec 2, Home: ‘Showing X - Y of Z stories’
test('a reader changes pages by number and returns to the earlier scroll position', async () => {
  const reader = await newReader();
  const { page } = reader;
  await reader.open(urls.home());
  await reader.untilHydrated();
  await showing(page, '1 - 18').waitFor();
  assert.equal(await pagesOfStories(page).getByRole('link', { name: 'Previous page' }).count(), 0);
  await pagesOfStories(page).getByRole('link', { name: 'Page 2', exact: true }).click();
  await showing(page, '19 - 36').waitFor();
  const current = pagesOfStories(page).locator('[aria-current="page"]');
  assert.equal(await current.textContent(), '2');
  await pagesOfStories(page).getByRole('link', { name: 'Last page' }).click();
  await page.getByText(/^Showing \d+ - (\d+) of \1 stories$/).waitFor();
  assert.equal(await pagesOfStories(page).getByRole('link', { name: 'Next page' }).count(), 0);
  await pagesOfStories(page).getByRole('link', { name: 'Previous page' }).click();
  await pagesOfStories(page).getByRole('link', { name: 'First page' }).click();
  await showing(page, '1 - 18').waitFor();
  assert.equal(page.url(), site.url + urls.home());

  const last = page.getByRole('main').getByRole('article').last().getByRole('heading').getByRole('link');
  await last.scrollIntoViewIfNeeded();
  await reader.untilPainted();
  const left = await page.evaluate(() => scrollY);
  const title = (await last.textContent()) ?? '';
  await last.click();
  await heading(page, title).waitFor();
  await page.goBack();
  await last.waitFor();
  const restored = await placeSettled(page, left);
  assert.ok(Math.abs(restored - left) <= 1, `left at ${left}, back at ${restored}`);
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 2, Takedown, verify e-mail, general: Skeletons while loading
test('slow navigation shows its progress, and going back restores the scroll position', async () => {
  const reader = await newReader();
  const { page } = reader;
  await reader.open(urls.home());
  await reader.untilHydrated();
  const last = page.getByRole('main').getByRole('article').last().getByRole('heading').getByRole('link');
  const title = (await last.textContent()) ?? '';
  const coming = page.getByText('Loading the page');
  // Every answer is delayed until the reader has seen the loading state.
  const isStoryRequest = (url: URL) => url.pathname.startsWith('/api/stories');
  await reader.context.route(isStoryRequest, async (route) => {
    if (route.request().method() === 'GET') {
      await coming.waitFor({ state: 'attached' });
      await reader.untilPainted();
    }
    await route.continue();
  });
  await last.scrollIntoViewIfNeeded();
  await reader.untilPainted();
  const left = await page.evaluate(() => scrollY);
  await last.click();
  await heading(page, title).waitFor();
  assert.equal(await coming.count(), 0);
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.goBack();
  await last.waitFor();
  await reader.untilPainted();
  const restored = await page.evaluate(() => scrollY);
  assert.ok(Math.abs(restored - left) <= 1, `left at ${left}, back at ${restored}`);
  reader.assertNoProblems();
  await reader.context.unrouteAll({ behavior: 'ignoreErrors' });
  await reader.leave();
});

// Spec 7: Every call: method, path, payload, what is read
test('changing the sort order of the first page keeps the scroll position', async () => {
  const reader = await newReader();
  const { page } = reader;
  const lists: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/frontpage') lists.push(search);
  });
  await reader.open(urls.home());
  await reader.untilHydrated();
  const tab = sorts(page).getByRole('link', { name: 'New' });
  await tab.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await reader.untilPainted();
  const before = await page.evaluate(() => scrollY);
  assert.ok(before > 0);
  await tab.click();
  await page.getByRole('list', { name: 'New stories' }).waitFor();
  assert.equal(page.url(), site.url + urls.home('new'));
  assert.ok(lists.includes('?sort=new&page=1&limit=18'), lists.join());
  await reader.untilPainted();
  assert.equal(await page.evaluate(() => scrollY), before);
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 2, Browse Tags: Search box ‘Search tags...’; Name, Trending, Popular
// Spec 2, Browse Tags: Changing search or sort begins at page 1; title ‘Browse Tags’
test('the tag search filters while the reader types', async () => {
  const reader = await newReader();
  const { page } = reader;
  await reader.open(urls.tags({ sort: 'popularity' }));
  await reader.untilHydrated();
  const { pagination } = await site.call(listTags, { query: POPULAR_TAG });
  const box = page.getByRole('searchbox', { name: 'Search tags' });
  await box.pressSequentially(POPULAR_TAG);
  await page
    .getByText(`Showing ${pagination.total} of ${pagination.total} tags matching "${POPULAR_TAG}"`)
    .waitFor();
  assert.equal(page.url(), site.url + urls.tags({ q: POPULAR_TAG, sort: 'popularity' }));
  assert.ok(await box.evaluate((element) => element === document.activeElement), 'the box lost the focus');
  assert.equal(await box.inputValue(), POPULAR_TAG);
  await box.fill('nobody-ever-used-this');
  await page.getByText('No tags found matching "nobody-ever-used-this"').waitFor();
  await box.fill('');
  await page.getByText(/^Showing \d+ of \d+ tags, most stories first$/).waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('a chosen theme applies on every page and at the next visit from the first paint on', async () => {
  const reader = await newReader({ theme: 'lamp' });
  const { page } = reader;
  await reader.open(urls.home());
  await reader.untilHydrated();
  const background = async () => {
    // The tab must be in front, because a background tab draws no frames.
    await page.bringToFront();
    await reader.untilPainted();
    return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  };
  const dark = await background();
  await page.getByRole('button', { name: 'Switch to Paper, the light theme' }).click();
  // The changed name of the button is not announced.
  await page.locator('[aria-live="polite"]').getByText('Light', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Switch to Lamp, the dark theme' }).waitFor();
  const theme = await background();
  assert.notEqual(theme, dark);

  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { lightsSeen: seen });
    const viewport = () => seen.push(getComputedStyle(document.documentElement).backgroundColor);
    document.addEventListener('DOMContentLoaded', () => {
      seen.push(document.documentElement.dataset.theme ?? 'none');
      viewport();
    });
    requestAnimationFrame(function again() {
      if (document.body !== null) viewport();
      requestAnimationFrame(again);
    });
  });
  for (const path of [urls.home(), urls.tags()]) {
    await reader.open(path);
    await reader.untilHydrated();
    const seen = await page.evaluate(() => (window as unknown as { lightsSeen: string[] }).lightsSeen);
    assert.deepEqual([...new Set(seen)].sort(), ['paper', theme].sort(), 'another light flashed');
  }
  // Another open page follows the change.
  const beside = await reader.context.newPage();
  await beside.goto(site.url + urls.authors());
  await beside.getByRole('button', { name: 'Switch to Lamp, the dark theme' }).click();
  await page.getByRole('button', { name: 'Switch to Paper, the light theme' }).waitFor();
  assert.equal(await background(), dark);
  reader.assertNoProblems();
  await reader.leave();
});

test('a link whose place in the page is damaged leads to the page', async () => {
  const reader = await newReader();
  const { page } = reader;
  await reader.open(urls.faq());
  await reader.untilHydrated();
  await page.evaluate((href) => {
    const link = document.createElement('a');
    link.href = `${href}#100%`;
    document.querySelector('main')?.append(link);
    link.click();
  }, urls.tags());
  await heading(page, 'Browse Tags').waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('on a small screen the menu closes when the focus goes on to the page below it', async () => {
  const reader = await newReader({ width: 390 });
  const { page } = reader;
  await reader.open(urls.tags());
  await reader.untilHydrated();
  // The code that moves the focus comes last.
  await page.waitForLoadState('networkidle');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await menu.locator('a:focus').first().waitFor();
  const isBelow = () => page.evaluate(() => document.activeElement?.closest('main') !== null);
  for (let press = 0; press < 20 && !(await isBelow()); press += 1) {
    assert.ok(await menu.getByRole('link', { name: 'Authors' }).isVisible());
    await page.keyboard.press('Tab');
  }
  assert.ok(await isBelow());
  await menu.getByRole('link', { name: 'Authors' }).waitFor({ state: 'hidden' });
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 2, Shell: Mobile menu: the same entries plus Search; closes on route change
// Spec 2, Home: Numbered pagination: first, previous, next, last; ‘page / pages’ on mobile
test('on a small screen the menu closes after navigation', async () => {
  const reader = await newReader({ width: 390 });
  const { page } = reader;
  await reader.open(urls.home());
  await reader.untilHydrated();
  const authors = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Authors' });
  assert.ok(!(await authors.isVisible()));
  await page.getByRole('button', { name: 'Open menu' }).click();
  await authors.waitFor();
  assert.deepEqual(await reader.violations(), []);
  await page.keyboard.press('Escape');
  await authors.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Open menu' }).and(page.locator(':focus')).click();
  await authors.click();
  await heading(page, 'Authors').waitFor();
  await authors.waitFor({ state: 'hidden' });
  assert.ok(await page.getByRole('button', { name: 'Open menu' }).isVisible());
  await reader.open(urls.home('new', 2));
  assert.ok(
    await pagesOfStories(page)
      .getByText(/^\s*(Page )?2 \/ \d+$/)
      .isVisible(),
  );
  reader.assertNoProblems();
  await reader.leave();
});

// Interface, Pages: An image of another host is a labelled box until it is clicked
// Interface, Pages: One click allows the images of the whole chapter
// Interface, Security, law, operations: With REMOTE_IMAGES=click a picture is loaded when it is clicked
test('a third-party picture is loaded only on request', async () => {
  const reader = await newReader();
  const { page } = reader;
  const requested: string[] = [];
  await reader.context.route('https://pictures.invalid/**', (route) => {
    requested.push(route.request().url());
    return route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  });
  await reader.open(urls.home('new', 2));
  await reader.open(urls.story('everything-the-editor-makes'));
  await heading(page, everyKindTitle).waitFor();
  await page.getByRole('link', { name: 'Start Reading' }).click();
  const pictureLink = page.getByRole('link', { name: 'Show pictures in this chapter' });
  await pictureLink.waitFor();
  reader.assertNoProblems();
  assert.deepEqual(requested, []);
  await pictureLink.click();
  await page.getByRole('img', { name: 'A lamp' }).waitFor({ state: 'attached' });
  await page.getByRole('img', { name: 'A lamp' }).scrollIntoViewIfNeeded();
  assert.deepEqual(requested, ['https://pictures.invalid/lamp.png']);
  assert.deepEqual(reader.problems.splice(0), ['foreign request: https://pictures.invalid/lamp.png']);
  await reader.leave();
});
