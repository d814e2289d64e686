import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { signOut } from '#features/accounts/contract/session.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { newAccount, openPage, remember } from './account-steps.ts';

// The tokens live for one second, so each round below needs new ones.
const site = await startSite({ env: { ACCESS_TOKEN_SECONDS: '1' } });
after(() => site.stop());
const { newReader } = await openBrowser(site);

const tokensIn = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('refreshToken')]);

// Spec 4: Profile re-check 1000 ms after load
// Spec 4: 401: one renewal shared by all, one retry
// Spec 6: Bearer token with every call when present
test('a reader with two tabs stays signed in when tokens expire', async () => {
  const account = await newAccount(site, 'two-tabs');
  const reader = await newReader();
  await remember(reader, site, account);
  const { page } = reader;
  const renewals: number[] = [];
  reader.context.on('response', (response) => {
    if (response.url().endsWith('/api/auth/refresh')) renewals.push(response.status());
  });
  await openPage(reader, urls.profile('account'));
  const other = await reader.context.newPage();
  await other.goto(site.url + urls.profile('settings'));
  await other.getByRole('heading', { name: 'Change Password' }).waitFor();
  const seen = new Set<string>();
  for (let round = 0; round < 4; round++) {
    await pause(1100);
    // After the pause each tab requests the account with an expired token.
    const profileRequests = [page, other].map((tab) =>
      tab.waitForResponse((answer) => answer.url().endsWith('/api/accounts/profile') && answer.ok()),
    );
    await Promise.all([page.reload(), other.reload()]);
    await Promise.all(profileRequests);
    await Promise.all([
      page.getByRole('heading', { name: 'Profile Information' }).waitFor(),
      other.getByRole('heading', { name: 'Change Password' }).waitFor(),
    ]);
    const [token, refreshToken] = await tokensIn(page);
    assert.ok(token && refreshToken, 'still signed in');
    seen.add(refreshToken);
  }
  assert.ok(seen.size >= 3, `${seen.size} generations of tokens`);
  assert.ok(renewals.length >= 3);
  assert.deepEqual([...new Set(renewals)], [200]);
  await reader.leave();
});

test('a reader whose session has ended goes on reading lists as a guest', async () => {
  const account = await newAccount(site, 'ended-elsewhere');
  const reader = await newReader();
  await remember(reader, site, account);
  const { page } = reader;
  // After this check nothing but the reader's next press finds out that the session has ended.
  const checked = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/accounts/profile') && answer.ok(),
  );
  await openPage(reader, urls.tags());
  await checked;
  const [, refreshToken] = await tokensIn(page);
  await site.call(signOut, { refreshToken: refreshToken ?? '' });
  await pause(1100);
  const refused = page.waitForResponse(
    (answer) => answer.url().includes('/api/authors') && answer.status() === 401,
  );
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Authors' }).click();
  await refused;
  // “Failed to load authors” is a heading too.
  await page.getByRole('heading', { level: 1, name: 'Authors', exact: true }).waitFor();
  await reader.leave();
});
