import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { accountMessages } from '#features/accounts/rules/accounts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { linkIn, mailFor } from '#tests/support/mailbox.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import {
  assertRefused,
  barOf,
  buttonOf,
  fieldOf,
  heading,
  logIn,
  logOut,
  mainOf,
  OTHER_PASSWORD,
  openPage,
  PASSWORD,
  userMenu,
} from './account-steps.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);

// Spec 1: Subscribe, send a takedown request, verify an address
// Spec 1: Change password, resend the verification e-mail, delete the account
// Spec 2, Login, Register, Profile: Account Settings: Change Password with three fields and ‘Update Password’
// Spec 2, Login, Register, Profile: Account Verification only while not verified, with resend
// Spec 2, Login, Register, Profile: Danger Zone: typing DELETE exactly plus the password, then /login
// Spec 2, Takedown, verify e-mail, general: Verify: ‘Verification Successful!’, ‘Go to Profile’, ‘Return Home’
// Spec 2, Takedown, verify e-mail, general: ‘Log In’ for who is not signed in
// Spec 3: Local storage: token, refreshToken, userData
// Spec 4: Signed out to in by login, signup, Google; out by logout; deletion clears tokens
// Spec 4: Forms: inputs and submit disabled while sending; messages clear
// Spec 4: After a password change the fields are empty
// Spec 5: ‘Please type DELETE to confirm account deletion’
// Interface, Accounts: The page of a verification link calls by script
// Interface, Accounts: /reset-password asks for the address, and with a token for the password
test('a reader registers, verifies, signs out, resets the password by mail and deletes the account', async () => {
  const reader = await newReader();
  const { page } = reader;
  const email = 'nell@example.org';

  // Registers, and is led back to where they were.
  await openPage(reader, urls.tags({ q: 'slow' }));
  await barOf(page).getByRole('link', { name: 'Register' }).click();
  await heading(page, 'Register').waitFor();
  await page.waitForURL(site.url + urls.register(urls.tags({ q: 'slow' })));
  await fieldOf(page, 'Username').fill('Nell_Carver');
  await fieldOf(page, 'Email address').fill(email);
  await fieldOf(page, 'Password').fill(PASSWORD);
  await fieldOf(page, 'Confirm password').fill(PASSWORD);
  await buttonOf(page, 'Register').click();
  await page.getByText('Welcome, Nell_Carver.').waitFor();
  await page.waitForURL(site.url + urls.tags({ q: 'slow' }));
  await userMenu(page, 'Nell_Carver').waitFor();

  // The profile shows a reminder until the address is verified.
  await userMenu(page, 'Nell_Carver').click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await page.getByText('Your email address is not verified yet.').waitFor();
  await page.getByText(/^Open the link that we have sent to \S+@example\.org: /).waitFor();
  await buttonOf(page, 'Send the link again').click();
  await page.getByText(accountMessages.resent).waitFor();

  // Opens the mailed link twice, as mail scanners do; the token does not stay in the address.
  const link = linkIn(await mailFor(site, email, 'Confirm your address'), site, urls.verifyEmail());
  for (let time = 0; time < 2; time += 1) {
    await openPage(reader, link);
    await heading(page, 'Verification Successful!').waitFor();
    assert.equal(page.url(), site.url + urls.verifyEmail());
  }
  await mainOf(page).getByRole('link', { name: 'Return Home' }).waitFor();
  await mainOf(page).getByRole('link', { name: 'Go to Profile' }).click();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('heading', { name: 'Change Password' }).waitFor();
  assert.equal(await page.getByText('Account Verification').count(), 0);

  await logOut(page, 'Nell_Carver');
  await page.getByText('You are signed out.').waitFor();
  await heading(page, 'Log in').waitFor();
  await page.waitForURL(site.url + urls.login(urls.profile('settings'), 'profile'));
  await openPage(reader, link);
  await heading(page, 'Verification Successful!').waitFor();
  await mainOf(page).getByRole('link', { name: 'Log In', exact: true }).click();
  await heading(page, 'Log in').waitFor();
  assert.deepEqual(
    await page.evaluate(() => ['token', 'refreshToken', 'userData'].map((key) => localStorage.getItem(key))),
    [null, null, null],
  );

  // Resets a forgotten password.
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await fieldOf(page, 'Email address').fill(email);
  await buttonOf(page, 'Send the link').click();
  await page.getByText(accountMessages.resetRequested).waitFor();
  const reset = linkIn(await mailFor(site, email, 'Set a new password'), site, urls.resetPassword());
  await openPage(reader, reset);
  await heading(page, 'Set a new password').waitFor();
  await page.waitForURL(site.url + urls.resetPassword());
  await fieldOf(page, 'New password').fill(OTHER_PASSWORD);
  await fieldOf(page, 'Confirm new password').fill(OTHER_PASSWORD);
  await buttonOf(page, 'Set password').click();
  await page.getByText(accountMessages.resetDone).waitFor();
  await userMenu(page, 'Nell_Carver').waitFor();
  await page.waitForURL(site.url + urls.home());
  await logOut(page, 'Nell_Carver');

  // A second use of the link has no effect, and the page offers another link.
  await openPage(reader, reset);
  await fieldOf(page, 'New password').fill(PASSWORD);
  await fieldOf(page, 'Confirm new password').fill(PASSWORD);
  await buttonOf(page, 'Set password').click();
  await page.getByText(accountMessages.resetLinkExpired).waitFor();
  assertRefused(reader, [
    [400, `/api/auth/password-reset/${new URL(reset, site.url).searchParams.get('token')}`],
  ]);
  await buttonOf(page, 'Ask for a new link').click();
  await fieldOf(page, 'Email address').waitFor();

  // Logs in by the verified address, and arrives at the home page.
  await openPage(reader, urls.login());
  await logIn(page, email, OTHER_PASSWORD);
  await userMenu(page, 'Nell_Carver').waitFor();
  await page.waitForURL(site.url + urls.home());

  // Changes the password.
  await openPage(reader, urls.profile('settings'));
  await fieldOf(page, 'Current Password').fill(PASSWORD);
  await fieldOf(page, 'New Password').fill(PASSWORD);
  await fieldOf(page, 'Confirm New Password').fill(PASSWORD);
  await buttonOf(page, 'Update Password').click();
  await page.getByText(accountMessages.wrongPassword).waitFor();
  assert.equal(await fieldOf(page, 'New Password').inputValue(), PASSWORD);
  assertRefused(reader, [[422, '/api/accounts/password']]);
  await fieldOf(page, 'Current Password').fill(OTHER_PASSWORD);
  await buttonOf(page, 'Update Password').click();
  await page.getByText(accountMessages.passwordChanged).waitFor();
  assert.equal(await page.getByText(accountMessages.wrongPassword).count(), 0);
  for (const name of ['Current Password', 'New Password', 'Confirm New Password'])
    assert.equal(await fieldOf(page, name).inputValue(), '', name);

  // Deletes the account, which requires the right word and the right password.
  await buttonOf(page, 'Delete Account').click();
  const dialog = page.getByRole('dialog', { name: 'Delete Account' });
  await dialog.getByRole('link', { name: 'export your data' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.waitForURL(`${site.url}${urls.profile('settings')}#data`);
  const own = mainOf(page).getByRole('region', { name: 'Your data' });
  await page.waitForFunction(
    (section) => section !== null && Math.abs(section.getBoundingClientRect().top) < innerHeight / 2,
    await own.elementHandle(),
  );
  await buttonOf(page, 'Delete Account').click();
  await dialog.getByLabel('Type DELETE to confirm').and(page.locator(':focus')).waitFor();
  const confirm = dialog.getByRole('button', { name: 'Delete Account' });
  await dialog.getByLabel('Type DELETE to confirm').fill('delete');
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await confirm.click();
  await dialog.getByText(accountMessages.deletionNotConfirmed).waitFor();
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog.getByLabel('Password', { exact: true }).fill(OTHER_PASSWORD);
  await confirm.click();
  await dialog.getByText(accountMessages.wrongPassword).waitFor();
  assertRefused(reader, [[422, '/api/accounts/delete']]);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await confirm.click();
  await heading(page, 'Log in').waitFor();
  await page.waitForURL(site.url + urls.login());
  await page.getByText('Your account and everything in it have been deleted.').waitFor();
  assert.equal(await page.getByText('You are signed out.').count(), 0);
  await logIn(page, 'Nell_Carver');
  await page.getByText(accountMessages.wrongLogin).waitFor();
  assertRefused(reader, [[401, '/api/accounts/login']]);
  await reader.leave();
});

// Spec 2, Takedown, verify e-mail, general: ‘Verification Failed’, ‘Try Again’ to /profile, ‘Return Home’
// Spec 4: Verification without a token fails in the specified words
test('an invalid mailed link shows an error and the next step', async () => {
  const reader = await newReader({ width: 390 });
  const { page } = reader;
  await openPage(reader, urls.verifyEmail());
  await heading(page, 'Verification Failed').waitFor();
  await page.getByText(accountMessages.verifyNoToken).waitFor();
  await openPage(reader, urls.verifyEmail('made-up'));
  await page.getByText(accountMessages.verifyLinkExpired).waitFor();
  assert.equal(page.url(), site.url + urls.verifyEmail());
  assertRefused(reader, [[400, '/api/auth/verify-email/made-up']]);
  const again = mainOf(page).getByRole('link', { name: 'Try Again' });
  assert.equal(await again.getAttribute('href'), urls.profile());
  await mainOf(page).getByRole('link', { name: 'Return Home' }).click();
  await page.waitForURL(site.url + urls.home());
  reader.assertNoProblems();
  await reader.leave();
});

test('a reader exports their data as a file', async () => {
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.register());
  await fieldOf(page, 'Username').fill('ada-shelf');
  await fieldOf(page, 'Email address').fill('ada@example.org');
  await fieldOf(page, 'Password').fill(PASSWORD);
  await fieldOf(page, 'Confirm password').fill(PASSWORD);
  await fieldOf(page, 'Confirm password').press('Enter');
  await userMenu(page, 'ada-shelf').waitFor();
  await openPage(reader, urls.profile('settings'));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    buttonOf(page, 'Export my data').click(),
  ]);
  assert.match(download.suggestedFilename(), /\.zip$/);
  assert.equal(await download.failure(), null);
  await page.getByText(`${download.suggestedFilename()} is on its way to your downloads.`).waitFor();

  await buttonOf(page, 'Sign out everywhere else').click();
  await page.getByText('You were not signed in anywhere else.').waitFor();
  reader.assertNoProblems();
  await reader.leave();
});
