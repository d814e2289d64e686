import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { filterMessages } from '#features/filters/contract/filters.ts';
import { listStories } from '#features/stories/contract/stories.ts';
import type { Context } from '#platform/runtime/context.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls, withQuery } from '#urls.ts';
import { fillFixtures, POPULAR_TAG } from './fixtures.ts';

const site = await startSite({ fill: fillFixtures });
after(() => site.stop());
const { newReader } = await openBrowser(site);

const panel = (page: Page) => page.getByRole('form', { name: 'Filters' });
const chips = (page: Page) => page.getByRole('list', { name: 'Filters in use' });
const filterButton = (page: Page) => page.getByRole('link', { name: /^Filter/ });
const totalOf = async (filter: object) => (await site.call(listStories, filter)).pagination.total;
const queryOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

test('choices in the panel narrow the list at once, and chips take them back', async () => {
  const reader = await newReader();
  const { page } = reader;
  await reader.open(urls.allStories());
  await reader.untilHydrated();
  await filterButton(page).click();
  await panel(page).waitFor();
  assert.deepEqual(await reader.violations(), []);

  const tagged = await totalOf({ tags: POPULAR_TAG });
  await panel(page)
    .getByRole('checkbox', { name: new RegExp(`^${POPULAR_TAG}`) })
    .check();
  await panel(page)
    .getByRole('button', { name: `Show ${tagged} stories` })
    .waitFor();
  assert.deepEqual(queryOf(page), { filters: 'open', tags: POPULAR_TAG });

  const long = await totalOf({ tags: POPULAR_TAG, min_words: '397' });
  assert.ok(long < tagged, `${long} of ${tagged}`);
  await panel(page).getByLabel('From words').fill('397');
  await panel(page).getByLabel('From words').press('Enter');
  await panel(page).waitFor({ state: 'detached' });
  assert.deepEqual(queryOf(page), { tags: POPULAR_TAG, min_words: '397' });
  await chips(page).getByRole('link', { name: 'Remove the filter: from 397 words' }).click();
  await page.waitForURL(`**${withQuery(urls.allStories(), { tags: POPULAR_TAG })}`);
  await page.getByRole('link', { name: 'Clear filters' }).first().click();
  await page.waitForURL(`**${urls.allStories()}`);
  await chips(page).waitFor({ state: 'detached' });
  reader.assertNoProblems();
  await reader.leave();
});

test('a reader with a phone applies a filter from anywhere in the panel', async () => {
  const reader = await newReader({ width: 390, height: 844 });
  const { page } = reader;
  await reader.open(withQuery(urls.allStories(), { filters: 'open' }));
  await reader.untilHydrated();
  const show = panel(page).getByRole('button', { name: /^Show \d+ stor/ });
  const status = panel(page).getByRole('checkbox', { name: /^Complete/ });
  for (const field of [status, panel(page).getByLabel('Not by')]) {
    // The keyboard brings a field into view, clear of the button.
    await field.focus();
    const [button, box] = [await show.boundingBox(), await field.boundingBox()];
    assert.ok(button !== null && box !== null);
    assert.ok(button.y > 0 && button.y + button.height <= 844, `the button is at ${button.y}`);
    assert.ok(box.y + box.height <= button.y, `the field at ${box.y} is under the button at ${button.y}`);
  }
  assert.deepEqual(await reader.violations(), []);
  reader.assertNoProblems();
  await reader.leave();
});

test('the panel says how long so many words take to read, as the cards do', async () => {
  const reader = await newReader({ javaScript: false });
  const { page } = reader;
  await reader.open(withQuery(urls.allStories(), { filters: 'open', min_words: '4760' }));
  const described = (name: string) =>
    panel(page)
      .getByLabel(name)
      .evaluate((field) =>
        (field.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent ?? '')
          .join(''),
      );
  assert.deepEqual([await described('From words'), await described('To words')], ['About 20 min', '']);
  await reader.leave();
});

