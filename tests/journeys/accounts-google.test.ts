import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { emailChangeMessages } from '#features/accounts/contract/email-change.ts';
import { accountMessages } from '#features/accounts/rules/accounts.ts';
import { createInvitation, invitationMessages } from '#features/invitations/contract.ts';
import { changeSetting, listSettings } from '#features/site-settings/contract.ts';
import { freePort } from '#platform/http/free-port.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { linkIn, mailFor } from '#tests/support/mailbox.ts';
import { CLIENT, type ProviderAccount, startProvider } from '#tests/support/openid-provider.ts';
import { startSite } from '#tests/support/running-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import {
  buttonOf,
  fieldOf,
  focusedLabel,
  heading,
  logOut,
  mainOf,
  newAccount,
  openPage,
  PASSWORD,
  problemsOf,
  remember,
  userMenu,
} from './account-steps.ts';

const port = await freePort('127.0.0.1');
const issuer = `http://127.0.0.1:${port}`;
const site = await startSite({
  env: {
    GOOGLE_CLIENT_ID: CLIENT.clientId,
    GOOGLE_CLIENT_SECRET: CLIENT.clientSecret,
    GOOGLE_ISSUER: issuer,
  },
});
after(() => site.stop());
const wren: ProviderAccount = { subject: 'wren-1', email: 'wren@example.org', isEmailVerified: true };
const provider = await startProvider({ port, redirectUrl: site.url + urls.googleCallback() });
provider.expect(wren);
after(() => provider.stop());
const { newReader } = await openBrowser(site);

/** Fails if the reader had any problem other than the way to the provider and back. */
function assertOnlyAway(reader: Reader, expected: string[] = []): void {
  const troubles = problemsOf(reader).filter((problem) => !problem.startsWith(`foreign request: ${issuer}/`));
  assert.deepEqual(troubles, expected);
}

// Spec 2, Login, Register, Profile: Google sign-in
// Spec 4: Signed out to in by login, signup, Google; out by logout; deletion clears tokens
// Interface, Accounts: The browser comes back from Google to /auth/google/callback
test('a reader signs in with Google, returns to the previous page, chooses a name and signs in again', async () => {
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.login(urls.tags({ q: 'sea' })));
  await buttonOf(page, 'Continue with Google').click();
  await page.getByText('Welcome. You can choose your username in your profile.').waitFor();
  assert.equal(page.url(), site.url + urls.tags({ q: 'sea' }));
  // The username reveals nothing of their account at the provider.
  await page.getByRole('button', { name: /^reader-[a-z0-9]{7} your menu$/ }).waitFor();

  await openPage(reader, urls.profile('account'));
  await fieldOf(page, 'New username').fill('Wren_Holloway');
  await buttonOf(page, 'Choose username').click();
  await userMenu(page, 'Wren_Holloway').waitFor();
  assert.equal(await page.getByText('Choose your username').count(), 0);
  await page.getByText(accountMessages.usernamePermanent).waitFor();

  await logOut(page, 'Wren_Holloway');
  await heading(page, 'Log in').waitFor();
  await openPage(reader, urls.register());
  await buttonOf(page, 'Continue with Google').click();
  await userMenu(page, 'Wren_Holloway').waitFor();
  await page.waitForURL(site.url + urls.home());
  assertOnlyAway(reader);
  await reader.leave();
});

