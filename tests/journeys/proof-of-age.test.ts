import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ageAddresses } from '#features/age/rules.ts';
import { startAgeSite } from '#tests/support/age-site.ts';
import { ageWallet, walletRequestIn } from '#tests/support/age-wallet.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { urls } from '#urls.ts';
import { heading, logIn, newAccount, openPage, remember, userMenu } from './account-steps.ts';
import { PHONE, problemsInBothLooks } from './viewports.ts';

const { site, issuer } = await startAgeSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const wallet = await ageWallet(issuer);
const story = urls.story('the-left-side-of-the-bed');

/** The reader's app answers the request on their page. */
async function answerInApp({ page }: Reader): Promise<void> {
  const request = walletRequestIn(await page.content());
  const answer = await fetch(request.responseUri, {
    method: 'POST',
    body: new URLSearchParams({ vp_token: await wallet.answer(request) }),
  });
  assert.equal(answer.status, 200, await answer.text());
}

const headingOf = async ({ page }: Reader) => page.getByRole('heading', { level: 1 }).textContent();

/** Presses Tab until the focus is on the element, as a reader without a mouse does. */
async function tabTo({ page }: Reader, name: string): Promise<void> {
  const target = page
    .getByRole('link', { name, exact: true })
    .or(page.getByRole('button', { name, exact: true }));
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  assert.fail(`${name} can’t be reached by Tab`);
}

test('a reader proves their age by keyboard and reads on', async () => {
  const reader = await newReader(PHONE);
  const { page } = reader;
  // The page would go on by itself.
  await page.route('**/age/state*', (route) => route.fulfill({ status: 204 }));
  const { status, html } = await reader.open(story);
  assert.equal(status, 403);
  assert.doesNotMatch(html, /Left Side/i);
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await tabTo(reader, 'Prove that you are over 18');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/age');
  assert.equal(await headingOf(reader), 'Confirm in the app');
  await page.getByRole('img', { name: 'QR code for the app' }).waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await tabTo(reader, 'Continue');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing has arrived from the app yet').waitFor();
  // Reloading sends no form again.
  await page.reload();
  await page.getByText('Nothing has arrived from the app yet').waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await answerInApp(reader);
  await tabTo(reader, 'Continue');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${story}`);
  assert.match((await headingOf(reader)) ?? '', /Left Side/);
  await page.goto(`${site.url}/age`);
  await page.getByText('remembers that an adult uses it').waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  assert.deepEqual(
    reader.problems.filter((problem) => !problem.includes('403')),
    [],
  );
  await reader.leave();
});

test('the page goes on by itself when the app on another device has answered', async () => {
  const reader = await newReader();
  const { page } = reader;
  await reader.open(story);
  await page.getByRole('link', { name: 'Prove that you are over 18' }).click();
  await page.waitForURL('**/age');
  await answerInApp(reader);
  await page.waitForURL(`**${story}`);
  await reader.leave();
});

test('a code in another tab gives way once the browser has its proof', async () => {
  const reader = await newReader(PHONE);
  await reader.open('/age/begin');
  const left = await reader.context.newPage();
  await left.goto(`${site.url}/age`);
  await left.getByRole('img', { name: 'QR code for the app' }).waitFor();
  await answerInApp(reader);
  await reader.page.waitForURL((url) => url.pathname === '/');
  await left.getByText('remembers that an adult uses it').waitFor();
  await reader.leave();
});

test('a code gives way to that of a check begun later in another tab, and says so', async () => {
  for (const javaScript of [true, false]) {
    const reader = await newReader({ ...PHONE, javaScript });
    await reader.open('/age/begin');
    const earlier = walletRequestIn(await reader.page.content());
    const other = await reader.context.newPage();
    await other.goto(`${site.url}/age/begin`);
    const later = walletRequestIn(await other.content());
    assert.notEqual(later.responseUri, earlier.responseUri);
    await other.close();
    if (!javaScript) await reader.page.getByRole('button', { name: 'Continue' }).click();
    await reader.page
      .getByText('A check begun later in this browser has taken the place of this one')
      .waitFor();
    assert.equal(walletRequestIn(await reader.page.content()).responseUri, later.responseUri);
    if (javaScript) assert.deepEqual(await problemsInBothLooks(reader), []);
    await answerInApp(reader);
    if (!javaScript) await reader.page.getByRole('button', { name: 'Continue' }).click();
    await reader.page.waitForURL((url) => url.pathname === '/');
    await reader.leave();
  }
});

test('a reader without JavaScript proves their age, and lets the browser forget it', async () => {
  const reader = await newReader({ javaScript: false, width: 390 });
  const { page } = reader;
  await reader.open(story);
  await page.getByRole('link', { name: 'Prove that you are over 18' }).click();
  await answerInApp(reader);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`**${story}`);
  await page.goto(`${site.url}/age`);
  await page.getByRole('button', { name: 'Forget the proof' }).click();
  assert.equal(await headingOf(reader), 'Proof of age');
  assert.equal((await reader.open(story)).status, 403);
  await reader.leave();
});

test('a link of an open page leads to the question, not to an error', async () => {
  const reader = await newReader();
  const { page } = reader;
  assert.equal((await reader.open(urls.help())).status, 200);
  await reader.untilHydrated();
  await page.getByRole('navigation').getByRole('link', { name: 'Tags' }).first().click();
  await page.waitForURL(`**${urls.tags()}`);
  assert.equal(await headingOf(reader), 'Proof of age');
  await page.getByRole('link', { name: 'Help with this' }).click();
  assert.equal(await headingOf(reader), 'Help with the proof of age');
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await reader.leave();
});

/** Proves the reader's age from the question on; ends on the page that was wanted. */
async function prove(reader: Reader): Promise<void> {
  const { page } = reader;
  await page.getByRole('link', { name: 'Prove that you are over 18' }).click();
  await page.waitForURL('**/age');
  await answerInApp(reader);
}

test('a member who logs in is asked for a proof, and then is where the login leads', async () => {
  await newAccount(site, 'old-enough');
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.login(urls.tags({ q: 'slow' })));
  await logIn(page, 'old-enough');
  await heading(page, 'Proof of age').waitFor();
  assert.equal(page.url(), site.url + urls.tags({ q: 'slow' }));
  await prove(reader);
  await page.waitForURL(site.url + urls.tags({ q: 'slow' }));
  await userMenu(page, 'old-enough').waitFor();
  await reader.leave();
});

test('a signed-in member without a proof keeps the pages of the account, and is asked on the way to others', async () => {
  const session = await newAccount(site, 'late-reader');
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await openPage(reader, urls.profile('account'));
  await userMenu(page, 'late-reader').waitFor();
  await page.waitForLoadState('networkidle');
  assert.equal(documents, 1, 'the open page was loaded again');
  // A search by keyboard goes to its page without a link.
  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('combobox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('lamp');
  await page.keyboard.press('Enter');
  await heading(page, 'Proof of age').waitFor();
  assert.equal(page.url(), site.url + urls.search({ q: 'lamp' }));
  await page.goBack();
  await userMenu(page, 'late-reader').click();
  await page.getByRole('menuitem', { name: 'Inbox' }).click();
  await heading(page, 'Proof of age').waitFor();
  await prove(reader);
  await page.waitForURL(site.url + urls.inbox());
  await heading(page, 'Inbox').waitFor();
  await reader.leave();
});

test('the help with a proof of age has no barriers', async () => {
  const reader = await newReader(PHONE);
  assert.equal((await reader.open(ageAddresses.help)).status, 200);
  assert.deepEqual(await problemsInBothLooks(reader), []);
  reader.assertNoProblems();
  await reader.leave();
});
