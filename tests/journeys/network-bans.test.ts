import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { addBan, banMessages, endBan, listBans } from '#features/network-bans/contract.ts';
import { staffUrls } from '#staff-urls.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { get, startSite } from '#tests/support/running-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import {
  assertRefused,
  buttonOf,
  fieldOf,
  focusedLabel,
  mainOf,
  openPage,
  PASSWORD,
} from './account-steps.ts';
import { signInAs } from './moderation-steps.ts';
import { problemsInBothLooks } from './viewports.ts';

const site = await startSite({ env: { TRUST_PROXY: '127.0.0.1', OPERATOR_EMAIL: 'keeper@example.org' } });
after(() => site.stop());
const ada = await site.within((context) => signedIn(context, 'ada-keeps', { role: 'admin' }));
const { newReader } = await openBrowser(site);

const BANNED = '203.0.113.9';
const NEIGHBOUR = '198.51.100.7';

/** A reader whose requests come from this address, as the proxy tells the site. */
async function readerFrom(address: string): Promise<Reader> {
  const reader = await newReader();
  await reader.context.setExtraHTTPHeaders({ 'x-forwarded-for': address });
  return reader;
}

async function bansPage(address = NEIGHBOUR): Promise<Reader> {
  const admin = await readerFrom(address);
  await signInAs(admin, site, ada);
  await openPage(admin, staffUrls.networkBans());
  await mainOf(admin.page).getByRole('form', { name: 'Ban a network' }).waitFor();
  return admin;
}

const bansOf = ({ page }: Reader) =>
  mainOf(page).getByRole('list', { name: 'Banned networks' }).getByRole('listitem');

/** Other processes hear of a ban a moment later. */
async function untilStatus(address: string, path: string, status: number): Promise<string> {
  for (;;) {
    const answer = await get(site, path, { 'x-forwarded-for': address });
    if (answer.status === status) return answer.text;
    await pause(50);
  }
}

/** So that a test that fails bans nobody in the next one. */
async function endAll(): Promise<void> {
  const { bans } = await site.call(listBans, {}, ada.token);
  for (const { id } of bans) await site.call(endBan, { id }, ada.token);
  await untilStatus(BANNED, urls.home(), 200);
}

beforeEach(endAll);

test('an admin bans a range by keyboard, its visitors get a page that says why, and the admin ends it', async () => {
  const admin = await bansPage();
  await mainOf(admin.page).getByText('No network is banned.').waitFor();
  await fieldOf(admin.page, 'Address or range').focus();
  await admin.page.keyboard.type('203.0.113.77/24');
  await admin.page.keyboard.press('Tab');
  await admin.page.keyboard.type('The whole');
  await admin.page.keyboard.press('Tab');
  await admin.page.keyboard.press('ArrowDown');
  await admin.page.keyboard.press('Tab');
  await admin.page.keyboard.type('Floods the sign-up form.');
  await admin.page.keyboard.press('Tab');
  assert.equal(await focusedLabel(admin.page), 'Ban');
  await admin.page.keyboard.press('Enter');
  await admin.page.getByText(banMessages.added).first().waitFor();
  const ban = bansOf(admin);
  await ban.getByText('203.0.113.0/24', { exact: true }).waitFor();
  await ban.getByText('Floods the sign-up form.').waitFor();
  const facts = (await ban.getByText(/^The whole site/).textContent()) ?? '';
  assert.match(facts, /^The whole site · until \d\d:\d\d on \d+ \w+ \d{4} · ban \d+$/);
  assert.equal(await fieldOf(admin.page, 'Address or range').inputValue(), '');

  await untilStatus(BANNED, urls.home(), 403);
  const banned = await readerFrom(BANNED);
  assert.equal((await banned.open(urls.tags())).status, 403);
  await banned.page.getByRole('heading', { level: 1, name: 'Not from this network' }).waitFor();
  await banned.page.getByText(/can’t use this site at the moment.*Write to keeper@example\.org/).waitFor();
  assert.deepEqual(await problemsInBothLooks(banned), []);
  await banned.page.getByRole('link', { name: 'Contact' }).click();
  await banned.page.waitForURL(site.url + urls.contact());
  await banned.page.getByRole('heading', { level: 1 }).waitFor();
  // The next page is loaded by script, and its answer refused; the server then says why.
  await banned.untilHydrated();
  await banned.page.getByRole('contentinfo').getByRole('link', { name: 'Guidelines' }).click();
  await banned.page.getByRole('heading', { level: 1, name: 'Not from this network' }).waitFor();
  const neighbour = await readerFrom(NEIGHBOUR);
  assert.equal((await neighbour.open(urls.tags())).status, 200);
  await neighbour.leave();

  const end = ban.getByRole('button', { name: 'End now the ban of 203.0.113.0/24' });
  await end.click();
  const question = admin.page.getByRole('alertdialog', { name: 'End the ban of 203.0.113.0/24?' });
  await question.getByRole('button', { name: 'Keep it' }).click();
  await question.waitFor({ state: 'detached' });
  await untilEqual(() => focusedLabel(admin.page), 'End now the ban of 203.0.113.0/24');
  assert.equal((await site.call(listBans, {}, ada.token)).bans.length, 1);
  await end.click();
  await question.getByRole('button', { name: 'End now' }).click();
  await admin.page.getByText(banMessages.ended).waitFor();
  await mainOf(admin.page).getByText('No network is banned.').waitFor();
  await untilStatus(BANNED, urls.home(), 200);
  assert.equal((await banned.open(urls.tags())).status, 200);
  await banned.leave();
  admin.assertNoProblems();
  await admin.leave();
});

