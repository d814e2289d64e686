import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { search, suggestions } from '#features/search/contract.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { holdRequests } from '#tests/support/hold-requests.ts';
import { startSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import { newAccount } from './account-steps.ts';
import { fillFixtures } from './fixtures.ts';
import { newStory } from './writing-steps.ts';

const site = await startSite({ fill: fillFixtures });
after(() => site.stop());
const { newReader } = await openBrowser(site);

const overlay = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const box = (page: Page) => overlay(page).getByRole('combobox');
const options = (page: Page) => overlay(page).getByRole('option');
const active = (page: Page) => options(page).and(page.locator('[aria-selected="true"]'));

async function openOverlay(reader: Reader, path = urls.tags()): Promise<void> {
  await reader.open(path);
  await reader.untilHydrated();
  await reader.page.keyboard.press('/');
  await box(reader.page).and(reader.page.locator(':focus')).waitFor();
}

// Spec 2, Shell: Overlay: suggestions and results
// Spec 2, Shell: Overlay: the input takes focus after 50 ms
test('the slash key opens the search, and arrow keys select a suggestion', async () => {
  const reader = await newReader();
  const { page } = reader;
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await reader.open(urls.tags());
  await reader.untilHydrated();
  assert.ok(
    !scripts.some((url) => url.includes('search-overlay')),
    'the overlay came before it was asked for',
  );
  await page.keyboard.press('/');
  await box(page).and(page.locator(':focus')).waitFor();
  assert.ok(scripts.some((url) => url.includes('search-overlay')));
  assert.equal(await box(page).inputValue(), '', 'the slash got into the box');
  assert.deepEqual(await reader.violations(), []);

  await page.keyboard.type('mar');
  await options(page).first().waitFor();
  assert.equal(await active(page).count(), 0);
  assert.deepEqual(await reader.violations(), []);
  const texts = await options(page).allTextContents();
  for (const text of [...texts, undefined, texts[0]]) {
    await page.keyboard.press('ArrowDown');
    const id = await box(page).getAttribute('aria-activedescendant');
    assert.equal(await active(page).count(), text === undefined ? 0 : 1);
    if (text === undefined) continue;
    assert.equal(await active(page).textContent(), text);
    assert.equal(await active(page).getAttribute('id'), id);
  }
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  assert.equal(await active(page).textContent(), texts.at(-1));
  await page.keyboard.press('ArrowUp');
  const author = overlay(page).getByRole('group', { name: 'Authors' }).getByRole('option');
  while ((await active(page).textContent()) !== (await author.textContent()))
    await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Marisol Vey' }).waitFor();
  assert.equal(page.url(), site.url + urls.author('marisol-vey'));
  await overlay(page).waitFor({ state: 'detached' });
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 1: Visitors search, read and share
// Spec 2, Shell: Overlay: box, tabs All / Stories / Authors, Advanced Search to /search, Close and Search buttons
// Spec 2, Shell: Overlay: suggestions and results
test('the overlay highlights matches and leads to all results', async () => {
  const reader = await newReader();
  const { page } = reader;
  await openOverlay(reader);
  await page.keyboard.type('lamp');
  await page.keyboard.press('Enter');
  const stories = overlay(page).getByRole('group', { name: 'Stories' }).getByRole('option');
  await stories.first().waitFor();
  assert.match(
    (await stories.first().textContent()) ?? '',
    /^Six Lamps on the Tallow Stair by The Lamplighter/,
  );
  assert.deepEqual(await stories.first().locator('mark').allTextContents(), ['Lamps', 'lamp']);
  assert.deepEqual(await reader.violations(), []);
  const { pagination } = await site.call(search, { query: 'lamp' });
  const total = pagination.stories.total + pagination.authors.total;
  await overlay(page).getByRole('status').getByText(`${total} results`).waitFor({ state: 'attached' });

  await overlay(page).getByRole('radio', { name: 'Authors' }).focus();
  await page.keyboard.press('Space');
  await overlay(page)
    .getByRole('option', { name: /^The Lamplighter/ })
    .waitFor();
  assert.equal(await stories.count(), 0);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await stories.first().waitFor();
  await box(page).focus();
  await page.keyboard.press('ArrowUp');
  assert.equal(await active(page).textContent(), `Show all ${total} results`);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 2, name: `Found ${total} results for "lamp"` }).waitFor();
  assert.equal(page.url(), site.url + urls.search({ q: 'lamp' }));
  await overlay(page).waitFor({ state: 'detached' });
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 2, Shell: Overlay: box, tabs All / Stories / Authors, Advanced Search to /search, Close and Search buttons
// Spec 2, Shell: Overlay: closes on Escape or backdrop, locks scrolling, forgets query, suggestions and results
// Spec 2, Shell: Overlay: Search is disabled while the query is blank
test('every way of closing the search restores the page and clears the input', async () => {
  const reader = await newReader();
  const { page } = reader;
  await reader.open(urls.home());
  await reader.untilHydrated();
  const button = page.getByRole('banner').getByRole('button', { name: 'Search' });
  const closings = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(20, 700),
    () => overlay(page).getByRole('button', { name: 'Close' }).click(),
  ];
  for (const close of closings) {
    await button.click();
    await box(page).and(page.locator(':focus')).waitFor();
    assert.equal(await box(page).inputValue(), '');
    assert.equal(await options(page).count(), 0);
    const submit = overlay(page).getByRole('button', { name: 'Search', exact: true });
    assert.ok(await submit.isDisabled());
    await page.keyboard.type('  ');
    assert.ok(await submit.isDisabled());
    const before = await page.evaluate(() => scrollY);
    await page.mouse.move(20, 700);
    await page.mouse.wheel(0, 600);
    await reader.untilPainted();
    assert.equal(await page.evaluate(() => scrollY), before, 'the page scrolled behind the search');
    await box(page).fill('gothic');
    assert.ok(await submit.isEnabled());
    await options(page).first().waitFor();
    await close();
    await overlay(page).waitFor({ state: 'detached' });
    await button.and(page.locator(':focus')).waitFor();
  }
  reader.assertNoProblems();
  await reader.leave();
});

test('a slash typed into a field opens no search', async () => {
  const reader = await newReader();
  const { page } = reader;
  await reader.open(urls.tags());
  await reader.untilHydrated();
  await page.getByRole('searchbox', { name: 'Search tags' }).pressSequentially('a/b');
  assert.equal(await page.getByRole('searchbox', { name: 'Search tags' }).inputValue(), 'a/b');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('Control+/');
  await reader.untilPainted();
  assert.equal(await overlay(page).count(), 0);
  const stranger = await newReader({ accepted: false });
  await stranger.open(urls.tags());
  await stranger.untilHydrated();
  await stranger.page.keyboard.press('/');
  await stranger.untilPainted();
  assert.equal(await overlay(stranger.page).count(), 0, 'the search lies over the content warning');
  reader.assertNoProblems();
  for (const visitor of [reader, stranger]) await visitor.leave();
});

test('a late response does not replace a newer one', async () => {
  const reader = await newReader();
  const { page } = reader;
  const isOlder = (request: Request) => new URL(request.url()).searchParams.get('query') === 'par';
  const { requests, release } = await holdRequests(page, `**/api${suggestions.path}*`, isOlder);
  await openOverlay(reader);
  const suggestionRequest = page.waitForRequest((request) => request.url().includes('query=par&'));
  await page.keyboard.type('par');
  await suggestionRequest;
  await box(page).fill('notice');
  await overlay(page).getByRole('option', { name: 'Notice to Mariners' }).waitFor();
  release();
  await reader.untilPainted();
  assert.deepEqual(await options(page).allTextContents(), ['Notice to Mariners']);
  assert.equal(requests.length, 1);
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 2, Shell: ‘No results found’, ‘Try a different search term or browse by tags’
// Spec 8: Search errors are only logged (note 7)
test('the overlay reports a corrected query, no results and a failed search', async () => {
  const reader = await newReader({ theme: 'paper', width: 390 });
  const { page } = reader;
  await openOverlay(reader);
  await box(page).fill('harmonuim');
  await box(page).press('Enter');
  await overlay(page).getByText('Showing results for harmonium').waitFor();
  assert.deepEqual(await reader.violations(), []);

  await box(page).fill('xyzzyqq');
  await box(page).press('Enter');
  await overlay(page).getByText('Try a different search term or browse by tags').waitFor();
  await overlay(page).getByRole('status').getByText('0 results', { exact: true }).waitFor();
  assert.equal(await page.getByText('No results found').count(), 1);
  assert.deepEqual(await reader.violations(), []);

  await page.route(`**/api${search.path}?*`, (route) => route.fulfill({ status: 503, json: {} }));
  await box(page).press('Enter');
  await overlay(page).getByRole('alert').waitFor();
  assert.deepEqual(await reader.violations(), []);
  assert.match(reader.problems.splice(0).join(), /^answer 503: \S+\/api\/search\?query=xyzzyqq\S*$/);
  await page.unroute(`**/api${search.path}?*`);
  await overlay(page).getByRole('button', { name: 'Search', exact: true }).click();
  await overlay(page).getByText('Try a different search term').waitFor();
  await overlay(page).getByRole('link', { name: 'browse by tags' }).click();
  await page.getByRole('heading', { level: 1, name: 'Browse Tags' }).waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('a search repeated at once finds what was published meanwhile', async () => {
  const author = await newAccount(site, 'orla-keane');
  const reader = await newReader();
  const { page } = reader;
  await openOverlay(reader);
  await box(page).fill('Xylothwump');
  await box(page).press('Enter');
  await overlay(page).getByText('Try a different search term').waitFor();

  await newStory(site, author, 'Xylothwump', ['<p>The tide was out.</p>']);
  const found = () => site.call(search, { query: 'Xylothwump' });
  await untilEqual(async () => (await found()).stories.length, 1);
  await box(page).press('Enter');
  await overlay(page).getByRole('option', { name: 'Xylothwump' }).waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 2, Shell: Mobile menu: the same entries plus Search; closes on route change
test('on a small screen the search is in the menu, which closes after navigation', async () => {
  const reader = await newReader({ width: 390 });
  const { page } = reader;
  await reader.open(urls.home());
  await reader.untilHydrated();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Search' }).click();
  await box(page).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('shared meter');
  await overlay(page).getByRole('option', { name: 'The Shared Meter' }).click();
  await page.getByRole('heading', { level: 1, name: 'The Shared Meter' }).waitFor();
  await overlay(page).waitFor({ state: 'detached' });
  assert.ok(await page.getByRole('button', { name: 'Open menu' }).isVisible());
  reader.assertNoProblems();
  await reader.leave();
});
