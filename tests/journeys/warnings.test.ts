import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createChapter } from '#features/chapters/contract/chapters.ts';
import { publishStory } from '#features/stories/contract/stories.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { get, startSite } from '#tests/support/running-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { urls } from '#urls.ts';
import { buttonOf, fieldOf, heading, mainOf, newAccount, openPage, remember } from './account-steps.ts';
import { readStorage } from './browser-storage.ts';
import { signInAs } from './moderation-steps.ts';

/** A folder for pictures, for looking at them. */
const PICTURES = process.env.STATE_PICTURES;

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const nora = await newAccount(site, 'nora-inkwell');
const content = `<p>${'The lamp was lit at eight. '.repeat(60)}</p>`;

const story = await site.call(
  publishStory,
  { title: 'The Cellar Door', warnings: ['grief'], synopsis: 'A key that nobody asks for.' },
  nora.token,
);
const chapters: number[] = [];
for (const warnings of [['grief'], ['violence', 'horror'], null] as const) {
  const input = { id: String(story.id), title: `Night ${chapters.length + 1}`, content, warnings };
  chapters.push(
    (await site.call(createChapter, { ...input, warnings: warnings && [...warnings] }, nora.token)).id,
  );
}
const [first = 0, second = 0, third = 0] = chapters;

for (const javaScript of [true, false]) {
  const way = javaScript ? 'with script' : 'without script';
  test(`warnings are on the card, the story’s page and before the chapter that adds one, ${way}`, async () => {
    const reader = await newReader({ javaScript, width: 390 });
    const { page } = reader;
    const open = (path: string) => (javaScript ? openPage(reader, path) : page.goto(site.url + path));
    await open(urls.search({ q: 'cellar' }));
    const card = mainOf(page).locator('summary', { hasText: '3 content warnings' });
    await card.click();
    await page.getByText('Grief and loss, Violence, Horror').waitFor();
    await open(urls.story(story.slug));
    await page.getByText('Content warnings: Grief and loss').waitFor();
    await page.getByText('In some chapters: Violence, Horror').waitFor();
    await open(urls.chapter(story.slug, first));
    assert.equal(await page.getByText('This chapter:').count(), 0);
    await open(urls.chapter(story.slug, second));
    const notice = page.getByRole('region', { name: 'Content warnings' });
    await notice.getByText('This chapter: Violence, Horror').first().waitFor();
    await notice.getByRole('link', { name: 'Skip to the next chapter' }).click();
    await page.getByRole('heading', { name: 'Night 3', level: 1 }).waitFor();
    assert.equal(new URL(page.url()).pathname, urls.chapter(story.slug, third));
    await reader.leave();
  });
}

test('a reader who continued is not stopped again during the visit, and Quick exit forgets it', async () => {
  const reader = await newReader();
  const { page } = reader;
  const path = urls.chapter(story.slug, second);
  await openPage(reader, path);
  const notice = page.getByRole('region', { name: 'Content warnings' });
  await notice.getByRole('link', { name: 'Continue' }).click();
  await notice.waitFor({ state: 'hidden' });
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'chapter-begins');
  await openPage(reader, path);
  assert.equal(await notice.isVisible(), false);
  await page.getByRole('link', { name: 'Next' }).first().click();
  await heading(page, 'Night 3').waitFor();
  await page.getByRole('link', { name: 'Previous' }).first().click();
  await heading(page, 'Night 2').waitFor();
  assert.equal(await notice.isVisible(), false);
  await page.evaluate(() => document.dispatchEvent(new Event('sessionended')));
  await openPage(reader, path);
  await notice.waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('folded warnings are behind a press before the first paint, on card, story and chapter', async () => {
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.warnings());
  const row = page.getByRole('radiogroup', { name: 'Horror' });
  await row.getByText('Fold').click();
  assert.equal((await readStorage(page)).local.foldedWarnings, 'horror');
  await openPage(reader, urls.story(story.slug));
  await page.getByText('Content warnings: Grief and loss').waitFor();
  const further = page.getByText('In some chapters: Violence, Horror');
  assert.equal(await further.isVisible(), false);
  await page.getByText('2 content warnings in some chapters').click();
  await page.getByText('Violence, Horror', { exact: true }).waitFor();
  await openPage(reader, urls.chapter(story.slug, second));
  await page.getByText('This chapter: 2 content warnings').waitFor();
  assert.equal(await page.getByText('This chapter: Violence, Horror').isVisible(), false);
  await openPage(reader, urls.warnings());
  await row.getByText('Show').click();
  assert.equal((await readStorage(page)).local.foldedWarnings, undefined);
  await openPage(reader, urls.chapter(story.slug, second));
  await page.getByText('This chapter: Violence, Horror').waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

// Interface, Stories and chapters: Warnings are null while the author has not been asked
test('an author who has not said what to expect is asked on the story’s page until they do', async () => {
  const silent = await site.call(publishStory, { title: 'Not a Word' }, nora.token);
  await site.call(createChapter, { id: String(silent.id), title: 'One', content }, nora.token);
  const guest = await get(site, urls.story(silent.slug));
  assert.doesNotMatch(guest.text, /What should readers expect/);
  const author = await newReader();
  await remember(author, site, nora);
  const { page } = author;
  await openPage(author, urls.story(silent.slug));
  const form = page.getByRole('form', { name: 'Content warnings' });
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Choose what applies, or one of the last two').waitFor();
  await form.getByLabel('Death').check();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Content warnings: Death').waitFor();
  await form.waitFor({ state: 'hidden' });
  await openPage(author, urls.editStory(silent.slug));
  await fieldOf(page, 'Horror').check();
  await buttonOf(page, 'Update Story').click();
  await page.getByText('Content warnings: Death, Horror').waitFor();
  author.assertNoProblems();
  await author.leave();
});

test('a moderator adds a warning on the story’s page, and readers see it beside the author’s', async () => {
  const dora = await site.within((context) => signedIn(context, 'dora-keeps', { role: 'moderator' }));
  for (const width of [1280, 390]) {
    const moderator = await newReader({ width });
    await signInAs(moderator, site, dora);
    const { page } = moderator;
    await openPage(moderator, urls.story(story.slug));
    await page.getByRole('button', { name: 'Warnings', exact: true }).click();
    const form = page.getByRole('form', { name: 'Content warnings by staff' });
    await form.getByLabel('Substance use').setChecked(width === 1280);
    await form.getByLabel('Reason').fill('It is in the second scene.');
    if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/staff-${width}.png` });
    await form.getByRole('button', { name: 'Save' }).click();
    const names = width === 1280 ? 'Substance use, Grief and loss' : 'Grief and loss';
    await page.getByText(`Content warnings: ${names}`, { exact: true }).waitFor();
    moderator.assertNoProblems();
    await moderator.leave();
  }
});
