import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Route } from 'playwright-core';
import { ADVISED_PASSWORD_CHARACTERS, verifyEmail } from '#features/accounts/contract/accounts.ts';
import { accountMessages } from '#features/accounts/rules/accounts.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { holdRequests } from '#tests/support/hold-requests.ts';
import { linkIn, mailFor } from '#tests/support/mailbox.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import {
  assertRefused,
  barOf,
  buttonOf,
  fieldOf,
  focusedLabel,
  heading,
  mainOf,
  newAccount,
  OTHER_PASSWORD,
  openPage,
  PASSWORD,
  remember,
  userMenu,
} from './account-steps.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const nell = await newAccount(site, 'nell-carver');

// Spec 5: Register and login: required fields; both password messages
test('a form with errors shows them beside the fields, focuses the first, and loses no input', async () => {
  const reader = await newReader({ width: 390 });
  const { page } = reader;
  await openPage(reader, urls.register());
  await buttonOf(page, 'Register').click();
  for (const [field, message] of [
    ['Username', accountMessages.usernameRequired],
    ['Email address', accountMessages.emailRequired],
    ['Password', accountMessages.passwordRequired],
  ] as const) {
    const control = fieldOf(page, field);
    assert.equal(await control.getAttribute('aria-invalid'), 'true', field);
    const described = (await control.getAttribute('aria-describedby')) ?? '';
    const texts = await page.evaluate(
      (ids) => ids.split(' ').map((id) => document.getElementById(id)?.textContent),
      described,
    );
    assert.equal(texts[0], message);
  }
  assert.equal(await focusedLabel(page), 'Username');

  const typed = {
    Username: 'x y',
    'Email address': 'nell@',
    Password: 'short',
    'Confirm password': 'other',
  };
  for (const [field, text] of Object.entries(typed)) await fieldOf(page, field).fill(text);
  await buttonOf(page, 'Register').click();
  await page.getByText(accountMessages.passwordShort).waitFor();
  await page.getByText(accountMessages.usernameForm).waitFor();
  await page.getByText(accountMessages.emailForm).waitFor();
  await page.getByText(accountMessages.passwordsDiffer).waitFor();
  assert.equal(await page.getByText(accountMessages.usernameRequired).count(), 0);
  for (const [field, text] of Object.entries(typed))
    assert.equal(await fieldOf(page, field).inputValue(), text, field);

  // A corrected field says so at once, and a field made wrong again says that, without any request.
  await fieldOf(page, 'Username').fill('nell-carver-2');
  await page.getByText(accountMessages.usernameForm).waitFor({ state: 'detached' });
  assert.equal(await fieldOf(page, 'Username').getAttribute('aria-invalid'), 'false');
  await page.getByText(accountMessages.passwordShort).waitFor();
  await fieldOf(page, 'Username').fill('x y');
  await page.getByText(accountMessages.usernameForm).waitFor();
  await fieldOf(page, 'Confirm password').fill('short');
  await page.getByText(accountMessages.passwordsDiffer).waitFor({ state: 'detached' });

  // An error that only the server knows appears beside its field as well.
  await fieldOf(page, 'Username').fill('Nell-Carver');
  await fieldOf(page, 'Email address').fill('nell@nowhere');
  await page.getByText(accountMessages.emailForm).waitFor({ state: 'detached' });
  await fieldOf(page, 'Password').fill(PASSWORD);
  await fieldOf(page, 'Confirm password').fill(PASSWORD);
  await buttonOf(page, 'Register').click();
  await page.getByText(accountMessages.emailForm).waitFor();
  assert.equal(await focusedLabel(page), 'Email address');
  await fieldOf(page, 'Email address').fill('another@example.org');
  await page.getByText(accountMessages.emailForm).waitFor({ state: 'detached' });
  await buttonOf(page, 'Register').click();
  await page.getByText(accountMessages.usernameTaken).waitFor();
  assert.equal(await page.getByText(accountMessages.emailForm).count(), 0);
  assert.equal(await focusedLabel(page), 'Username');
  assert.equal(await fieldOf(page, 'Password').inputValue(), PASSWORD);
  assertRefused(reader, [
    [422, '/api/accounts/signup'],
    [409, '/api/accounts/signup'],
  ]);
  await reader.leave();
});

