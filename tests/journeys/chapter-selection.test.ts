import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ChapterEntry, chapterMessages, listChapters } from '#features/chapters/contract/chapters.ts';
import {
  changeChapters,
  deleteChapters,
  severalMessages,
} from '#features/chapters/contract/several-chapters.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { buttonOf, mainOf, newAccount, openPage, remember } from './account-steps.ts';
import { PHONE, problemsInBothLooks } from './viewports.ts';
import { newStory } from './writing-steps.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const session = await newAccount(site, 'fridays');
const TEXT = '<p>She was forty-one, and late again.</p>';

type Story = Awaited<ReturnType<typeof newSerial>>;

/** A story of chapters 1 to 6, or more; all but the first are drafts. */
async function newSerial(title: string, count = 6) {
  const serial = await newStory(site, session, title, Array(count).fill(TEXT));
  const drafts = serial.chapterIds.slice(1).map((id) => ({ id, state: 'draft' as const }));
  await site.call(changeChapters, { id: String(serial.story.id), chapters: drafts }, session.token);
  return serial;
}

async function stored({ story }: Story): Promise<ChapterEntry[]> {
  return (await site.call(listChapters, { id: String(story.id) }, session.token)).chapters;
}

const boxOf = (page: Page, title: string) =>
  mainOf(page).getByRole('checkbox', { name: `Select ${title}`, exact: true });
const bar = (page: Page) => mainOf(page).getByRole('group', { name: 'Selected chapters' });
const dialogOf = (page: Page) => page.getByRole('dialog');
const rowsOf = (page: Page) =>
  mainOf(page).getByRole('list', { name: 'Chapters of this story' }).getByRole('listitem');
const saidIn = (page: Page, text: string) => mainOf(page).getByRole('status').getByText(text).waitFor();

async function openAction(page: Page, name: string) {
  await bar(page).getByRole('button', { name }).click();
  await dialogOf(page).waitFor();
}

test('an author schedules a serial for Fridays and takes it back', async () => {
  const serial = await newSerial('The Friday Ferry');
  const reader = await newReader(PHONE);
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.editStory(serial.story.slug));
  await boxOf(page, 'Chapter 2').click();
  await boxOf(page, 'Chapter 4').click({ modifiers: ['Shift'] });
  await bar(page).getByText('3 chapters selected').waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await openAction(page, 'Publish…');
  await dialogOf(page).getByLabel('When').selectOption('One after another');
  await dialogOf(page).getByRole('button', { name: 'Schedule' }).click();
  await dialogOf(page).getByText('A scheduled chapter needs the time of its publication').waitFor();
  await dialogOf(page).getByLabel('The first one on').fill('2020-10-18T18:00');
  await dialogOf(page).getByRole('button', { name: 'Schedule' }).click();
  await dialogOf(page).getByText(chapterMessages.publishAtPassed).waitFor();
  await dialogOf(page).getByLabel('The first one on').fill('2126-10-18T18:00');
  await dialogOf(page).getByLabel('Time zone').selectOption('Europe/Berlin');
  const plan = dialogOf(page).getByRole('list', { name: 'Times of publication' }).getByRole('listitem');
  assert.deepEqual(await plan.allTextContents(), [
    'Chapter 2Fri, 18 October 2126 at 18:00',
    'Chapter 3Fri, 25 October 2126 at 18:00',
    'Chapter 4Fri, 1 November 2126 at 18:00',
  ]);
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await dialogOf(page).getByRole('button', { name: 'Schedule' }).click();
  await saidIn(page, '3 chapters scheduled');
  await rowsOf(page)
    .nth(1)
    .getByText(/^Scheduled for .* 18 October 2126$/)
    .waitFor();
  const times = (await stored(serial)).map(({ publish_at }) => publish_at);
  assert.deepEqual(times.slice(0, 5), [
    null,
    '2126-10-18T16:00:00.000Z',
    '2126-10-25T16:00:00.000Z',
    '2126-11-01T17:00:00.000Z',
    null,
  ]);
  await buttonOf(page, 'Undo').click();
  await saidIn(page, 'Undone');
  const states = (await stored(serial)).map(({ state }) => state);
  assert.deepEqual(states, ['published', 'draft', 'draft', 'draft', 'draft', 'draft']);
  reader.assertNoProblems();
  await reader.leave();
});

