import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { STORY_PAGE_SIZE } from '#features/stories/contract/stories.ts';
import { addStory } from '#tests/support/add-story.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { holdRequests } from '#tests/support/hold-requests.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import {
  barOf,
  heading,
  mainOf,
  newAccount,
  newSession,
  openPage,
  remember,
  userMenu,
} from './account-steps.ts';

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

test('going back gives the focus to the link by which a reader left, and a new page begins at its title', async () => {
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.allStories());
  await page.waitForLoadState('networkidle');
  const link = mainOf(page).locator('li a[href^="/story/"]').nth(6);
  const title = await link.textContent();
  await link.press('Enter');
  await heading(page, title ?? '').waitFor();
  await page.waitForFunction(() => document.activeElement?.localName === 'h1');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), title);
  await page.goBack();
  await link.and(page.locator(':focus')).waitFor();
  assert.equal(await link.textContent(), title);
  await page.goForward();
  await heading(page, title ?? '').waitFor();
  await page.waitForFunction(() => document.activeElement?.localName === 'h1');
  reader.assertNoProblems();
  await reader.leave();
});

test('a link to a place on another page gives that place the focus', async () => {
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.takedownRequest());
  await page.waitForLoadState('networkidle');
  await mainOf(page).locator(`a[href="${urls.terms()}#dmca"]`).press('Enter');
  await mainOf(page).locator('#dmca:focus').waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('the title keeps the focus when a page takes the place of its outline', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, await newAccount(site, 'brings-files'));
  const { release } = await holdRequests(page, '**/assets/import-files-*.js');
  await openPage(reader, urls.createStory());
  await mainOf(page).getByRole('link', { name: 'Import it from a file' }).press('Enter');
  const title = heading(page, 'Import stories');
  await title.and(page.locator(':focus')).waitFor();
  const outline = await title.elementHandle();
  release();
  await page.waitForFunction((one) => one?.isConnected === false, outline);
  await title.and(page.locator(':focus')).waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('the opened menu of a small screen is where Tab goes on', async () => {
  const reader = await newReader({ width: 390 });
  const { page } = reader;
  await openPage(reader, urls.authors());
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Open menu' }).press('Enter');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Stories' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Tab');
  await menu.getByRole('link', { name: 'Tags' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open menu' }).and(page.locator(':focus')).waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('the focus stays in the bar when a reader signs out', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, await newAccount(site, 'leaves-the-bar'));
  await openPage(reader, urls.authors());
  await page.waitForLoadState('networkidle');
  await userMenu(page, 'leaves-the-bar').press('Enter');
  await page.getByRole('menuitem', { name: 'Logout' }).press('Enter');
  await barOf(page).getByRole('link', { name: 'Login' }).waitFor();
  await untilFocusIsIn(page, 'header');
  await page.keyboard.press('Tab');
  await barOf(page).getByRole('link', { name: 'Login' }).and(page.locator(':focus')).waitFor();
  await reader.leave();
});

function untilFocusIsIn(page: Page, selector: string): Promise<unknown> {
  return page.waitForFunction((within) => document.activeElement?.closest(within), selector);
}

test('the first of further entries takes the focus from the button that adds them', async () => {
  const session = await newAccount(site, 'prolific');
  await site.within(async ({ db }) => {
    for (let number = 1; number <= STORY_PAGE_SIZE + 2; number += 1)
      await addStory(db, { author_id: session.user.id, title: `Story ${number}`, synopsis: '', tags: [] });
  });
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.profile());
  const stories = mainOf(page).getByRole('list', { name: 'My Stories' });
  const more = mainOf(page).getByRole('button', { name: 'Show more' });
  await more.press('Enter');
  await stories.getByRole('link', { name: 'Story 2', exact: true }).and(page.locator(':focus')).waitFor();
  assert.equal(await stories.getByRole('article').count(), STORY_PAGE_SIZE + 2);
  assert.equal(await more.count(), 0);
  reader.assertNoProblems();
  await reader.leave();
});
