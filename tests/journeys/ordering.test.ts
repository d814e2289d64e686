import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { listChapters } from '#features/chapters/contract/chapters.ts';
import { filterMessages } from '#features/filters/contract/filters.ts';
import { createSeries, getSeries, setSeriesStories } from '#features/series/contract.ts';
import { publishStory } from '#features/stories/contract/stories.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { buttonOf, fieldOf, heading, mainOf, newAccount, openPage, remember } from './account-steps.ts';
import { fillFixtures } from './fixtures.ts';
import { DESKTOP, PHONE, problemsInBothLooks } from './viewports.ts';
import { newStory } from './writing-steps.ts';

const site = await startSite({ fill: fillFixtures });
after(() => site.stop());
const { newReader } = await openBrowser(site);
const nora = await newAccount(site, 'nora-inkwell');
const TEXT = '<p>She was forty-one, and late again.</p>';
const [first] = [
  await newStory(site, nora, 'The First Ferry', [TEXT, TEXT, TEXT]),
  await newStory(site, nora, 'The Last Ferry', [TEXT]),
];

const savedIn = (page: Page) => mainOf(page).getByText('Saved', { exact: true }).waitFor();
const rowsOf = (page: Page, label: string) =>
  mainOf(page).getByRole('list', { name: label }).getByRole('listitem');

async function titlesIn(page: Page, label: string): Promise<string[]> {
  return rowsOf(page, label).getByRole('link').allTextContents();
}

test('an author puts stories into a series and orders them', async () => {
  const reader = await newReader(PHONE);
  const { page } = reader;
  await remember(reader, site, nora);
  await openPage(reader, urls.createSeries());
  await buttonOf(page, 'Create Series').click();
  await mainOf(page).getByText('Title is required').waitFor();
  await fieldOf(page, 'Title').fill('Crossings');
  await fieldOf(page, 'Synopsis').fill('Two ferries, one harbour.');
  // Neither a reload nor the end of the session takes what was typed.
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  assert.equal(await fieldOf(page, 'Title').inputValue(), 'Crossings');
  assert.equal(await fieldOf(page, 'Synopsis').inputValue(), 'Two ferries, one harbour.');
  await buttonOf(page, 'Create Series').click();
  await heading(page, 'Edit series').waitFor();
  for (const title of ['The Last Ferry', 'The First Ferry']) {
    await fieldOf(page, 'Add a story').selectOption(title);
    await buttonOf(page, 'Add').click();
    await rowsOf(page, 'Stories of this series').filter({ hasText: title }).waitFor();
  }
  await savedIn(page);
  const label = 'Stories of this series';
  await buttonOf(page, 'Move The First Ferry').press('ArrowUp');
  await savedIn(page);
  assert.deepEqual(await titlesIn(page, label), ['The First Ferry', 'The Last Ferry']);
  await buttonOf(page, 'Undo').click();
  assert.deepEqual(await titlesIn(page, label), ['The Last Ferry', 'The First Ferry']);
  await dragTo(page, 'Move The First Ferry', 'Move The Last Ferry');
  assert.deepEqual(await titlesIn(page, label), ['The First Ferry', 'The Last Ferry']);
  await savedIn(page);
  assert.deepEqual(await problemsInBothLooks(reader), []);

  const stored = await site.call(getSeries, { id: 'crossings' }, nora.token);
  assert.deepEqual(
    stored.stories.map(({ title }) => title),
    ['The First Ferry', 'The Last Ferry'],
  );
  reader.assertNoProblems();
  await reader.leave();
});

test('an author orders the chapters of a story by buttons, keys and dragging, and can undo', async () => {
  const { story, chapterIds } = first;
  const reader = await newReader(DESKTOP);
  const { page } = reader;
  await remember(reader, site, nora);
  await openPage(reader, urls.editStory(story.slug));
  const label = 'Chapters of this story';
  await buttonOf(page, 'Move Chapter 3 up').click();
  await savedIn(page);
  assert.deepEqual(await titlesIn(page, label), ['Chapter 1', 'Chapter 3', 'Chapter 2']);
  await dragTo(page, 'Move Chapter 2', 'Move Chapter 1');
  assert.deepEqual(await titlesIn(page, label), ['Chapter 2', 'Chapter 1', 'Chapter 3']);
  await savedIn(page);
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await buttonOf(page, 'Undo').click();
  await buttonOf(page, 'Undo').click();
  await buttonOf(page, 'Undo').waitFor({ state: 'detached' });
  await savedIn(page);
  const { chapters } = await site.call(listChapters, { id: String(story.id) }, nora.token);
  assert.deepEqual(
    chapters.map(({ id }) => id),
    chapterIds,
  );
  reader.assertNoProblems();
  await reader.leave();
});

