import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import type { Page, Route } from 'playwright-core';
import { accountMessages } from '#features/accounts/rules/accounts.ts';
import { passkeyMessages } from '#features/second-factors/contract/passkeys.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import {
  assertRefused,
  buttonOf,
  fieldOf,
  forgetSession,
  heading,
  logIn,
  mainOf,
  newAccount,
  openPage,
  PASSWORD,
  problemsOf,
  remember,
} from './account-steps.ts';
import { PHONE, problemsInBothLooks } from './viewports.ts';

// Passkeys belong to a host name, never to an address of numbers.
const site = await startSite({ hostname: 'localhost' });
after(() => site.stop());
const { newReader } = await openBrowser(site);

/**
 * Gives the browser a device that holds passkeys, and confirms each use with a finger; returns a function that takes the
 * finger away and lays it on again. A browser that suggests passkeys in fields would take one without being asked.
 */
async function addAuthenticator(
  page: Page,
  { suggests = false } = {},
): Promise<(isTouched: boolean) => Promise<void>> {
  if (!suggests)
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return async (enabled) => {
    await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  };
}

/** Lets sixteen minutes pass since the sign-in. */
function makeStale(accountId: number): Promise<unknown> {
  return site.within(({ db }) =>
    sql`update sessions set created_at = now() - interval '16 minutes', proven_at = null
      where account_id = ${accountId}`.execute(db),
  );
}