test('an author selects by keyboard, moves chapters into a volume, publishes and deletes them', async () => {
  const serial = await newSerial('Keys of a Ferry');
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.editStory(serial.story.slug));
  const titles = async () => (await stored(serial)).map(({ title }) => title.at(-1)).join('');

  await boxOf(page, 'Chapter 5').press('Shift+ArrowDown');
  assert.ok(await boxOf(page, 'Chapter 6').evaluate((box) => box === document.activeElement));
  await openAction(page, 'Volume…');
  await dialogOf(page)
    .getByRole('combobox', { name: /^Volume/ })
    .fill('Book Two');
  await page.keyboard.press('Enter');
  await saidIn(page, '2 chapters put into Book Two');
  await rowsOf(page).nth(5).getByText('Book Two').waitFor();

  await boxOf(page, 'Chapter 6').press('Escape');
  await bar(page).waitFor({ state: 'detached' });
  await boxOf(page, 'Chapter 2').press('Space');
  await openAction(page, 'Move…');
  await dialogOf(page).getByLabel('Place').selectOption('To the end of Book Two');
  await dialogOf(page).getByRole('button', { name: 'Move' }).click();
  await saidIn(page, '1 chapter moved');
  assert.equal(await titles(), '134562');
  assert.equal((await stored(serial)).at(-1)?.volume, 'Book Two');
  await buttonOf(page, 'Undo').click();
  await saidIn(page, 'Undone');
  assert.equal(await titles(), '123456');
  assert.equal((await stored(serial))[1]?.volume, null);

  await boxOf(page, 'Chapter 2').press('Control+a');
  await bar(page).getByText('6 chapters selected').waitFor();
  await openAction(page, 'Publish…');
  await dialogOf(page).getByText('One of them is published already and will not change.').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Publish' }).click();
  await saidIn(page, '5 chapters published');
  assert.ok((await stored(serial)).every(({ state }) => state === 'published'));

  await mainOf(page).getByRole('checkbox', { name: 'Select all' }).uncheck();
  await boxOf(page, 'Chapter 3').click();
  await boxOf(page, 'Chapter 6').click();
  await openDelete(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 chapters' }).click();
  await saidIn(page, '2 chapters deleted');
  assert.equal(await titles(), '1245');
  await mainOf(page).getByRole('region', { name: 'Chapters' }).and(page.locator(':focus')).waitFor();
  // The same dialog deletes again.
  await boxOf(page, 'Chapter 5').click();
  await bar(page).getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 1 chapter' }).click();
  await saidIn(page, '1 chapter deleted');
  assert.equal(await titles(), '124');
  reader.assertNoProblems();
  await reader.leave();
});

test('a chapter that another window has deleted is named, and the others can go on', async () => {
  const serial = await newSerial('Two Windows');
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.editStory(serial.story.slug));
  await boxOf(page, 'Chapter 2').click();
  await boxOf(page, 'Chapter 3').click();
  const input = { id: String(serial.story.id), chapter_ids: serial.chapterIds.slice(2, 3) };
  await site.call(deleteChapters, input, session.token);
  await openAction(page, 'Publish…');
  await dialogOf(page).getByRole('button', { name: 'Publish' }).click();
  await dialogOf(page).getByText('No longer in this story: “Chapter 3”. Nothing was changed').waitFor();
  assert.equal((await stored(serial))[1]?.state, 'draft');
  await dialogOf(page).getByRole('button', { name: 'Publish' }).click();
  await saidIn(page, '1 chapter published');
  assert.equal((await stored(serial))[1]?.state, 'published');
  await reader.leave();
});

