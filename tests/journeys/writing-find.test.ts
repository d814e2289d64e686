import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { newAccount, openPage, remember } from './account-steps.ts';
import { applyViewport, problemsIn, VIEWPORTS } from './viewports.ts';
import { editorOf, newStory, pressInEditor } from './writing-steps.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const session = await newAccount(site, 'seeker');
const text = '<p>The <em>lamp</em> burns.</p><p>No Lamp, no lamp.</p>';
const { story, chapterIds } = await newStory(site, session, 'Lamps', [text]);

for (const viewport of VIEWPORTS) {
  test(`an author finds and replaces by keyboard: ${viewport.width} pixels`, async () => {
    const reader = await newReader({ theme: viewport.theme, width: viewport.width });
    const { page } = reader;
    await remember(reader, site, session);
    await applyViewport(reader, viewport);
    await openPage(reader, urls.editChapter(story.slug, chapterIds[0] ?? 0));
    await pressInEditor(page, 'ControlOrMeta+Home');
    await page.keyboard.press('ControlOrMeta+f');
    const bar = page.getByRole('search', { name: 'Find and replace' });
    const status = bar.getByRole('status');
    await bar.getByLabel('Find', { exact: true }).fill('lamp');
    await status.getByText('3 matches').waitFor();
    await page.keyboard.press('Enter');
    await status.getByText('1 of 3').waitFor();
    await page.keyboard.press('Shift+Enter');
    await status.getByText('3 of 3').waitFor();
    await bar.getByLabel('Match case').check();
    await status.getByText('2 of 2').waitFor();
    await bar.getByLabel('Replace with').fill('candle');
    await page.keyboard.press('Enter');
    assert.equal(await editorOf(page).textContent(), 'The lamp burns.No Lamp, no candle.');
    await bar.getByRole('button', { name: 'Replace all' }).click();
    await status.getByText('1 match replaced').waitFor();
    assert.equal(await editorOf(page).locator('em').textContent(), 'candle');
    assert.deepEqual(await problemsIn(reader, viewport), []);
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+z');
    assert.equal(await editorOf(page).locator('em').textContent(), 'lamp');
  });
}
