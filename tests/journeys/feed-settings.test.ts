import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { feedMessages, getFeedToken } from '#features/feeds/contract.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import { buttonOf, mainOf, newAccount, openPage, remember } from './account-steps.ts';
import { PHONE, problemsInBothLooks } from './viewports.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);

const statusOf = async (address: string) => (await fetch(address)).status;

test('a reader makes, copies, renews and removes the addresses of their feed', async () => {
  const session = await newAccount(site, 'follows');
  const reader = await newReader(PHONE);
  await remember(reader, site, session);
  const { page } = reader;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(reader, urls.profile('settings'));
  await buttonOf(page, 'Create addresses').click();
  const feed = mainOf(page).getByRole('link', { name: /\/feed\/[\w-]{43}\.xml$/ });
  await feed.waitFor();
  await page.getByText(feedMessages.created).waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  const { address } = await site.call(getFeedToken, {}, session.token);
  assert.equal(await feed.textContent(), address?.url);
  assert.equal(await statusOf(address?.url ?? ''), 200);
  assert.equal(await statusOf(address?.opds_url ?? ''), 200);
  for (const [name, url] of [
    ['Copy feed', address?.url],
    ['Copy catalogue', address?.opds_url],
  ] as const) {
    await buttonOf(page, name).click();
    await page.getByText('Address copied').first().waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), url);
  }
  // Nothing of it stays in a browser that others use.
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  assert.ok(!kept.includes(address?.token ?? ''));

  await buttonOf(page, 'Renew').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await statusOf(address?.url ?? ''), 200);
  await buttonOf(page, 'Renew').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Renew' }).click();
  await page.getByText(feedMessages.renewed).waitFor();
  assert.equal(await statusOf(address?.url ?? ''), 404);
  const renewed = (await feed.textContent()) ?? '';
  assert.equal(await statusOf(renewed), 200);

  await buttonOf(page, 'Remove').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText(feedMessages.removed).waitFor();
  assert.equal(await statusOf(renewed), 404);
  // The dialog gives the focus back when it has faded out.
  await untilEqual(() => page.evaluate(() => document.activeElement?.textContent), 'Create addresses');
});
