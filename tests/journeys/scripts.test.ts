import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { createChapter } from '#features/chapters/contract/chapters.ts';
import { publishStory } from '#features/stories/contract/stories.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { newAccount, openPage, remember } from './account-steps.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);

const writer = await newAccount(site, 'layla-writes');
const story = await site.call(
  publishStory,
  { title: 'مرحبا، يا مطر!', language: 'ar', visibility: 'link' },
  writer.token,
);
const chapter = await site.call(
  createChapter,
  { id: story.slug, title: 'الفصل الأول!', content: '<p>كانت تجلس قرب النافذة.</p>' },
  writer.token,
);

test('an author ends tags by the commas of a Chinese, Japanese or Arabic keyboard', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, writer);
  await openPage(reader, urls.createStory());
  const tags = page.getByRole('combobox', { name: 'Tags' });
  await tags.waitFor();
  await tags.pressSequentially('爱情，都市、حب،');
  const chosen = page.getByRole('list', { name: 'Chosen tags' }).getByRole('listitem');
  assert.deepEqual(await chosen.allTextContents(), ['爱情', '都市', 'حب']);
  reader.assertNoProblems();
  await reader.leave();
});

test('a search shows an Arabic title and its words in their language, from the right', async () => {
  const { slug } = await site.call(publishStory, { title: 'مرحبا، يا مطر!', language: 'ar' }, writer.token);
  await site.call(createChapter, { id: slug, title: 'واحد', content: '<p>النافذة.</p>' }, writer.token);
  const reader = await newReader();
  const { page } = reader;
  const startsOnRight = (place: Locator) =>
    place.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      // A cover may stand at the end of the line.
      const { left, right } = range.getBoundingClientRect();
      const box = element.closest('h4, [role=option]')?.getBoundingClientRect();
      return box !== undefined && left - box.left > box.right - right;
    });
  await openPage(reader, urls.search({ q: 'مطر' }));
  const title = page.getByRole('article').locator('h4 [lang=ar]');
  await title.waitFor();
  assert.ok(await startsOnRight(title), 'the title of a result starts on the left');
  await openPage(reader, urls.home());
  await page.keyboard.press('/');
  const box = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
  await box.fill('مرح');
  const suggested = page.getByRole('option').getByText('مرحبا، يا مطر!');
  await suggested.waitFor();
  assert.ok(await startsOnRight(suggested), 'the suggested title starts on the left');
  await box.fill('النافذة');
  await page.keyboard.press('Enter');
  const found = page.getByRole('option').locator('[lang=ar]').first();
  await found.waitFor();
  assert.ok(await startsOnRight(found), 'the title found starts on the left');
  reader.assertNoProblems();
  await reader.leave();
});

test('a link with Arabic words has its signs at the ends where its reader expects them', async () => {
  const reader = await newReader();
  const { page } = reader;
  for (const [path, name] of [
    [urls.chapter(story.slug, chapter.id), 'مرحبا، يا مطر!'],
    [urls.story(story.slug), 'الفصل الأول!'],
  ] as const) {
    await openPage(reader, path);
    const link = page.getByRole('main').getByRole('link', { name, exact: true }).first();
    const [first, last] = await link.evaluate((element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const text = texts.nextNode() as Text;
      const range = document.createRange();
      return [0, text.length - 1].map((at) => {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect().left;
      });
    });
    assert.ok(Number(last) < Number(first), `${name} ends at ${last} and begins at ${first}`);
  }
  reader.assertNoProblems();
  await reader.leave();
});
