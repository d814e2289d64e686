import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { listStories } from '#features/stories/contract/stories.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { buttonOf, fieldOf, logIn, newAccount, openPage, userMenu } from './account-steps.ts';
import { editorOf } from './writing-steps.ts';

// The tokens live for one second, so that publishing needs new ones.
const site = await startSite({ env: { ACCESS_TOKEN_SECONDS: '1' } });
after(() => site.stop());
const { newReader } = await openBrowser(site);

/** Refuses what Firefox refuses where its user has blocked cookies and site data. */
function blockStorage(): void {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get: refuse, configurable: true });
  Object.defineProperty(window, 'BroadcastChannel', { value: refuse });
  indexedDB.open = refuse;
  caches.keys = async () => refuse();
  navigator.locks.request = async () => refuse();
  navigator.locks.query = async () => refuse();
  navigator.serviceWorker.getRegistration = async () => refuse();
  navigator.serviceWorker.register = async () => refuse();
}

test('an author whose browser blocks storage logs in, writes for longer than a token lives, and publishes', async () => {
  const reader = await newReader({ accepted: false });
  const { page } = reader;
  const author = await newAccount(site, 'no-storage');
  await page.addInitScript(blockStorage);
  await openPage(reader, urls.login());
  await page.getByRole('button', { name: 'I Understand, Continue' }).click();
  await logIn(page, 'no-storage');
  await userMenu(page, 'no-storage').click();
  await page.getByRole('menuitem', { name: 'New Story' }).click();
  await fieldOf(page, 'Title').fill('Nothing Kept');
  await editorOf(page).pressSequentially('The lamp was lit.');
  await pause(1100);
  await buttonOf(page, 'Publish Story').click();
  await page.waitForURL(`**${urls.story('nothing-kept')}`);
  await userMenu(page, 'no-storage').waitFor();
  const { stories } = await site.call(listStories, { account_id: author.user.id }, undefined);
  assert.equal(stories.length, 1);
  await buttonOf(page, 'Can’t be kept here').waitFor();
  await reader.leave();
});