// Interface, Stories and chapters: /series/:slug is the page of a series
test('a reader without JavaScript finds a series, its stories, and at the end of one the next', async () => {
  const reader = await newReader({ javaScript: false });
  const { page } = reader;
  await reader.open(urls.series('letters-from-abroad'));
  await heading(page, 'Letters From Abroad').waitFor();
  const stories = mainOf(page).getByRole('heading', { level: 3 });
  assert.deepEqual(await stories.allTextContents(), ['Postcard 1', 'Postcard 2', 'Postcard 3']);
  // More stories may follow in it, but none is left out here.
  assert.equal(await mainOf(page).getByText(filterMessages.incomplete).count(), 0);
  await stories.first().getByRole('link').click();
  await mainOf(page).getByText('Part 1 of 3 in Letters From Abroad').waitFor();
  await mainOf(page).getByRole('link', { name: 'Start Reading' }).click();
  await mainOf(page).getByText('Next in the series Letters From Abroad').waitFor();
  await mainOf(page).getByRole('link', { name: 'Postcard 2', exact: true }).click();
  await mainOf(page).getByText('Part 2 of 3 in Letters From Abroad').waitFor();
  await reader.leave();
});

test('an author sees a series of drafts alone, and later what readers see of it', async () => {
  const draft = await site.call(publishStory, { title: 'Nobody’s Ferry', visibility: 'draft' }, nora.token);
  const series = await site.call(createSeries, { title: 'Unlit Crossings' }, nora.token);
  const order = (story_ids: number[]) =>
    site.call(setSeriesStories, { id: String(series.id), story_ids }, nora.token);
  await order([draft.id]);
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, nora);
  await openPage(reader, urls.series(series.slug));
  await mainOf(page).getByText('Only you can see this series').waitFor();
  await mainOf(page).getByRole('link', { name: 'Edit Series' }).waitFor();
  assert.equal(await mainOf(page).getByRole('img').count(), 0);
  assert.equal(await buttonOf(page, /^Follow/).count(), 0);
  await order([draft.id, first.story.id]);
  await openPage(reader, urls.series(series.slug));
  await mainOf(page).getByText('Readers see these stories.').waitFor();
  assert.equal(await mainOf(page).getByText('Only you can see this series').count(), 0);
  assert.equal(await buttonOf(page, /^Follow/).count(), 0);
  await reader.leave();
});

test('an author deletes a series whose changes are not saved, and is not asked about those', async () => {
  const series = await site.call(createSeries, { title: 'Short Crossings' }, nora.token);
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, nora);
  await openPage(reader, urls.editSeries(series.slug));
  await fieldOf(page, 'Title').fill('Shorter Crossings');
  const dialog = page.getByRole('alertdialog', { name: 'Delete Series' });
  // A series that could not be deleted keeps what was typed, and guards it.
  const path = `**/api/series/${series.id}`;
  await page.route(path, (route) => route.abort());
  await buttonOf(page, 'Delete Series').click();
  await dialog.getByRole('button', { name: 'Delete Series' }).click();
  await dialog.getByText(/^Failed to delete series/).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await mainOf(page).getByRole('link', { name: 'Back to Series' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  assert.equal(await fieldOf(page, 'Title').inputValue(), 'Shorter Crossings');
  await page.unroute(path);
  await buttonOf(page, 'Delete Series').click();
  await dialog.getByRole('button', { name: 'Delete Series' }).click();
  await page.getByText('Series deleted').waitFor();
  assert.equal(page.url(), site.url + urls.profile());
  await reader.leave();
});

/** Drags a row by its handle to the place of another, above it. */
async function dragTo(page: Page, handle: string, target: string): Promise<void> {
  const [from, to] = [await buttonOf(page, handle).boundingBox(), await buttonOf(page, target).boundingBox()];
  assert.ok(from && to);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + 2, { steps: 12 });
  await page.mouse.up();
}