test('a reader adds a passkey, logs in with it, proves themselves with it and removes it', async () => {
  const username = 'has-keys';
  const own = await newAccount(site, username);
  const reader = await newReader(PHONE);
  await remember(reader, site, own);
  const { page } = reader;
  await addAuthenticator(page);
  await openPage(reader, urls.profile('settings'));
  await buttonOf(page, 'Add a passkey').click();
  await page.getByText(passkeyMessages.nameRequired).waitFor();
  await fieldOf(page, 'Name of the new passkey').fill('My laptop');
  await buttonOf(page, 'Add a passkey').click();
  await buttonOf(page, 'I have kept them').waitFor();
  assert.equal(await mainOf(page).locator('li code').count(), 10);
  await buttonOf(page, 'I have kept them').click();
  const row = mainOf(page).getByRole('listitem').filter({ hasText: 'My laptop' });
  await row.waitFor();
  await mainOf(page).getByText('10 recovery codes left.').waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await row.getByRole('button', { name: 'Rename My laptop' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename the passkey' });
  await dialog.getByLabel('Name', { exact: true }).fill('My desk');
  await dialog.getByRole('button', { name: 'Save name' }).click();
  await buttonOf(page, 'Remove My desk').waitFor();

  // Logs in with nothing else.
  await forgetSession(page);
  await openPage(reader, urls.login(urls.tags()));
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await buttonOf(page, 'Log in with a passkey').click();
  await page.waitForURL(site.url + urls.tags());

  // With the password, the passkey is asked for as second factor.
  await forgetSession(page);
  await openPage(reader, urls.login());
  await logIn(page, username);
  await heading(page, 'One more step').waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await buttonOf(page, 'Use a passkey').click();
  await page.waitForURL(site.url + urls.home());

  // A while later the removal asks for it, too.
  await makeStale(own.user.id);
  await openPage(reader, urls.profile('settings'));
  await buttonOf(page, 'Remove My desk').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  const proof = page.getByRole('dialog', { name: 'Is it you?' });
  const code = proof.getByLabel('Recovery code');
  assert.equal(await code.getAttribute('inputmode'), 'text', 'it has letters');
  await proof.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText(passkeyMessages.removed).first().waitFor();
  await buttonOf(page, 'Remove My desk').waitFor({ state: 'detached' });
  assert.match(problemsOf(reader).join(), /^answer 403: \/api\/accounts\/passkeys\/\d+$/);

  // Now it opens nothing any more, and the password suffices again.
  await forgetSession(page);
  await openPage(reader, urls.login());
  await buttonOf(page, 'Log in with a passkey').click();
  await page.getByText(passkeyMessages.refused).waitFor();
  assertRefused(reader, [[401, '/api/accounts/login/passkey']]);
  await logIn(page, username);
  await page.waitForURL(site.url + urls.home());
  await reader.leave();
});

test('a passkey that a device took its time to make is added once its owner has proved themselves again', async () => {
  const own = await newAccount(site, 'slow-finger');
  const reader = await newReader();
  await remember(reader, site, own);
  const { page } = reader;
  await addAuthenticator(page);
  await openPage(reader, urls.profile('settings'));
  const sendLate = async (route: Route) => {
    await makeStale(own.user.id);
    await route.continue();
  };
  await page.route('**/api/accounts/passkeys/verify', sendLate, { times: 1 });
  await fieldOf(page, 'Name of the new passkey').fill('My laptop');
  await buttonOf(page, 'Add a passkey').click();
  const proof = page.getByRole('dialog', { name: 'Is it you?' });
  await proof.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await proof.getByRole('button', { name: 'Continue' }).click();
  await buttonOf(page, 'I have kept them').click();
  await buttonOf(page, 'Remove My laptop').waitFor();
  assertRefused(reader, [[403, '/api/accounts/passkeys/verify']]);
  await reader.leave();
});

test('the name field of the login suggests passkeys, and the button works beside it', async () => {
  const own = await newAccount(site, 'takes-suggestions');
  const reader = await newReader();
  await remember(reader, site, own);
  const { page } = reader;
  const touch = await addAuthenticator(page, { suggests: true });
  await openPage(reader, urls.profile('settings'));
  await fieldOf(page, 'Name of the new passkey').fill('My laptop');
  await buttonOf(page, 'Add a passkey').click();
  await buttonOf(page, 'I have kept them').click();

  await forgetSession(page);
  await openPage(reader, urls.login(urls.tags()));
  await page.waitForURL(site.url + urls.tags());

  await forgetSession(page);
  await touch(false);
  const offer = page.waitForResponse((answer) => answer.url().endsWith('/accounts/login/passkey/options'));
  await openPage(reader, urls.login(urls.tags()));
  await offer;
  await reader.untilPainted();
  await touch(true);
  await buttonOf(page, 'Log in with a passkey').click();
  await page.waitForURL(site.url + urls.tags());
  reader.assertNoProblems();
  await reader.leave();
});

test('a reader registers with a passkey, keeps it as the only way in, and sets a password', async () => {
  const username = 'keyed';
  const reader = await newReader(PHONE);
  const { page } = reader;
  await addAuthenticator(page);
  await openPage(reader, urls.register());
  await fieldOf(page, 'Username').fill(username);
  await fieldOf(page, 'Email address').fill(`${username}@example.org`);
  await buttonOf(page, 'Use a passkey instead of a password').click();
  await fieldOf(page, 'Password').waitFor({ state: 'detached' });
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await buttonOf(page, 'Register with a passkey').click();
  await page.waitForURL(site.url + urls.home());
  await openPage(reader, urls.profile('settings'));
  await mainOf(page)
    .getByRole('button', { name: /^Remove .* on / })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText(passkeyMessages.lastWayIn).waitFor();
  assert.match(problemsOf(reader).join(), /^answer 403: \/api\/accounts\/passkeys\/\d+$/);
  // Nothing but the passkey opens the account, so codes for the day it is lost are offered.
  await mainOf(page)
    .getByText(/^You have no recovery code/)
    .waitFor();
  await buttonOf(page, 'New recovery codes').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Get new codes' }).click();
  await buttonOf(page, 'I have kept them').click();
  await mainOf(page).getByText('10 recovery codes left.').waitFor();
  const section = mainOf(page).getByRole('region', { name: 'Set a password' });
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await section.getByLabel('New Password', { exact: true }).fill('a ferry leaves without us');
  await section.getByLabel('Confirm New Password', { exact: true }).fill('a ferry leaves without us');
  await section.getByRole('button', { name: 'Set password' }).click();
  await mainOf(page).getByRole('region', { name: 'Change Password' }).waitFor();
  await page.getByText(accountMessages.passwordChanged).waitFor();
  assert.deepEqual(problemsOf(reader), []);
  await reader.leave();
});