test('an account without a password is deleted by a mailed link', async () => {
  const reader = await newReader();
  const { page } = reader;
  provider.expect({ subject: 'ada-2', email: 'ada@example.org', isEmailVerified: true });
  await openPage(reader, urls.login());
  await buttonOf(page, 'Continue with Google').click();
  await page.getByText('Welcome.').waitFor();
  await openPage(reader, urls.profile('settings'));
  await page.getByRole('heading', { name: 'Set a password' }).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Change Password' }).count(), 0);
  await buttonOf(page, 'Unlink Google').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
  await page.getByText(accountMessages.googleIsOnlySignIn).waitFor();

  await buttonOf(page, 'Delete Account').click();
  await page.getByText(accountMessages.deleteByMail).waitFor();
  const mail = await mailFor(site, 'ada@example.org', 'Confirm a request');
  const link = linkIn(mail, site, urls.profile());
  await openPage(reader, link);
  const dialog = page.getByRole('dialog', { name: 'Delete Account' });
  for (const close of [
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await dialog.getByLabel('Type DELETE to confirm').fill('no');
    await close();
    await dialog.waitFor({ state: 'detached' });
    await untilEqual(() => focusedLabel(page), 'Delete Account');
    await openPage(reader, link);
  }
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await page.waitForURL(site.url + urls.profile('settings'));
  assert.equal(await dialog.getByLabel('Password').count(), 0);
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await page.getByText('Your account and everything in it have been deleted.').waitFor();
  assert.equal(page.url(), site.url + urls.login());
  assertOnlyAway(reader, ['answer 422: /api/auth/google/link']);
  await reader.leave();
});

test('a deletion link opened while signed out leaves its secret in no address, and works after signing in', async () => {
  const reader = await newReader();
  const { page } = reader;
  provider.expect({ subject: 'tamar-7', email: 'tamar@example.org', isEmailVerified: true });
  await openPage(reader, urls.login());
  await buttonOf(page, 'Continue with Google').click();
  await page.getByText('Welcome.').waitFor();
  await openPage(reader, urls.profile('settings'));
  await buttonOf(page, 'Delete Account').click();
  await page.getByText(accountMessages.deleteByMail).waitFor();
  const mail = await mailFor(site, 'tamar@example.org', 'Confirm a request');
  await page.evaluate(() => {
    for (const name of ['token', 'refreshToken', 'userData']) localStorage.removeItem(name);
  });

  const link = linkIn(mail, site, urls.profile());
  const secret = new URL(link, site.url).searchParams.get('delete') ?? '';
  assert.ok(secret.length > 20);
  const later: string[] = [];
  await openPage(reader, link);
  page.on('framenavigated', () => later.push(page.url()));
  page.on('request', (request) => later.push(request.url()));
  await heading(page, 'Log in').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('return'), urls.profile('settings'));
  await page.reload();
  await buttonOf(page, 'Continue with Google').click();
  const dialog = page.getByRole('dialog', { name: 'Delete Account' });
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  assert.ok(!later.some((address) => address.includes(secret)), later.join('\n'));
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await page.getByText('Your account and everything in it have been deleted.').waitFor();
  assertOnlyAway(reader);
  await reader.leave();
});

test('an account without an address is given one in its settings, and can then be deleted or have a password', async () => {
  const reader = await newReader();
  const { page } = reader;
  provider.expect({ subject: 'noor-6' });
  await openPage(reader, urls.login());
  await buttonOf(page, 'Continue with Google').click();
  await page.getByText('Welcome.').waitFor();
  await openPage(reader, urls.profile('settings'));
  const password = mainOf(page).getByRole('region', { name: 'Set a password' });
  await password.getByText('Give your account one below').waitFor();
  assert.equal(await buttonOf(page, 'Delete Account').count(), 0);
  await page.getByRole('link', { name: 'Give it an email address' }).click();
  await fieldOf(page, 'New address').fill('noor@example.org');
  await buttonOf(page, 'Change address').click();
  const mail = await mailFor(site, 'noor@example.org', 'Confirm your new address');
  await openPage(reader, linkIn(mail, site, urls.confirmEmail()));
  await buttonOf(page, 'Confirm address').click();
  await heading(page, emailChangeMessages.confirmed).waitFor();
  await openPage(reader, urls.profile('settings'));
  await buttonOf(page, 'Email me a link').waitFor();
  await buttonOf(page, 'Delete Account').waitFor();
  assertOnlyAway(reader);
  await reader.leave();
});

test('a reader sets a password by mail and can then unlink Google', async () => {
  const reader = await newReader();
  const { page } = reader;
  provider.expect({ subject: 'ines-3', email: 'ines@example.org', isEmailVerified: true });
  await openPage(reader, urls.login());
  await buttonOf(page, 'Continue with Google').click();
  await page.getByText('Welcome.').waitFor();
  await openPage(reader, urls.profile('settings'));
  await buttonOf(page, 'Email me a link').click();
  await page.getByText('We have sent a link to ines@example.org.').waitFor();
  const mail = await mailFor(site, 'ines@example.org', 'Set a new password');
  await openPage(reader, linkIn(mail, site, urls.resetPassword()));
  await fieldOf(page, 'New password').fill(PASSWORD);
  await fieldOf(page, 'Confirm new password').fill(PASSWORD);
  await buttonOf(page, 'Set password').click();
  await page.getByText(accountMessages.resetDone).waitFor();
  await page.waitForURL(site.url + urls.home());
  await openPage(reader, urls.profile('settings'));
  await buttonOf(page, 'Unlink Google').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
  await page.getByText('Google is no longer linked.').waitFor();
  await buttonOf(page, 'Link Google').waitFor();
  assertOnlyAway(reader, []);
  await reader.leave();
});

