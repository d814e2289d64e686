import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SHIPPED_TERMS } from '#features/legal/contract/terms.ts';
import { changeSetting, listSettings, type SettingName } from '#features/site-settings/contract.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { urls } from '#urls.ts';
import { assertRefused, mainOf } from './account-steps.ts';
import { signInAs } from './moderation-steps.ts';
import { problemsInBothLooks } from './viewports.ts';

const site = await startSite();
after(() => site.stop());
const { ada, mira, nora } = await site.within(async (context) => ({
  ada: await signedIn(context, 'ada-keeps', { role: 'admin' }),
  mira: await signedIn(context, 'mira-reads'),
  nora: await signedIn(context, 'nora-reads'),
}));
const { newReader } = await openBrowser(site);

async function change(name: SettingName, value: string | null): Promise<void> {
  const { settings } = await site.call(listSettings, {}, ada.token);
  const revision = settings.find((each) => each.name === name)?.revision ?? 0;
  await site.call(changeSetting, { name, value, revision }, ada.token);
}

await change('text_terms', '## The first house\n\nBe kind to each other.');
await change('text_terms', '## The second house\n\nBe kinder still. [Write to us](/contact).');
const today = new Date().toISOString().slice(0, 10);

test('a member whom the inbox asks reads the terms and accepts them by keyboard', async () => {
  await change('terms_asked_since', today);
  const reader = await newReader();
  const { page } = reader;
  await signInAs(reader, site, mira);
  await reader.open(urls.inbox());
  const main = mainOf(page);
  await main.getByText('The terms of service have changed').waitFor();
  assert.equal(await main.getByText('Your inbox is empty').count(), 0);
  await page.locator('html[data-unread]').waitFor();
  await main.getByRole('link', { name: 'Read the Terms' }).click();
  await main.getByRole('heading', { name: 'The second house' }).waitFor();
  const own = main.getByRole('region', { name: 'Your acceptance' });
  await own.getByText('Do you accept these terms?').waitFor();
  await own.getByText('Nothing is recorded about an earlier acceptance of yours.').waitFor();
  await own.getByRole('button', { name: 'I Accept These Terms' }).focus();
  await page.keyboard.press('Enter');
  await own.getByText(/^You accepted these terms on /).waitFor();
  await page.locator('html:not([data-unread])').waitFor();
  await reader.open(urls.inbox());
  await main.getByText('Your inbox is empty').waitFor();
  assert.equal(await main.getByText('The terms of service have changed').count(), 0);
  reader.assertNoProblems();
  await reader.leave();
});

test('terms that change while the page is open are not accepted unread', async () => {
  const reader = await newReader({ width: 390 });
  await signInAs(reader, site, nora);
  await reader.open(urls.terms());
  const own = mainOf(reader.page).getByRole('region', { name: 'Your acceptance' });
  const button = own.getByRole('button', { name: 'I Accept These Terms' });
  await button.waitFor();
  assert.ok((await reader.layoutShift()) < 0.02);
  await change('text_terms', '## The third house\n\nBe kindest.');
  await button.click();
  await reader.page.getByText('The terms have changed meanwhile.').waitFor();
  assertRefused(reader, [[409, '/api/accounts/terms']]);
  await reader.open(urls.terms());
  await mainOf(reader.page).getByRole('heading', { name: 'The third house' }).waitFor();
  await button.click();
  await own.getByText(/^You accepted these terms on /).waitFor();
  await change('terms_asked_since', null);
  await reader.leave();
});

test('without script every version is found from the terms', async () => {
  const reader = await newReader({ javaScript: false, width: 390 });
  const { page } = reader;
  await reader.open(urls.terms());
  await page.getByRole('link', { name: 'All versions of these terms' }).click();
  const versions = mainOf(page).getByRole('list').getByRole('link');
  await versions.nth(3).waitFor();
  assert.equal(await versions.count(), 4);
  await versions.nth(2).click();
  await page.getByRole('heading', { name: 'The first house' }).waitFor();
  await page.getByText(/^In force from /).waitFor();
  await page.getByRole('link', { name: 'All versions' }).click();
  await versions.last().click();
  await page.getByRole('heading', { name: /Acceptance of these terms/ }).waitFor();
  await page.getByRole('link', { name: 'The terms in force' }).click();
  await page.getByRole('heading', { name: 'The third house' }).waitFor();
  await reader.leave();
});

test('the terms and their versions have no barriers', async () => {
  const reader = await newReader();
  await signInAs(reader, site, ada);
  for (const path of [urls.terms(), urls.termsVersions(), urls.termsVersions(SHIPPED_TERMS)]) {
    await reader.open(path);
    if (path === urls.terms())
      await mainOf(reader.page).getByRole('button', { name: 'I Accept These Terms' }).waitFor();
    assert.deepEqual(await problemsInBothLooks(reader), []);
  }
  await reader.leave();
});
