import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { createChapter, listChapters } from '#features/chapters/contract/chapters.ts';
import { importMessages, listImports } from '#features/imports/contract.ts';
import { importAddress } from '#features/imports/rules/addresses.ts';
import { addPenName } from '#features/pen-names/contract.ts';
import { getStory, listStories, publishStory } from '#features/stories/contract/stories.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { buttonOf, fieldOf, heading, mainOf, newAccount, openPage, remember } from './account-steps.ts';
import { dropFile } from './dropped-file.ts';
import { PHONE, problemsInBothLooks } from './viewports.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);

const markdown = (name: string, text: string) => ({
  ...{ name, mimeType: 'text/markdown', buffer: Buffer.from(text) },
});
const FERRY = markdown(
  'ferry.md',
  '# The Ferry\n\n## One\n\nShe waited.\n\n***\n\nHe came.\n\n## Two\n\nThey left.\n\n## Notes\n\nUnwanted.',
);
const QUAY = markdown('quay.md', '# The Quay\n\n## First\n\nRain.\n\n## Second\n\nSun.');

async function choose(page: Page, files: (typeof FERRY)[]) {
  await page.getByLabel('Choose files', { exact: true }).and(page.locator('input')).setInputFiles(files);
}

test('an author who drops a file beside the field still imports it', async () => {
  const author = await newAccount(site, 'careless-dropper');
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, author);
  await openPage(reader, urls.import());
  await buttonOf(page, 'Choose files').waitFor();
  await dropFile(heading(page, 'Import stories'), 'ferry.md', 'text/markdown');
  await buttonOf(page, 'Remove ferry.md').waitFor();
  await buttonOf(page, 'Read 1 file').waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('an author imports stories from files and adjusts them first', async () => {
  const author = await newAccount(site, 'importer');
  const reader = await newReader(PHONE);
  const { page } = reader;
  await remember(reader, site, author);
  await openPage(reader, urls.createStory());
  await page.getByRole('link', { name: 'Import it from a file' }).click();
  await heading(page, 'Import stories').waitFor();

  // Files that can't be read are named before anything is sent.
  const wrong = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('x') };
  await choose(page, [FERRY, QUAY, wrong]);
  await mainOf(page).getByText(importMessages.unknownKind).waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await buttonOf(page, 'Remove photo.png').click();
  await buttonOf(page, 'Read 2 files').click();
  await heading(page, 'Your import').waitFor();
  await mainOf(page).getByText('2 stories, 5 chapters').waitFor();
  assert.match(new URL(page.url()).pathname, /^\/import\/\d+$/);

  // The preview waits for its author, who comes back by the list.
  await openPage(reader, urls.import());
  await page.getByRole('link', { name: 'ferry.md, quay.md' }).click();
  await mainOf(page).getByLabel('Import “The Quay”').uncheck();
  await mainOf(page).getByText('1 story, 3 chapters').waitFor();
  await page.getByText('Chapters', { exact: true }).click();
  await buttonOf(page, 'Leave out chapter 3').click();
  await buttonOf(page, 'Join chapter 2 with the one above').click();
  await mainOf(page).getByText('1 story, 1 chapter,').waitFor();
  await buttonOf(page, 'Undo').click();
  await mainOf(page).getByText('1 story, 2 chapters').waitFor();
  await page.getByText('Split chapter 1').click();
  await buttonOf(page, /^Begin a chapter at/).click();
  await mainOf(page).getByText('1 story, 3 chapters').waitFor();
  await fieldOf(page, 'Title of chapter 2').fill('Meanwhile');
  await fieldOf(page, 'Title').fill('The Last Ferry');
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await fieldOf(page, 'Who can see them').selectOption('members');
  await buttonOf(page, 'Import 1 story').click();
  await heading(page, '1 story imported').waitFor();
  await mainOf(page).getByText(importMessages.acceptedVisible).waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await mainOf(page).getByRole('link', { name: 'The Last Ferry', exact: true }).click();
  await heading(page, 'The Last Ferry').waitFor();

  const { stories } = await site.call(listStories, { account_id: author.user.id }, author.token);
  assert.equal(stories.length, 1);
  const id = String(stories[0]?.id);
  const { visibility } = await site.call(getStory, { id }, author.token);
  const { chapters } = await site.call(listChapters, { id }, author.token);
  assert.deepEqual(
    [visibility, chapters.map(({ title }) => title)],
    ['members', ['One', 'Meanwhile', 'Two']],
  );

  // The same title once more is pointed out.
  await openPage(reader, urls.import());
  await choose(page, [markdown('again.md', '# The last ferry\n\n## One\n\nShe waited.')]);
  await buttonOf(page, 'Read 1 file').click();
  await mainOf(page).getByText('You have a story The Last Ferry already.').waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  const [story] = await Promise.all([
    page.waitForEvent('popup'),
    mainOf(page).getByRole('link', { name: 'The Last Ferry' }).click(),
  ]);
  await heading(story, 'The Last Ferry').waitFor();
  await story.close();
  await openPage(reader, urls.story(stories[0]?.slug ?? ''));

  // The author takes the story along again.
  await page.getByRole('button', { name: 'Download this story' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Markdown' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /^the-last-ferry.*\.md$/);
  reader.assertNoProblems();
  await reader.leave();
});

test('an author adds the chapters of a file to a story', async () => {
  const author = await newAccount(site, 'extender');
  const story = await site.call(publishStory, { title: 'The Pier' }, author.token);
  const id = String(story.id);
  await site.call(createChapter, { id, title: 'One', content: '<p>Wind.</p>' }, author.token);
  const reader = await newReader(PHONE);
  const { page } = reader;
  await remember(reader, site, author);
  await openPage(reader, urls.editStory(story.slug));
  await page.getByRole('link', { name: 'Import from a file' }).click();
  await heading(page, 'Import from a file').waitFor();
  await mainOf(page).getByText(story.title, { exact: true }).waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await choose(page, [QUAY, markdown('rain.txt', 'It rained.')]);
  await buttonOf(page, 'Read 2 files').click();
  await mainOf(page).getByText('3 chapters, 4 words').waitFor();
  assert.equal(await mainOf(page).getByLabel('Who can see them').count(), 0);
  for (const summary of await page.getByText('Chapters', { exact: true }).all()) await summary.click();
  assert.equal(await mainOf(page).getByRole('textbox').last().inputValue(), 'rain');
  await buttonOf(page, 'Leave out chapter 2').click();
  assert.deepEqual(await problemsInBothLooks(reader), []);

  // The import waits for its author on the story's page, too.
  await openPage(reader, importAddress(story.slug));
  await page.getByRole('link', { name: 'quay.md, rain.txt' }).click();
  await buttonOf(page, 'Add 3 chapters').click();
  await page.getByText(importMessages.chaptersAdded).waitFor();
  await page.waitForURL(`**${urls.editStory(story.slug)}`);
  await mainOf(page).getByText('rain', { exact: true }).waitFor();
  const { chapters } = await site.call(listChapters, { id }, author.token);
  assert.deepEqual(
    chapters.map(({ title, state }) => [title, state]),
    [
      ['One', 'published'],
      ['First', 'draft'],
      ['Second', 'draft'],
      ['rain', 'draft'],
    ],
  );

  await openPage(reader, importAddress(story.slug));
  await choose(page, [markdown('two.md', '# Later\n\nSnow.')]);
  await buttonOf(page, 'Read 1 file').click();
  await fieldOf(page, 'Publication').selectOption('published');
  await buttonOf(page, 'Add 1 chapter').click();
  await page.getByText(importMessages.chaptersPublished).waitFor();
  assert.deepEqual(
    (await site.call(listChapters, { id })).chapters.map(({ title }) => title),
    ['One', 'Later'],
  );

  await openPage(reader, importAddress('the-ferry'));
  await page.getByText(/Story not found|do not have permission/).waitFor();
  reader.problems.splice(0);
  await reader.leave();
});

test('an author imports under another pen name, and confirms its first work', async () => {
  const author = await newAccount(site, 'two-desks');
  const penName = await site.call(addPenName, { username: 'desk-two' }, author.token);
  const reader = await newReader({ width: 390 });
  const { page } = reader;
  await remember(reader, site, { ...author, user: { ...author.user, pen_name_ids: [penName.id] } });
  await openPage(reader, urls.import());
  await choose(page, [QUAY]);
  await buttonOf(page, 'Read 1 file').click();
  await fieldOf(page, 'Publish as').selectOption('desk-two');
  await buttonOf(page, 'Import 1 story').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish under this name' }).click();
  await heading(page, '1 story imported').waitFor();
  const { stories } = await site.call(listStories, { account_id: author.user.id }, author.token);
  assert.deepEqual(
    stories.map(({ title, author_username }) => [title, author_username]),
    [['The Quay', 'desk-two']],
  );
  reader.assertNoProblems();
  await reader.leave();
});

test('files that cannot be read are named with the reason, and the import can be discarded', async () => {
  const reader = await newReader(PHONE);
  const { page } = reader;
  await remember(reader, site, await newAccount(site, 'importer-of-nothing'));
  await openPage(reader, urls.import());
  await choose(page, [{ name: 'old.docx', mimeType: '', buffer: Buffer.from('not a Word document') }]);
  await buttonOf(page, 'Read 1 file').click();
  await mainOf(page).getByText('old.docx: The file is damaged, or not what its name says.').waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await buttonOf(page, 'Discard').click();
  await page.getByRole('button', { name: 'Discard Import' }).click();
  await heading(page, 'Import stories').waitFor();
  assert.equal(await mainOf(page).getByText('Waiting for you').count(), 0);
  reader.assertNoProblems();
  await reader.leave();
});

test('a transfer whose answer is lost keeps the chosen files, and is one import when it is repeated', async () => {
  const reader = await newReader({ width: 1280 });
  const { page } = reader;
  const author = await newAccount(site, 'importer-on-a-train');
  await remember(reader, site, author);
  await openPage(reader, urls.import());
  await choose(page, [QUAY]);
  await page.route('**/api/imports', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await buttonOf(page, 'Read 1 file').click();
  await mainOf(page).getByText('The site can’t be reached.').waitFor();
  await mainOf(page).getByText('quay.md').waitFor();
  await page.unroute('**/api/imports');
  reader.problems.splice(0);
  await buttonOf(page, 'Read 1 file').click();
  await mainOf(page).getByText('1 story, 2 chapters').waitFor();
  assert.equal((await site.call(listImports, {}, author.token)).imports.length, 1);
  reader.assertNoProblems();
  await reader.leave();
});

test('an import that is still being read can be discarded by a button of the usual size', async () => {
  const author = await newAccount(site, 'importer-slow');
  const reader = await newReader({ width: 1280 });
  const { page } = reader;
  await remember(reader, site, author);
  const reading = { id: 1, state: 'reading', files_read: 1, files_total: 2, problems: [], stories: [] };
  await page.route('**/api/imports/1', (route) => route.fulfill({ json: { success: true, data: reading } }));
  await openPage(reader, urls.importPreview(1));
  await page.getByText('Reading your files: 1 of 2').waitFor();
  const width = (await buttonOf(page, 'Discard').boundingBox())?.width ?? 0;
  assert.ok(width > 0 && width < 200, `${width} pixels`);
  await buttonOf(page, 'Discard').click();
  const question = page.getByRole('alertdialog', { name: 'Discard Import' });
  await question.waitFor();
  reading.state = 'failed';
  await page.getByText('Choose other files').waitFor();
  assert.equal(await question.isVisible(), true, 'the question stays when the files are read');
  await reader.leave();
});
