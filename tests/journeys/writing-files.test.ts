import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { fieldOf, newAccount, openPage, remember } from './account-steps.ts';
import { dropFile } from './dropped-file.ts';
import { editorOf, paste } from './writing-steps.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const vera = await newAccount(site, 'vera-files');

async function atTheDesk(options: Parameters<typeof newReader>[0] = {}) {
  const reader = await newReader(options);
  await remember(reader, site, vera);
  await openPage(reader, urls.createStory());
  await editorOf(reader.page).waitFor();
  return reader;
}

test('an author who drops a file on the writing page keeps the page and learns where files go', async () => {
  const reader = await atTheDesk();
  const { page } = reader;
  const message = page.getByText('A chapter takes words, not files.');
  await editorOf(page).pressSequentially('She waited.');
  await dropFile(editorOf(page), 'chapter.docx', '');
  await message.waitFor();
  await page
    .getByRole('button', { name: 'Dismiss' })
    .or(page.getByRole('button', { name: 'Close' }))
    .click();
  await message.waitFor({ state: 'detached' });
  await dropFile(fieldOf(page, 'Title'), 'chapter.docx', '');
  await message.waitFor();
  await editorOf(page).getByText('She waited.').waitFor();

  const image = page.getByRole('dialog', { name: 'Image' });
  await dropFile(editorOf(page), 'lamp.png', 'image/png');
  await image.waitFor();
  await page.keyboard.press('Escape');
  await image.waitFor({ state: 'detached' });
  reader.assertNoProblems();
  await reader.leave();
});

test('a message on a phone leaves the button that publishes in sight', async () => {
  const reader = await atTheDesk({ width: 390 });
  const { page } = reader;
  await dropFile(editorOf(page), 'chapter.docx', '');
  const toast = page.getByRole('alert').filter({ hasText: 'A chapter takes words, not files.' });
  await toast.waitFor();
  await reader.untilPainted();
  const message = await toast.boundingBox();
  const button = await page.getByRole('button', { name: 'Publish Story' }).boundingBox();
  assert.ok(message !== null && button !== null);
  assert.ok(message.y + message.height <= button.y, `${message.y + message.height} px, ${button.y} px`);
  reader.assertNoProblems();
  await reader.leave();
});

test('an author learns which pasted pictures a chapter cannot have', async () => {
  const reader = await atTheDesk();
  const { page } = reader;
  const far = '<img src="https://pictures.invalid/far.png" alt="Far">';
  await paste(page, `<p>Before ${far} <img src="file:///C:/lamp.png"></p>`);
  await editorOf(page).getByText('Picture from pictures.invalid: Far.').waitFor();
  await page.getByText('Pasted without pictures that have no https address').waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('the reason that refuses a long chapter is in sight above the button that was pressed', async () => {
  const reader = await atTheDesk({ width: 390 });
  const { page } = reader;
  await fieldOf(page, 'Title').fill('Tides');
  await paste(page, `<p>${'word '.repeat(20_100)}</p>`);
  await page.getByText('20,100 words', { exact: true }).waitFor();
  await page.keyboard.press('ControlOrMeta+Home');
  const button = page.getByRole('button', { name: 'Publish Story' });
  await button.click();
  const reason = page.getByText('Content is too long. Please keep it under 100,000 characters.');
  await reason.waitFor();
  await reader.untilPainted();
  const [shown, pressed] = [await reason.boundingBox(), await button.boundingBox()];
  assert.ok(shown !== null && pressed !== null);
  assert.ok(shown.y > 0 && shown.y + shown.height <= pressed.y, `${shown.y} px, ${pressed.y} px`);
  reader.assertNoProblems();
  await reader.leave();
});
