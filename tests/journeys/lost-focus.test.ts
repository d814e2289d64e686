import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { mainOf, newAccount, newSession, openPage, remember } from './account-steps.ts';

/** The keyboard's place on a page from which the pressed button goes. */

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);

test('the focus goes to the neighbouring row when a row goes', async () => {
  const session = await newAccount(site, 'four-devices');
  for (let device = 0; device < 3; device += 1) await newSession(site, 'four-devices');
  const reader = await newReader({ width: 390 });
  await remember(reader, site, session);
  const { page } = reader;
  await openPage(reader, urls.profile('settings'));
  const signOut = mainOf(page).getByRole('button', { name: /^Sign out (?!everywhere)/ });
  await signOut.first().waitFor();
  assert.equal(await signOut.count(), 3);

  const second = await signOut.nth(1).evaluateHandle((button) => button.closest('li'));
  await signOut.first().press('Enter');
  await page.waitForFunction((row) => row === document.activeElement, second);
  // From the row, Tab leads to its button.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForFunction((row) => row?.isConnected === false, second);
  await mainOf(page).locator('li:focus').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const thisOne = mainOf(page).getByRole('listitem').filter({ hasText: 'This one' });
  await thisOne.and(page.locator(':focus[tabindex]')).waitFor();
  assert.equal(await signOut.count(), 0);
  await page.keyboard.press('Tab');
  await thisOne.and(page.locator(':not([tabindex])')).waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('the focus stays nowhere after a press beside all controls', async () => {
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.authors());
  await page.waitForLoadState('networkidle');
  const focusLink = () => page.evaluate(() => document.querySelector<HTMLElement>('main a')?.focus());
  const removeLink = () => page.evaluate(() => document.querySelector('main a')?.remove());
  await focusLink();
  await removeLink();
  await untilFocusIsIn(page, 'main');
  await focusLink();
  await page.locator('footer').click({ position: { x: 2, y: 2 } });
  await removeLink();
  await reader.untilPainted();
  assert.equal(await page.evaluate(() => document.activeElement?.localName), 'body');
  await reader.leave();
});

function untilFocusIsIn(page: Page, selector: string): Promise<unknown> {
  return page.waitForFunction((within) => document.activeElement?.closest(within), selector);
}