test('a screen reader calls no empty field invalid and says each refusal', async () => {
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.login());
  const username = fieldOf(page, 'Username or email address');
  assert.equal(await username.getAttribute('aria-invalid'), 'false');
  // A field that has the focus already does not say its error by taking it.
  await username.press('Enter');
  await page.getByRole('alert').getByText(accountMessages.usernameRequired).waitFor();
  // Firefox makes no live region of the role alone when a text comes into it later.
  const message = mainOf(page).locator('form [data-form-message] [role=alert]').first();
  assert.equal(await message.getAttribute('aria-live'), 'assertive');
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 4: Forms: inputs and submit disabled while sending; messages clear
test('a form that is being sent is read-only, shows its progress, and is sent once', async () => {
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.login());
  const { requests, release } = await holdRequests(page, '**/api/accounts/login');
  await fieldOf(page, 'Username or email address').fill('nell-carver');
  await fieldOf(page, 'Password').fill(PASSWORD);
  await mainOf(page).getByRole('button', { name: 'Show password' }).click();
  assert.equal(await fieldOf(page, 'Password').getAttribute('type'), 'text');
  await fieldOf(page, 'Password').press('Enter');
  const busy = buttonOf(page, 'Logging in...');
  await busy.waitFor();
  assert.equal(await busy.getAttribute('aria-disabled'), 'true');
  // The field is hidden again, because browsers remember the contents of plain fields.
  assert.equal(await fieldOf(page, 'Password').getAttribute('type'), 'password');
  for (const field of ['Username or email address', 'Password'])
    assert.equal(await fieldOf(page, field).isEditable(), false, field);
  assert.equal(await fieldOf(page, 'Username or email address').inputValue(), 'nell-carver');
  await busy.click({ force: true });
  await fieldOf(page, 'Password').press('Enter');
  release();
  await userMenu(page, 'nell-carver').waitFor();
  assert.equal(requests.length, 1);
  reader.assertNoProblems();
  await reader.leave();
});

test('a login form sent before the script has loaded is sent once it has', async () => {
  const reader = await newReader();
  const { page } = reader;
  const { release } = await holdRequests(page, '**/assets/client-*.js');
  await page.goto(site.url + urls.login(), { waitUntil: 'commit' });
  await fieldOf(page, 'Username or email address').fill('nell-carver');
  await fieldOf(page, 'Password').fill(PASSWORD);
  await fieldOf(page, 'Password').press('Enter');
  await buttonOf(page, 'Log in').click();
  await reader.untilPainted();
  assert.equal(page.url(), site.url + urls.login());
  assert.equal(await fieldOf(page, 'Password').inputValue(), PASSWORD);
  release();
  await userMenu(page, 'nell-carver').waitFor();
  assert.equal(await page.evaluate(() => performance.getEntriesByType('navigation').length), 1);
  reader.assertNoProblems();
  await reader.leave();
});

test('without the script no password gets into an address', async () => {
  const reader = await newReader();
  const { page } = reader;
  await reader.context.route('**/assets/client-*.js', (route) => route.abort());
  for (const path of [urls.login(), urls.register()]) {
    await page.goto(site.url + path);
    await fieldOf(page, 'Password').fill(PASSWORD);
    await fieldOf(page, 'Password').press('Enter');
    await reader.untilPainted();
    assert.equal(page.url(), site.url + path);
    assert.equal(await fieldOf(page, 'Password').inputValue(), PASSWORD);
  }
  await reader.leave();
});