// Interface, Accounts: Who is signed in links Google from the profile
test('a reader links Google with the password and signs in with Google', async () => {
  const reader = await newReader({ width: 390 });
  const { page } = reader;
  provider.expect({ subject: 'otto-4', email: 'otto@example.org', isEmailVerified: true });
  await remember(reader, site, await newAccount(site, 'otto-lamp'));
  await openPage(reader, urls.profile('settings'));
  const google = page.getByRole('form', { name: 'Google' });
  await google.getByLabel('Current Password').fill('not the password');
  await buttonOf(page, 'Link Google').click();
  await page.getByText(accountMessages.wrongPassword).waitFor();
  await google.getByLabel('Current Password').fill(PASSWORD);
  await buttonOf(page, 'Link Google').click();
  await page.getByText('Google is linked.').waitFor();
  await buttonOf(page, 'Unlink Google').waitFor();
  assert.equal(page.url(), site.url + urls.profile('settings'));
  reader.problems.splice(0);
  await page.evaluate(() => {
    for (const key of ['token', 'refreshToken', 'userData']) localStorage.removeItem(key);
  });
  await openPage(reader, urls.login(urls.profile('account')));
  await buttonOf(page, 'Continue with Google').click();
  await page.waitForURL(site.url + urls.profile('account'));
  assert.equal(await fieldOf(page, 'Username').inputValue(), 'otto-lamp');
  assertOnlyAway(reader);
  await reader.leave();
});

// Spec 8: Shown: Google refused
test('a refusal at Google or a forged callback shows an error and signs nobody in', async () => {
  const reader = await newReader();
  const { page } = reader;
  provider.expect({ ...wren, refuses: true });
  await openPage(reader, urls.login(urls.tags()));
  await buttonOf(page, 'Continue with Google').click();
  await heading(page, accountMessages.googleFailed).waitFor();
  assert.equal(page.url(), site.url + urls.googleCallback());
  const again = mainOf(page).getByRole('link', { name: 'Try Again' });
  assert.equal(await again.getAttribute('href'), urls.login(urls.tags()));
  assertOnlyAway(reader);
  provider.expect(wren);

  await openPage(reader, `${urls.googleCallback()}?code=stolen&state=made-up`);
  await heading(page, accountMessages.googleFailed).waitFor();
  assert.equal(page.url(), site.url + urls.googleCallback());
  assert.equal(await page.evaluate(() => localStorage.getItem('token')), null);
  await reader.leave();
});

test('a newcomer without a valid invitation comes back from Google to the form that asks for one', async () => {
  const keeper = await site.within((context) => signedIn(context, 'kit-keeps', { role: 'admin' }));
  const letIn = async (value: string) => {
    const { settings } = await site.call(listSettings, {}, keeper.token);
    const { revision = 0 } = settings.find(({ name }) => name === 'registration') ?? {};
    await site.call(changeSetting, { name: 'registration', value, revision }, keeper.token);
  };
  await letIn('invite');
  const { code } = await site.call(createInvitation, {}, keeper.token);
  const newcomer: ProviderAccount = { subject: 'nia-9', email: 'nia@example.org', isEmailVerified: true };
  const reader = await newReader({ width: 390 });
  const { page } = reader;
  const again = mainOf(page).getByRole('link', { name: 'Try Again' });

  provider.expect(newcomer);
  await openPage(reader, urls.login(urls.tags()));
  await buttonOf(page, 'Continue with Google').click();
  await mainOf(page).getByText(invitationMessages.needed).waitFor();
  await again.click();
  await page.waitForURL(site.url + urls.register(urls.tags()));
  await fieldOf(page, 'Username').fill('nia-lamp');
  await fieldOf(page, 'Invitation').fill('AAAAA-AAAAA');
  await buttonOf(page, 'Continue with Google').click();
  await mainOf(page).getByText(invitationMessages.invalid).waitFor();
  await again.click();
  await page.waitForURL(site.url + urls.register(urls.tags()));
  await untilEqual(() => fieldOf(page, 'Invitation').inputValue(), 'AAAAA-AAAAA');
  assert.equal(await fieldOf(page, 'Username').inputValue(), 'nia-lamp');

  await fieldOf(page, 'Invitation').fill(code);
  provider.expect({ ...newcomer, refuses: true });
  await buttonOf(page, 'Continue with Google').click();
  await heading(page, accountMessages.googleFailed).waitFor();
  await again.click();
  await page.waitForURL(site.url + urls.register(urls.tags()));
  await untilEqual(() => fieldOf(page, 'Invitation').inputValue(), code);
  provider.expect(newcomer);
  await buttonOf(page, 'Continue with Google').click();
  await page.waitForURL(site.url + urls.tags());
  await page.getByText('Welcome, nia-lamp.').waitFor();
  await letIn('open');
  const refused = 'answer 403: /api/auth/google/callback';
  assertOnlyAway(reader, [refused, refused]);
  await reader.leave();
});
