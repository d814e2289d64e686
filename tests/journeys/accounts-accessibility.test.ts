import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import {
  buttonOf,
  fieldOf,
  logIn,
  mainOf,
  newAccount,
  openPage,
  remember,
  userMenu,
} from './account-steps.ts';
import { problemsInBothLooks } from './viewports.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);

const press = (name: string) => (page: Page) => buttonOf(page, name).click();

const byCode = (page: Page) => mainOf(page).getByRole('link', { name: 'Email me a code instead' }).click();

type State = [name: string, path: string, act?: (page: Page) => Promise<unknown>];

const signedOut: State[] = [
  ['login', urls.login()],
  ['login, nothing filled in', urls.login(), press('Log in')],
  [
    'login, wrong password',
    urls.login(),
    async (page) => {
      await logIn(page, 'looked-at', 'not the password');
      await page.getByText('Invalid username or password').waitFor();
    },
  ],
  [
    'login by code, nothing filled in',
    urls.login(),
    async (page) => {
      await byCode(page);
      await press('Email me a code')(page);
    },
  ],
  [
    'login by code, wrong code',
    urls.login(),
    async (page) => {
      await byCode(page);
      await fieldOf(page, 'Username or email address').fill('looked-at');
      await press('Email me a code')(page);
      await fieldOf(page, 'Code').fill('0000-0000');
      await press('Log in')(page);
      await page.getByText('This code is wrong').waitFor();
    },
  ],
  ['register', urls.register()],
  ['register, nothing filled in', urls.register(), press('Register')],
  [
    'reset, link sent',
    urls.resetPassword(),
    async (page) => {
      await fieldOf(page, 'Email address').fill('looked-at@example.org');
      await press('Send the link')(page);
      await page.getByText('If this address has an account').waitFor();
    },
  ],
  ['reset by link', urls.resetPassword('made-up'), (page) => fieldOf(page, 'New password').waitFor()],
  ['verification failed', urls.verifyEmail(), (page) => page.getByText('Verification Failed').waitFor()],
  [
    'Google failed',
    urls.googleCallback(),
    (page) => page.getByText('Google authentication failed').waitFor(),
  ],
];

const signedIn: State[] = [
  ['stories', urls.profile(), (page) => page.getByText('Create Your First Story').waitFor()],
  ['bookmarks', urls.profile('bookmarks'), (page) => page.getByText('Discover Stories').waitFor()],
  [
    'profile, too long',
    urls.profile('account'),
    async (page) => {
      await fieldOf(page, 'Display name').fill('x'.repeat(61));
      await fieldOf(page, 'Bio').fill('x'.repeat(1700));
      await press('Save Profile')(page);
      await page.getByText('Display name must be at most 60').waitFor();
    },
  ],
  ['settings, nothing filled in', urls.profile('settings'), press('Update Password')],
  [
    'settings, mail sent',
    urls.profile('settings'),
    async (page) => {
      await press('Resend Verification Email')(page);
      await page.getByText('Verification email sent successfully').waitFor();
    },
  ],
  [
    'delete dialog, nothing filled in',
    urls.profile('settings'),
    async (page) => {
      await press('Delete Account')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Delete Account' }).click();
      await page.getByText('Please type DELETE').waitFor();
    },
  ],
  [
    'leaving unsaved',
    urls.profile('account'),
    async (page) => {
      await fieldOf(page, 'Bio').fill('Half');
      await mainOf(page).getByRole('link', { name: 'Bookmarks' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  ],
  [
    'user menu',
    urls.tags(),
    async (page) => {
      const small = page.getByRole('button', { name: 'Open menu' });
      await ((await small.isVisible()) ? small : userMenu(page, 'looked-at')).click();
      await page.getByText('Logout').last().waitFor();
    },
  ],
];

const session = await newAccount(site, 'looked-at');

test('no state of the forms has an accessibility problem, in Lamp and Paper, on a phone and a desktop', async () => {
  const findings: string[] = [];
  for (const states of [signedOut, signedIn]) {
    const reader = await newReader();
    const { page } = reader;
    if (states === signedIn) await remember(reader, site, session);
    page.on('dialog', (dialog) => dialog.accept());
    for (const [name, path, act] of states) {
      await openPage(reader, path);
      await act?.(page);
      const problems = await problemsInBothLooks(reader);
      findings.push(...problems.map((problem) => `${name}, ${problem}`));
      const troubles = reader.problems.splice(0).filter((problem) => !/^answer 4(01|22)/.test(problem));
      findings.push(...troubles.map((trouble) => `${name}: ${trouble}`));
    }
    await reader.leave();
  }
  assert.deepEqual(findings, []);
});

test('a reader moves through the menu by keys, and no item gets a new click handler', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.terms());
  await userMenu(page, 'looked-at').focus();
  await page.keyboard.press('Enter');
  const focused = (name: string) =>
    page.getByRole('menuitem', { name }).and(page.locator(':focus')).waitFor();
  await focused('Updates');
  await page.evaluate(() => {
    Object.defineProperty(HTMLElement.prototype, 'onclick', {
      set(this: HTMLElement) {
        document.title = `${this.textContent} has a new handler`;
      },
    });
  });
  const title = await page.title();
  for (const name of ['Inbox', 'New Story', 'Shelves', 'Profile', 'Logout', 'Updates']) {
    await page.keyboard.press('ArrowDown');
    await focused(name);
  }
  assert.equal(await page.title(), title);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await mainOf(page).getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await reader.leave();
});