test('without JavaScript a page explains that its form needs it and shows no form', async () => {
  const reader = await newReader({ javaScript: false });
  const { page } = reader;
  for (const path of [urls.login(), urls.register(), urls.resetPassword(), urls.profile()]) {
    await reader.open(path);
    await page.getByText('JavaScript. Please allow it for this site').waitFor();
    assert.ok(!(await mainOf(page).locator('form, input, button').first().isVisible()), path);
  }
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 2, Login, Register, Profile: Logging in by a mailed code, where too many passwords were tried or as one likes; a reset logs in (beyond the specification)
test('a reader signs in with a mailed code by keyboard alone and returns to the previous page', async () => {
  const reader = await newReader();
  const { page } = reader;
  await newAccount(site, 'rose-adair');
  const link = linkIn(
    await mailFor(site, 'rose-adair@example.org', 'Confirm your address'),
    site,
    urls.verifyEmail(),
  );
  await site.call(verifyEmail, { token: new URL(link, site.url).searchParams.get('token') ?? '' });
  await openPage(reader, urls.login(urls.tags()));
  await fieldOf(page, 'Username or email address').fill('rose-adair');
  await mainOf(page).getByRole('link', { name: 'Email me a code instead' }).press('Enter');
  await heading(page, 'Log in with a code').waitFor();
  assert.equal(await focusedLabel(page), 'Username or email address');
  await page.keyboard.press('Enter');
  await fieldOf(page, 'Code').and(page.locator(':focus')).waitFor();
  assert.equal(await fieldOf(page, 'Code').getAttribute('autocomplete'), 'one-time-code');
  await page.keyboard.press('Enter');
  await page.getByText(accountMessages.codeRequired).waitFor();
  await page.keyboard.type('0000 0000');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText(accountMessages.codeWrong).waitFor();
  const mail = await mailFor(site, 'rose-adair@example.org', 'Your code');
  const code = /^[0-9A-Z]{5}-[0-9A-Z]{5}$/m.exec(mail.text ?? '')?.[0] ?? '';
  await fieldOf(page, 'Code').fill(code.toLowerCase());
  await page.keyboard.press('Enter');
  await userMenu(page, 'rose-adair').waitFor();
  await page.waitForURL(site.url + urls.tags());
  assertRefused(reader, [[401, '/api/auth/login-code']]);

  // A cookie marks the device as known from now on; requests that read do not send it.
  const cookies = await reader.context.cookies(`${site.url}/api/auth`);
  assert.deepEqual(
    cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]),
    [['device', true, 'Lax']],
  );
  assert.deepEqual(await reader.context.cookies([site.url + urls.login(), `${site.url}/api/stories`]), []);
  await reader.leave();
});

// Spec 2, Shell: Signed in: initial, username, New Story, Profile, Logout
test('a reader registers, opens the menu and signs out by keyboard alone', async () => {
  const reader = await newReader();
  const { page } = reader;
  const { keyboard } = page;
  await openPage(reader, urls.register());
  await fieldOf(page, 'Username').focus();
  const stops: string[] = [];
  for (let stop = 0; stop < 9; stop += 1) {
    stops.push(await focusedLabel(page));
    await keyboard.press('Tab');
  }
  assert.deepEqual(stops, [
    'Username',
    'Email address',
    'Password',
    'Show password',
    'Confirm password',
    'Show password',
    'terms',
    'privacy policy',
    'Register',
  ]);
  await fieldOf(page, 'Username').focus();
  await keyboard.type('Wren');
  await keyboard.press('Tab');
  await keyboard.type('wren@example.org');
  await keyboard.press('Tab');
  await keyboard.type(PASSWORD);
  await keyboard.press('Tab');
  await keyboard.press('Space');
  await mainOf(page).getByRole('button', { name: 'Hide password' }).and(page.locator(':focus')).waitFor();
  await keyboard.press('Tab');
  await keyboard.type(PASSWORD);
  await keyboard.press('Enter');
  await userMenu(page, 'Wren').waitFor();
  // The menu is there before the next page, which takes the focus.
  await page.waitForURL(site.url + urls.home());
  await reader.untilPainted();

  await userMenu(page, 'Wren').focus();
  await keyboard.press('Enter');
  const first = page.getByRole('menuitem', { name: 'Updates' }).and(page.locator(':focus'));
  await first.waitFor();
  await keyboard.press('Escape');
  await userMenu(page, 'Wren').and(page.locator(':focus')).waitFor();
  await keyboard.press('Enter');
  await first.waitFor();
  await keyboard.press('End');
  await page.getByRole('menuitem', { name: 'Logout' }).and(page.locator(':focus')).waitFor();
  await keyboard.press('Enter');
  await barOf(page).getByRole('link', { name: 'Login' }).waitFor();
  assertRefused(reader, []);
  await reader.leave();
});