test('the time to read follows the number while it is typed', async () => {
  const reader = await newReader();
  const { page } = reader;
  await reader.open(withQuery(urls.allStories(), { filters: 'open', min_words: '4760' }));
  await reader.untilHydrated();
  const field = panel(page).getByLabel('From words');
  await panel(page).getByText('About 20 min').waitFor();
  await field.fill('9520');
  await panel(page).getByText('About 40 min').waitFor();
  assert.equal(await field.evaluate((input) => input === document.activeElement), true);
  assert.deepEqual(queryOf(page), { filters: 'open', min_words: '4760' });
  await field.fill('');
  await panel(page).getByText('About 40 min').waitFor({ state: 'detached' });
  await field.blur();
  await page.waitForURL((url) => !url.searchParams.has('min_words'));
  // A number that goes by a link takes its time to read along.
  await field.fill('4760');
  await field.press('Tab');
  await page.waitForURL((url) => url.searchParams.get('min_words') === '4760');
  await chips(page).getByRole('link').first().click();
  await panel(page).getByText('About 20 min').waitFor({ state: 'detached' });
  assert.equal(await field.inputValue(), '');
  reader.assertNoProblems();
  await reader.leave();
});

test('on a phone the filters in use are one line, however many they are', async () => {
  const reader = await newReader({ width: 390 });
  const { page } = reader;
  const many = {
    tags: POPULAR_TAG,
    min_words: '1',
    max_words: '90000',
    not_tags: 'grief,war',
    status: 'complete',
  };
  await reader.open(withQuery(urls.allStories(), many));
  const tops = await chips(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
  assert.ok(tops.length >= 5);
  assert.equal(new Set(tops).size, 1, tops.join());
  const top = async (name: string) => (await page.getByRole('link', { name }).first().boundingBox())?.y ?? 0;
  assert.ok((await top('Clear filters')) > (tops[0] ?? 0));
  assert.ok(Math.abs((await top('Clear filters')) - (await top('Save this filter'))) < 8);
  reader.assertNoProblems();
  await reader.leave();
});

test('the filter’s button and chips leave a reader where they are, with the opened panel in view', async () => {
  const reader = await newReader({ width: 390 });
  const { page } = reader;
  await reader.open(urls.home());
  await reader.untilHydrated();
  const place = () => page.evaluate(() => scrollY);
  const scrollTo = async (link: Locator, block: ScrollLogicalPosition) => {
    await link.evaluate((element, at) => element.scrollIntoView({ block: at }), block);
    await reader.untilPainted();
    return place();
  };
  const before = await scrollTo(filterButton(page), 'start');
  assert.ok(before > 0);
  await filterButton(page).press('Enter');
  await panel(page).waitFor();
  assert.equal(await place(), before);
  await filterButton(page).and(page.locator(':focus')).press('Enter');
  await panel(page).waitFor({ state: 'detached' });
  assert.equal(await place(), before);

  await scrollTo(filterButton(page), 'end');
  await filterButton(page).press('Enter');
  const status = panel(page).getByRole('group', { name: 'Status' });
  await status.waitFor();
  assert.ok(await status.evaluate((group) => group.getBoundingClientRect().bottom <= innerHeight));

  await panel(page)
    .getByRole('checkbox', { name: new RegExp(`^${POPULAR_TAG}`) })
    .check();
  await chips(page).waitFor();
  await panel(page).getByRole('button', { name: /^Show/ }).press('Enter');
  await panel(page).waitFor({ state: 'detached' });
  const firstStory = page.getByRole('main').getByRole('article').first();
  assert.ok(await firstStory.evaluate((story) => Math.abs(story.getBoundingClientRect().top) < innerHeight));
  // Tab leads from the head of the list to its tabs.
  await page
    .locator('main :focus')
    .filter({ has: filterButton(page) })
    .waitFor();
  await page.keyboard.press('Tab');
  await page.getByRole('navigation', { name: 'Sort stories' }).locator('a:focus').waitFor();

  await reader.open(withQuery(urls.allStories(), { tags: POPULAR_TAG }));
  await reader.untilHydrated();
  const clear = page.getByRole('link', { name: 'Clear filters' });
  const atChips = await scrollTo(clear, 'start');
  assert.ok(atChips > 0);
  await clear.press('Enter');
  await chips(page).waitFor({ state: 'detached' });
  assert.equal(await place(), atChips);
  await page.waitForFunction(() => document.activeElement?.matches('main *'));
  reader.assertNoProblems();
  await reader.leave();
});

// Interface, Finding and avoiding: The pages of these lists take filters (note 1)
test('a filter of a tag’s page stays on its other pages and orders, and an impossible one says so', async () => {
  const reader = await newReader();
  const { page } = reader;
  await reader.open(`${urls.tag(POPULAR_TAG)}?not_tags=nobody-has-this`);
  await reader.untilHydrated();
  await page
    .getByRole('navigation', { name: 'Pages of stories' })
    .getByRole('link', { name: 'Next page' })
    .click();
  await page.waitForURL((url) => url.searchParams.get('page') === '2');
  assert.equal(queryOf(page).not_tags, 'nobody-has-this');
  await page.getByRole('navigation', { name: 'Sort stories' }).getByRole('link', { name: 'Top' }).click();
  await page.waitForURL((url) => url.searchParams.get('sort') === 'top');
  assert.deepEqual(queryOf(page), { sort: 'top', not_tags: 'nobody-has-this' });

  await reader.open(withQuery(urls.home(), { tags: 'nobody-has-this' }));
  await page.getByText('No story passes this filter.').waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('the featured story of the home page passes the filter of its list', async () => {
  const { stories } = await site.call(listStories, { tags: POPULAR_TAG, limit: 1 });
  const id = stories[0]?.id ?? 0;
  await site.within(({ db }: Context) =>
    db.updateTable('stories').set({ featured_at: new Date() }).where('id', '=', id).execute(),
  );
  const reader = await newReader();
  const { page } = reader;
  const hero = page.getByRole('region', { name: stories[0]?.title ?? '' });
  const show = (query: object) => reader.open(withQuery(urls.home(), { ...query }));
  await show({ tags: POPULAR_TAG });
  await hero.getByText('Featured story').waitFor();
  await show({ not_tags: POPULAR_TAG });
  await chips(page).waitFor();
  assert.equal(await hero.count(), 0);
  await show({ tags: POPULAR_TAG, min_words: 9, max_words: 5 });
  await page.getByText('Begin with what others are reading').waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('words that are no number are refused in their field', async () => {
  const reader = await newReader();
  const { page } = reader;
  await reader.open(withQuery(urls.allStories(), { filters: 'open', min_words: '10' }));
  await reader.untilHydrated();
  const field = panel(page).getByLabel('From words');
  await field.fill('');
  await field.pressSequentially('10k');
  await field.press('Tab');
  await panel(page).getByText(filterMessages.words).waitFor();
  assert.equal(await field.inputValue(), '10k');
  await field.fill('20');
  await field.press('Tab');
  await page.waitForURL((url) => url.searchParams.get('min_words') === '20');
  await panel(page).getByText(filterMessages.words).waitFor({ state: 'detached' });
  const refused = reader.problems.splice(0).map((problem) => problem.split(': ')[0]);
  assert.deepEqual(refused, ['answer 422']);
  await reader.leave();
});

test('without JavaScript the panel is a form, and keeps a filter that contradicts itself', async () => {
  const reader = await newReader({ javaScript: false });
  const { page } = reader;
  await reader.open(urls.allStories());
  await filterButton(page).click();
  await panel(page)
    .getByRole('checkbox', { name: new RegExp(`^${POPULAR_TAG}`) })
    .check();
  await panel(page).getByLabel('Without these tags').fill('nobody-has-this');
  await panel(page).getByRole('button', { name: /^Show/ }).click();
  await page.waitForURL((url) => url.searchParams.get('tags') === POPULAR_TAG);
  await chips(page).getByRole('link', { name: 'Remove the filter: not nobody-has-this' }).waitFor();
  const tagged = await totalOf({ tags: POPULAR_TAG });
  await page.getByText(new RegExp(`of ${tagged} stories$`)).waitFor();

  await reader.open(withQuery(urls.allStories(), { min_words: 500, max_words: 10 }));
  await panel(page).getByText('The smallest number of words must not exceed the largest').waitFor();
  assert.equal(await panel(page).getByLabel('From words').inputValue(), '500');
  reader.assertNoProblems();
  await reader.leave();
});
