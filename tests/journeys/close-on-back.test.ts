import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { heading, openPage } from './account-steps.ts';

/** Windows and menus over a page that a reader leaves, or that the Back button of a phone closes. */

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);

interface Watcher {
  requestClose(): void;
}

declare global {
  interface Window {
    watchers: Watcher[];
  }
}

const windows = (page: Page) => page.locator('[role="dialog"], [role="alertdialog"], [role="menu"]');

/** A phone whose Back button the test can press: the latest watcher of the page gets its request. */
async function newPhone(): Promise<Reader & { pressBack: () => Promise<void> }> {
  const reader = await newReader({ width: 390, touch: true });
  await reader.page.addInitScript(() => {
    window.watchers = [];
    const Watcher = window.CloseWatcher as unknown as new () => Watcher;
    window.CloseWatcher = class extends Watcher {
      constructor() {
        super();
        window.watchers.push(this);
      }
    } as unknown as NonNullable<Window['CloseWatcher']>;
  });
  return { ...reader, pressBack: () => reader.page.evaluate(() => window.watchers.at(-1)?.requestClose()) };
}

test('the list of keys does not stay over the page that it leads to, nor over the page before', async () => {
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.authors());
  await page.keyboard.press('?');
  await windows(page).getByRole('link', { name: 'More about the keyboard' }).press('Enter');
  await heading(page, 'Help').waitFor();
  await windows(page).waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await windows(page).waitFor();
  await page.goBack();
  await heading(page, 'Authors').waitFor();
  await windows(page).waitFor({ state: 'detached' });
  reader.assertNoProblems();
  await reader.leave();
});

test('on a phone the Back button closes the search, a menu and the reading settings, not the page', async () => {
  const reader = await newPhone();
  const { page } = reader;
  await openPage(reader, urls.story('the-shared-meter'));
  const address = page.url();
  await page.getByRole('button', { name: 'Open menu' }).tap();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Search' }).tap();
  await windows(page).waitFor();
  await reader.pressBack();
  await windows(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Close menu' }).tap();

  const options = page.getByRole('button', { name: 'Story options' });
  for (const _ of ['the first press loads the menu', 'the second opens it again']) {
    await options.tap();
    await windows(page).waitFor();
    await reader.pressBack();
    await windows(page).waitFor({ state: 'detached' });
  }
  assert.equal(page.url(), address);

  await page.getByRole('link', { name: 'Start Reading' }).first().tap();
  await page.getByRole('button', { name: 'Reading settings' }).tap();
  await windows(page).waitFor();
  await reader.pressBack();
  await windows(page).waitFor({ state: 'detached' });
  assert.match(page.url(), /\/chapter\/\d+$/);
  reader.assertNoProblems();
  await reader.leave();
});