test('a password manager recognises the fields to fill in and to save', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, await newAccount(site, 'keeper'));
  const fieldsOf = () =>
    mainOf(page)
      .locator('form')
      .evaluateAll((forms) =>
        forms
          .map((form) =>
            [...form.querySelectorAll('input')].map(
              ({ name, type, autocomplete }) => `${name} ${type} ${autocomplete}`,
            ),
          )
          .filter((fields) => fields.length > 0),
      );
  await openPage(reader, urls.profile('settings'));
  await heading(page, 'Your profile').waitFor();
  await page.getByRole('heading', { name: 'Change Password' }).waitFor();
  await fieldOf(page, 'New address').waitFor();
  await fieldOf(page, 'Name of the new passkey').waitFor();
  assert.deepEqual(await fieldsOf(), [
    [
      'username text username',
      'old_password password current-password',
      'new_password password new-password',
      'confirm_password password new-password',
    ],
    ['email email email', 'username text username', 'password password current-password'],
    ['name text off'],
  ]);
  for (const name of await mainOf(page).locator('input[autocomplete="username"]').all())
    assert.equal(await name.inputValue(), 'keeper');
  await page.evaluate(() => localStorage.clear());
  await page.evaluate(() => localStorage.setItem('contentWarningAccepted', 'true'));
  await openPage(reader, urls.login());
  assert.deepEqual(await fieldsOf(), [
    ['username text username webauthn', 'password password current-password'],
  ]);
  await openPage(reader, urls.register());
  assert.deepEqual(await fieldsOf(), [
    [
      'username text username',
      'email email email',
      'password password new-password',
      'confirm_password password new-password',
      'website text off',
    ],
  ]);
  await page.getByText(`better ${ADVISED_PASSWORD_CHARACTERS}`).waitFor();
  for (const input of await mainOf(page).locator('input:not([name="website"])').all()) {
    assert.equal(await input.getAttribute('autocapitalize'), 'none');
    assert.equal(await input.getAttribute('spellcheck'), 'false');
  }
  assertRefused(reader, []);
  await reader.leave();
});

/** Opens the profile's form and changes the bio. */
async function changeBio(reader: Reader, bio: string): Promise<void> {
  await openPage(reader, urls.profile('account'));
  await fieldOf(reader.page, 'Bio').fill(bio);
}

