import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { search } from '#features/search/contract.ts';
import { FALLBACK_POPULAR_TAGS, topTags } from '#features/tags/contract/tags.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import { fillFixtures, POPULAR_TAG } from './fixtures.ts';

const site = await startSite({ fill: fillFixtures });
after(() => site.stop());
const { newReader } = await openBrowser(site);

const box = (page: Page) => page.getByRole('main').getByRole('searchbox');
const resultsHeading = (page: Page, text: RegExp | string) =>
  page.getByRole('heading', { level: 2, name: text });
const stories = (page: Page) => page.getByRole('list', { name: 'Stories found' }).getByRole('article');
const filters = (page: Page) => page.getByRole('complementary', { name: 'Filters' });

async function untilAt(page: Page, address: string): Promise<void> {
  await page.waitForURL(site.url + address);
}

// Spec 2, Search: Content type, Match title only, Sort By, Clear Filters
// Spec 2, Search: Popular tags as toggle chips; over 999 as 1.Nk
// Spec 2, Search: Active tag chips removable; ‘Clear all filters’
// Spec 2, Search: The query mirrors q, type, page, sort, tags, title_only, replacing history
// Spec 7: The chosen sort is kept in the URL (note 5)
test('a reader searches, filters and sorts by keyboard alone, and Back leaves the search at once', async () => {
  const reader = await newReader({ theme: 'paper' });
  const { page } = reader;
  await reader.open(urls.faq());
  await reader.untilHydrated();
  await page.getByRole('link', { name: 'searching' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Search for stories & authors').waitFor();
  await untilAt(page, urls.search());

  // A screen reader says the first results too, because it knew the element before they came.
  const said = await page.getByLabel('Results').locator('[aria-live]').elementHandle();
  assert.equal(await said?.textContent(), '');
  await box(page).focus();
  await page.keyboard.type('gothic');
  await resultsHeading(page, /^Found \d+ results for "gothic"$/).waitFor();
  assert.match((await said?.textContent()) ?? '', /^Results: \d+, for “gothic”$/);
  await untilAt(page, urls.search({ q: 'gothic' }));
  assert.ok(
    await box(page).evaluate((element) => element === document.activeElement),
    'the box lost the focus',
  );
  assert.equal(await page.title(), 'Search: gothic · Nightstand');

  await filters(page).getByRole('radio', { name: 'All Content' }).focus();
  await page.keyboard.press('ArrowDown');
  await untilAt(page, urls.search({ q: 'gothic', type: 'stories' }));
  await filters(page).getByRole('combobox', { name: 'Sort By' }).focus();
  await page.keyboard.press('ArrowDown');
  await untilAt(page, urls.search({ q: 'gothic', type: 'stories', sort: 'newest' }));
  const newest = await site.call(search, { query: 'gothic', type: 'stories', sort: 'newest' });
  await untilEqual(
    () => stories(page).getByRole('heading').allTextContents(),
    newest.stories.map((story) => story.title),
  );
  await filters(page)
    .getByRole('link', { name: /^ghost story/ })
    .focus();
  await page.keyboard.press('Enter');
  await untilAt(page, urls.search({ q: 'gothic', type: 'stories', sort: 'newest', tags: ['ghost story'] }));
  const chosen = page.getByRole('list', { name: 'Chosen tags' });
  await chosen.getByRole('link', { name: 'Remove the tag ghost story' }).waitFor();
  await filters(page).getByRole('checkbox', { name: 'Match title only' }).focus();
  await page.keyboard.press('Space');
  await resultsHeading(page, 'No results found for "gothic"').waitFor();
  assert.deepEqual(await reader.violations(), []);
  await chosen.getByRole('link', { name: 'Remove the tag ghost story' }).focus();
  await page.keyboard.press('Enter');
  await untilAt(page, urls.search({ q: 'gothic', type: 'stories', sort: 'newest', titleOnly: true }));
  // A second link to clear the filters is beside the tags until they are gone.
  await chosen.waitFor({ state: 'detached' });
  await page.getByRole('main').getByRole('link', { name: 'Clear all filters' }).focus();
  await page.keyboard.press('Enter');
  await untilAt(page, urls.search({ q: 'gothic' }));
  await resultsHeading(page, /^Found \d+ results for "gothic"$/).waitFor();

  await stories(page).getByRole('heading').first().getByRole('link').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.url}/story/**`);
  await page.goBack();
  await untilAt(page, urls.search({ q: 'gothic' }));
  assert.equal(await box(page).inputValue(), 'gothic');
  await page.goBack();
  await untilAt(page, urls.faq());
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 2, Search: Stories and authors have separate pagination
// Spec 2, Search: The query mirrors q, type, page, sort, tags, title_only, replacing history
// Spec 4: Changing sort or filters begins at page 1
test('changing a filter returns to the first page', async () => {
  const reader = await newReader();
  const { page } = reader;
  await reader.open(urls.search({ tags: [POPULAR_TAG] }));
  await reader.untilHydrated();
  await resultsHeading(page, 'Found 40 results').waitFor();
  const pages = page.getByRole('navigation', { name: 'Pages of stories' });
  const first = await stories(page).first().textContent();
  await pages.getByRole('link', { name: 'Page 2' }).click();
  await untilAt(page, urls.search({ tags: [POPULAR_TAG], page: 2 }));
  await pages.getByRole('link', { name: 'Page 2' }).and(page.locator('[aria-current="page"]')).waitFor();
  assert.notEqual(await stories(page).first().textContent(), first);
  assert.equal(await page.evaluate(() => scrollY), 0);
  await filters(page)
    .getByRole('link', { name: /^letters/ })
    .click();
  await untilAt(page, urls.search({ tags: [POPULAR_TAG, 'letters'] }));
  await filters(page).getByRole('link', { name: 'Clear Filters' }).click();
  await page.getByText('Search for stories & authors').waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('a result highlights the matches and links to story, chapter, author and tag', async () => {
  const reader = await newReader({ theme: 'lamp', width: 390 });
  const { page } = reader;
  await reader.open(urls.search({ q: '"furniture with teeth"' }));
  await reader.untilHydrated();
  const hit = stories(page).first();
  assert.deepEqual(await hit.locator('mark').allTextContents(), ['furniture', 'teeth']);
  await hit.getByRole('link', { name: 'Eleven Cents Flat', exact: true }).first().waitFor();
  const chapter = hit.getByRole('paragraph').getByRole('link').last();
  await chapter.click();
  await page.waitForURL(`${site.url}/story/eleven-cents-flat/chapter/*`);
  assert.match((await page.locator('#page-html').textContent()) ?? '', /furniture with teeth/);
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 7: Built-in tags where the call fails or is empty
// Spec 8: Search errors are only logged (note 7)
test('a failure to load popular tags shows default tags, and a failed search shows an error', async () => {
  const reader = await newReader();
  const { page } = reader;
  await reader.open(urls.faq());
  await reader.untilHydrated();
  await page.route(`**/api${topTags.path}*`, (route) =>
    route.fulfill({ json: { success: true, data: { tags: [] } } }),
  );
  await page.route(`**/api${search.path}?*`, (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole('link', { name: 'searching' }).click();
  await page.getByText('Search for stories & authors').waitFor();
  const chips = filters(page).getByRole('list').getByRole('link');
  assert.deepEqual(await chips.allTextContents(), [...FALLBACK_POPULAR_TAGS]);
  await box(page).fill('lamp');
  await page.getByRole('alert').getByText('Search can’t be reached right now').waitFor();
  assert.deepEqual(await reader.violations(), []);
  assert.match(reader.problems.splice(0).join(), /^answer 503: \S+\/api\/search\?query=lamp/);
  await page.unroute(`**/api${search.path}?*`);
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click();
  await resultsHeading(page, /^Found \d+ results for "lamp"$/).waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('a reader without JavaScript searches, filters and clears the filters', async () => {
  const reader = await newReader({ javaScript: false });
  const { page } = reader;
  await reader.open(urls.home());
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).first().click();
  await page.waitForURL(`**${urls.search()}`);
  await box(page).fill('lamp');
  await page.getByRole('search').getByRole('button', { name: 'Search' }).click();
  await resultsHeading(page, /^Found \d+ results for "lamp"$/).waitFor();
  await filters(page).getByRole('radio', { name: 'Stories Only' }).check();
  await filters(page).getByRole('combobox', { name: 'Sort By' }).selectOption('Newest First');
  await filters(page).getByRole('checkbox', { name: 'Match title only' }).check();
  await filters(page).getByRole('button', { name: 'Apply' }).click();
  await resultsHeading(page, 'Found 1 result for "lamp"').waitFor();
  const query = new URL(page.url()).searchParams;
  assert.deepEqual(
    ['q', 'type', 'sort', 'title_only'].map((name) => query.get(name)),
    ['lamp', 'stories', 'newest', 'true'],
  );
  await filters(page)
    .getByRole('link', { name: /^gothic/ })
    .click();
  await page.getByRole('link', { name: 'Remove the tag gothic' }).waitFor();
  await box(page).fill('stair');
  await box(page).press('Enter');
  await resultsHeading(page, 'Found 1 result for "stair"').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('tags'), 'gothic');
  await filters(page).getByRole('link', { name: 'Clear Filters' }).click();
  await page.waitForURL(`**${urls.search({ q: 'stair' })}`);
  reader.assertNoProblems();
  await reader.leave();
});