test('an author whose page is out of date is shown the chapters as they are, and can go on', async () => {
  const serial = await newSerial('Out of Date');
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.editStory(serial.story.slug));
  await boxOf(page, 'Chapter 1').waitFor();
  const id = String(serial.story.id);
  const titles = async () => (await stored(serial)).map(({ title }) => title.at(-1)).join('');
  await site.call(deleteChapters, { id, chapter_ids: serial.chapterIds.slice(2, 3) }, session.token);
  await buttonOf(page, 'Move Chapter 2').press('ArrowUp');
  await mainOf(page).getByText(severalMessages.changedElsewhere).waitFor();
  await boxOf(page, 'Chapter 3').waitFor({ state: 'detached' });
  await buttonOf(page, 'Move Chapter 2').press('ArrowUp');
  await mainOf(page).getByText('Saved', { exact: true }).waitFor();
  assert.equal(await titles(), '21456');

  await site.call(deleteChapters, { id, chapter_ids: serial.chapterIds.slice(4, 5) }, session.token);
  await boxOf(page, 'Chapter 6').click();
  await openAction(page, 'Move…');
  await dialogOf(page).getByLabel('Place').selectOption('After Chapter 4');
  await dialogOf(page).getByRole('button', { name: 'Move' }).click();
  await dialogOf(page).getByText(severalMessages.changedElsewhere).waitFor();
  await reader.leave();
});

test('an author who moves a whole volume is not offered its end', async () => {
  const serial = await newSerial('Whole Volumes');
  const volume = 'Book One';
  const chapters = serial.chapterIds.slice(0, 2).map((id) => ({ id, volume }));
  await site.call(changeChapters, { id: String(serial.story.id), chapters }, session.token);
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.editStory(serial.story.slug));
  await boxOf(page, 'Chapter 1').click();
  await openAction(page, 'Move…');
  const end = dialogOf(page).getByRole('option', { name: `To the end of ${volume}` });
  assert.equal(await end.count(), 1);
  await page.keyboard.press('Escape');
  await boxOf(page, 'Chapter 2').click();
  await openAction(page, 'Move…');
  assert.equal(await end.count(), 0);
  await reader.leave();
});

async function openDelete(page: Page) {
  await bar(page).getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('alertdialog').getByText('“Chapter 3” and “Chapter 6”').waitFor();
}

test('an author comes to what is not published from the story and from their stories', async () => {
  const serial = await newSerial('Written Ahead', 9);
  const { slug, title } = serial.story;
  const reader = await newReader(PHONE);
  const { page } = reader;
  await openPage(reader, urls.story(slug));
  const list = mainOf(page).getByRole('region', { name: 'Not published yet' });
  const chapterTwo = list.getByRole('link', { name: 'Chapter 2', exact: true });
  await page.waitForLoadState('networkidle');
  assert.equal(await list.count(), 0);
  await remember(reader, site, session);
  await openPage(reader, urls.story(slug));
  await chapterTwo.waitFor();
  assert.equal(await list.getByRole('listitem').first().textContent(), 'Chapter 2DraftPublish… Chapter 2');
  assert.equal(await list.getByRole('listitem').count(), 6);
  await list.getByRole('link', { name: 'And 2 others' }).waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await chapterTwo.click();
  await page.waitForURL(`**${urls.editChapter(slug, serial.chapterIds[1] ?? 0)}`);

  await openPage(reader, urls.profile());
  await mainOf(page)
    .getByRole('link', { name: `Edit ${title}` })
    .waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await mainOf(page)
    .getByRole('link', { name: `Add Chapter to ${title}` })
    .click();
  await page.waitForURL(`**${urls.addChapter(slug)}`);
  reader.assertNoProblems();
  await reader.leave();
});