// Spec 1: Signed-in users vote, bookmark, report (not themselves), create stories, keep a profile
// Spec 2, Login, Register, Profile: ‘Profile Information’: read-only Username with note, Bio (4 rows, placeholder), ‘Save Profile’
// Spec 3: display_name is sent with the bio, and one’s own username is always taken (note 2)
test('a reader edits their public profile, and a counter shows the remaining characters', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, await newAccount(site, 'bio-writer'));
  await openPage(reader, urls.profile('account'));
  assert.equal(await fieldOf(page, 'Username').isEditable(), false);
  await page.getByText(accountMessages.usernamePermanent).waitFor();
  assert.equal(await fieldOf(page, 'Bio').getAttribute('placeholder'), 'Tell us about yourself...');
  await fieldOf(page, 'Bio').fill('é'.repeat(2001));
  await page.getByText('2,001/2,000').waitFor();
  await page.locator('[aria-live]').getByText('1 character too many').waitFor({ state: 'attached' });
  // An empty status is read as one.
  assert.equal(await mainOf(page).locator('[role=status]:empty').count(), 0);
  await buttonOf(page, 'Save Profile').click();
  await page.getByText('Bio must be at most 2,000 characters long').waitFor();
  assert.equal(await focusedLabel(page), 'Bio');
  assertRefused(reader, [[422, '/api/accounts/profile']]);
  await fieldOf(page, 'Bio').fill('Writes at night, being forty and a baker.');
  await fieldOf(page, 'Display name').fill('The Night Baker');
  await buttonOf(page, 'Save Profile').click();
  await page.getByText(accountMessages.profileSaved).waitFor();
  // After saving, leaving the page asks nothing.
  await mainOf(page).getByRole('link', { name: '@bio-writer' }).click();
  await heading(page, 'The Night Baker').waitFor();
  await page.getByText('Writes at night, being forty and a baker.').waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('leaving a form with unsaved input asks for confirmation', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, await newAccount(site, 'half-done'));
  await changeBio(reader, 'Not finished');
  const bookmarks = page.getByRole('link', { name: 'Bookmarks', exact: true });
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await bookmarks.click();
  await question.getByRole('button', { name: 'Stay' }).click();
  await question.waitFor({ state: 'hidden' });
  assert.equal(page.url(), site.url + urls.profile('account'));
  assert.equal(await fieldOf(page, 'Bio').inputValue(), 'Not finished');

  // The browser itself asks before a reload, and the typed text survives even that.
  const dialogEvent = page.waitForEvent('dialog');
  const reload = page.reload();
  const dialog = await dialogEvent;
  assert.equal(dialog.type(), 'beforeunload');
  await dialog.accept();
  await reload;
  await reader.untilHydrated();
  assert.equal(await fieldOf(page, 'Bio').inputValue(), 'Not finished');

  await bookmarks.click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'Bookmarked Stories' }).waitFor();
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  assert.equal(await fieldOf(page, 'Bio').inputValue(), '');
  reader.assertNoProblems();
  await reader.leave();
});

test('a form keeps its input when the connection fails, and saves it later', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, await newAccount(site, 'on-a-train'));
  await changeBio(reader, 'Written in a tunnel');
  await reader.context.setOffline(true);
  await buttonOf(page, 'Save Profile').click();
  await page.getByRole('alert').getByText('The site can’t be reached.').waitFor();
  assert.equal(await fieldOf(page, 'Bio').inputValue(), 'Written in a tunnel');
  await reader.context.setOffline(false);
  await buttonOf(page, 'Save Profile').click();
  await page.getByText(accountMessages.profileSaved).waitFor();
  assert.equal(await page.getByText('The site can’t be reached.').count(), 0);
  await reader.leave();
});

test('input typed before signing out is not shown to the next user', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, nell);
  await changeBio(reader, 'Half a secret');
  await userMenu(page, 'nell-carver').click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await heading(page, 'Log in').waitFor();
  assert.deepEqual(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))),
    [],
  );
  await reader.leave();
});

test('a reader whose registration was stored but not answered registers again, and has the account', async () => {
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.register());
  const fill = async (username: string) => {
    await fieldOf(page, 'Username').fill(username);
    await fieldOf(page, 'Email address').fill(`${username}@example.org`);
    await fieldOf(page, 'Password').fill(PASSWORD);
    await fieldOf(page, 'Confirm password').fill(PASSWORD);
    await buttonOf(page, 'Register').click();
  };
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await newAccount(site, 'somebody-else', OTHER_PASSWORD);
  await fill('somebody-else');
  await page.getByText(accountMessages.usernameTaken).first().waitFor();
  await page.route('**/api/accounts/signup', loseAnswer, { times: 1 });
  await fill('lost-and-found');
  await page.getByRole('alert').filter({ hasText: 'can’t be reached' }).waitFor();
  await buttonOf(page, 'Register').click();
  await userMenu(page, 'lost-and-found').waitFor();
  await reader.leave();
});