test('bad input names the field, keeps what was typed, and bans nobody', async () => {
  const admin = await bansPage();
  const { page } = admin;
  await buttonOf(page, 'Ban').click();
  await mainOf(page).getByText(banMessages.rangeRequired).first().waitFor();
  assert.equal(await focusedLabel(page), 'Address or range');
  // The range is judged before a reason is given, and without a call.
  for (const [typed, message] of [
    ['203.0.113', banMessages.rangeForm],
    ['0.0.0.0/0', banMessages.rangeWide],
    ['300.0.0.1/24', banMessages.rangeForm],
  ] as const) {
    await fieldOf(page, 'Address or range').fill(typed);
    await fieldOf(page, 'Address or range').press('Enter');
    await mainOf(page).getByText(message).first().waitFor();
    assert.equal(await focusedLabel(page), 'Address or range');
    assert.equal(await fieldOf(page, 'Address or range').inputValue(), typed);
  }
  admin.assertNoProblems();
  assert.deepEqual((await site.call(listBans, {}, ada.token)).bans, []);
  await admin.leave();
});

test('an admin is asked before a ban of the own network', async () => {
  const admin = await bansPage('192.0.2.44');
  const { page } = admin;
  await fieldOf(page, 'Address or range').fill('192.0.2.0/24');
  await fieldOf(page, 'Reason').fill('A test of our own.');
  await buttonOf(page, 'Ban').click();
  await mainOf(page).getByText(banMessages.ownNetwork).first().waitFor();
  assertRefused(admin, [[422, '/api/moderation/network-bans']]);
  assert.equal(await fieldOf(page, 'Address or range').inputValue(), '192.0.2.0/24');
  await fieldOf(page, 'Ban it although it includes my own network').check();
  await buttonOf(page, 'Ban').click();
  await bansOf(admin).getByText('192.0.2.0/24', { exact: true }).waitFor();
  await bansOf(admin).getByRole('button').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End now' }).click();
  await mainOf(page).getByText('No network is banned.').waitFor();
  await admin.leave();
});

test('an admin who ends a ban that has ended already is told so, and the list follows', async () => {
  const { id } = await site.call(
    addBan,
    { range: BANNED, scope: 'sign-up', days: 1, note: 'Floods the sign-up form.' },
    ada.token,
  );
  const admin = await bansPage();
  const { page } = admin;
  await bansOf(admin).getByRole('button').click();
  await site.call(endBan, { id }, ada.token);
  await page.getByRole('alertdialog').getByRole('button', { name: 'End now' }).click();
  await page.getByText(banMessages.notFound).waitFor();
  await mainOf(page).getByText('No network is banned.').waitFor();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  assertRefused(admin, [[404, `/api/moderation/network-bans/${id}`]]);
  await admin.leave();
});

test('a network banned from registering can read, and the form says why and keeps what was typed', async () => {
  const note = 'Floods the sign-up form.';
  await site.call(addBan, { range: BANNED, scope: 'sign-up', days: 1, note }, ada.token);
  const guest = await readerFrom(BANNED);
  assert.equal((await guest.open(urls.register())).status, 200);
  await guest.untilHydrated();
  const { page } = guest;
  await fieldOf(page, 'Username').fill('new-lamp');
  await fieldOf(page, 'Email address').fill('new-lamp@example.org');
  await fieldOf(page, 'Password').fill(PASSWORD);
  await fieldOf(page, 'Confirm password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page
    .getByText(/^Nobody can register from your network at the moment\./)
    .first()
    .waitFor();
  assertRefused(guest, [[403, '/api/accounts/signup']]);
  assert.equal(await fieldOf(page, 'Username').inputValue(), 'new-lamp');
  assert.equal(await fieldOf(page, 'Password').inputValue(), PASSWORD);
  await guest.leave();
});

test('the page of bans has no barriers', async () => {
  const note = 'A long flood of registrations by night, each with another name.';
  await site.call(addBan, { range: '2001:db8:1200::/48', scope: 'writing', days: 30, note }, ada.token);
  const admin = await bansPage();
  await bansOf(admin).first().waitFor();
  assert.deepEqual(await problemsInBothLooks(admin), []);
  admin.assertNoProblems();
  await admin.leave();
});
