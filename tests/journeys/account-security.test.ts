import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { verifyEmail } from '#features/accounts/contract/accounts.ts';
import { emailChangeMessages } from '#features/accounts/contract/email-change.ts';
import { accountMessages } from '#features/accounts/rules/accounts.ts';
import { factorMessages } from '#features/second-factors/contract/factors.ts';
import type { Context } from '#platform/runtime/context.ts';
import { staffUrls } from '#staff-urls.ts';
import { authenticatorWith } from '#tests/support/authenticator.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { linkIn, mailFor } from '#tests/support/mailbox.ts';
import { startSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
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
  newSession,
  openPage,
  PASSWORD,
  problemsOf,
  remember,
} from './account-steps.ts';
import { PHONE, problemsInBothLooks } from './viewports.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);

/** Lets the sign-ins of an account be a quarter of an hour old. */
function makeStale(username: string): Promise<unknown> {
  return site.within(({ db }) =>
    sql`update sessions set created_at = now() - interval '16 minutes', proven_at = null
      where account_id = (select id from accounts where username = ${username})`.execute(db),
  );
}

test('a reader sees where they are signed in, and ends a session there', async () => {
  await newAccount(site, 'on-two-devices');
  const own = await newSession(site, 'on-two-devices');
  const reader = await newReader(PHONE);
  await remember(reader, site, own);
  const { page } = reader;
  await openPage(reader, urls.profile('settings'));
  const section = mainOf(page).getByRole('region', { name: 'Sessions' });
  await section.getByText('This one').waitFor();
  assert.equal(await section.getByRole('listitem').count(), 2);
  const log = mainOf(page).getByRole('region', { name: 'What happened' });
  await log.getByText('Signed in', { exact: true }).first().waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  const contents = mainOf(page).getByRole('navigation', { name: 'On this page' }).getByRole('link');
  for (const { href, title } of await contents.evaluateAll((links) =>
    links.map((link) => ({ href: link.getAttribute('href') ?? '', title: link.textContent })),
  ))
    assert.equal(await mainOf(page).locator(href).count(), 1, title ?? '');
  const choices = mainOf(page).getByRole('region', { name: 'Reading and notices' }).getByRole('link');
  assert.deepEqual(await choices.evaluateAll((links) => links.map((link) => link.getAttribute('href'))), [
    urls.follows(),
    urls.inbox(),
    urls.warnings(),
    urls.savedFilters(),
    urls.hidden(),
  ]);
  await contents.getByText('Sessions').click();
  await untilEqual(async () => Math.abs((await section.boundingBox())?.y ?? 1000) < 200, true);
  await section.getByRole('button', { name: 'Sign out Unknown device' }).click();
  await page.getByText('Unknown device: signed out.').waitFor();
  await section.getByRole('listitem').nth(1).waitFor({ state: 'detached' });
  await buttonOf(page, 'Sign out everywhere else').click();
  await page.getByText('You were not signed in anywhere else.').waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('a reader sets up an app, logs in with it and with a recovery code, and deletes the account', async () => {
  const username = 'two-steps';
  const own = await newAccount(site, username);
  const reader = await newReader(PHONE);
  await remember(reader, site, own);
  const { page } = reader;
  await openPage(reader, urls.profile('settings'));
  await buttonOf(page, 'Set up an authenticator app').click();
  await page.getByRole('img', { name: 'QR code of the key' }).waitFor();
  const secret = ((await mainOf(page).locator('code').textContent()) ?? '').replaceAll(' ', '');
  const { code } = authenticatorWith(secret);
  const link = mainOf(page).getByRole('link', { name: 'Open the app on this device' });
  assert.ok((await link.getAttribute('href'))?.includes(`secret=${secret}`));
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await buttonOf(page, 'Turn it on').click();
  await page.getByText(factorMessages.codeRequired).waitFor();
  await fieldOf(page, 'Code').fill('00000a');
  await fieldOf(page, 'Code').press('Enter');
  await page.getByText(factorMessages.codeWrong).waitFor();
  assertRefused(reader, [[422, '/api/accounts/totp/confirm']]);
  await fieldOf(page, 'Code').fill(code(-1));
  await fieldOf(page, 'Code').press('Enter');
  await buttonOf(page, 'I have kept them').waitFor();
  const codes = await mainOf(page).locator('li code').allTextContents();
  assert.equal(codes.length, 10);
  await buttonOf(page, 'Copy codes').click();
  await page.getByText('Codes copied').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `${codes.join('\n')}\n`);
  const [download] = await Promise.all([page.waitForEvent('download'), buttonOf(page, 'Download').click()]);
  assert.equal(download.suggestedFilename(), 'codes.txt');
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await buttonOf(page, 'I have kept them').click();
  await mainOf(page).getByText('10 recovery codes left.').waitFor();

  // Logs in with the app, by keyboard, after a wrong code.
  await forgetSession(page);
  await openPage(reader, urls.login(urls.tags()));
  await logIn(page, username);
  await heading(page, 'One more step').waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await fieldOf(page, 'Code').fill('00000a');
  await fieldOf(page, 'Code').press('Enter');
  await page.getByText(accountMessages.secondCodeWrong).waitFor();
  assertRefused(reader, [[401, '/api/accounts/login/second-factor']]);
  await fieldOf(page, 'Code').fill(code());
  await fieldOf(page, 'Code').press('Enter');
  await page.waitForURL(site.url + urls.tags());

  // Logs in with a recovery code.
  await forgetSession(page);
  await openPage(reader, urls.login());
  await logIn(page, username);
  await buttonOf(page, 'Use a recovery code').click();
  await fieldOf(page, 'Recovery code').fill(codes[0]?.toLowerCase() ?? '');
  await buttonOf(page, 'Log in').click();
  await page.waitForURL(site.url + urls.home());

  // A while later the export asks again, and goes on after the code.
  await openPage(reader, urls.profile('settings'));
  await mainOf(page).getByText('9 recovery codes left.').waitFor();
  await makeStale(username);
  await buttonOf(page, 'Export my data').click();
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
  await dialog.getByLabel('Recovery code').fill(codes[1] ?? '');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Continue' }).click(),
  ]);
  assert.match(file.suggestedFilename(), /\.zip$/);
  await dialog.waitFor({ state: 'detached' });
  assertRefused(reader, [[403, '/api/accounts/export']]);

  // So does the deletion, with nothing typed lost.
  await makeStale(username);
  await buttonOf(page, 'Delete Account').click();
  const deletion = page.getByRole('dialog', { name: 'Delete Account' });
  await deletion.getByLabel('Type DELETE to confirm').fill('DELETE');
  await deletion.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await deletion.getByRole('button', { name: 'Delete Account' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await deletion.getByText('Please confirm first that it is you.').waitFor();
  await deletion.getByRole('button', { name: 'Delete Account' }).click();
  await dialog.getByLabel('Code', { exact: true }).fill(codes[2] ?? '');
  await dialog.getByLabel('Code', { exact: true }).press('Enter');
  await page.getByText('Your account and everything in it have been deleted.').waitFor();
  assertRefused(reader, [
    [403, '/api/accounts/delete'],
    [403, '/api/accounts/delete'],
  ]);
  await reader.leave();
});

test('a reader changes the address, cancels, confirms, and takes it back from the old one', async () => {
  const username = 'moves';
  const [former, next] = [`${username}@example.org`, `${username}.new@example.org`];
  const own = await newAccount(site, username);
  const verification = linkIn(await mailFor(site, former, 'Confirm your address'), site, urls.verifyEmail());
  const token = new URL(verification, site.url).searchParams.get('token') ?? '';
  await site.call(verifyEmail, { token });
  const reader = await newReader(PHONE);
  await remember(reader, site, own);
  const { page } = reader;
  await openPage(reader, urls.profile('settings'));
  const section = mainOf(page).getByRole('region', { name: 'Email address' });
  await section.getByRole('button', { name: 'Change address' }).click();
  await section.getByText(accountMessages.emailRequired).waitFor();
  await section.getByLabel('New address').fill(next);
  await section.getByLabel('Your password', { exact: true }).fill('not this one');
  await section.getByRole('button', { name: 'Change address' }).click();
  await section.getByText(accountMessages.wrongPassword).waitFor();
  assert.equal(await section.getByLabel('New address').inputValue(), next, 'what was typed stays');
  assertRefused(reader, [[422, '/api/accounts/email']]);
  await section.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await section.getByRole('button', { name: 'Change address' }).click();
  await section.getByText(next).waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await section.getByRole('button', { name: 'Send again' }).click();
  await section.getByText(emailChangeMessages.sentAgain).waitFor();
  const link = linkIn(await mailFor(site, next, 'Confirm your new address'), site, urls.confirmEmail());

  await openPage(reader, link);
  await page.waitForURL(site.url + urls.confirmEmail());
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await buttonOf(page, 'Confirm address').click();
  await heading(page, emailChangeMessages.confirmed).waitFor();
  await mainOf(page).getByRole('link', { name: 'Open settings' }).click();
  await section.getByText(next).waitFor();
  await section.getByLabel('New address').fill(`${username}.third@example.org`);
  await section.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await section.getByRole('button', { name: 'Change address' }).click();
  await section.getByRole('button', { name: 'Cancel the change' }).click();
  await section.getByLabel('New address').waitFor();

  const notice = await mailFor(site, former, 'The address of your account');
  await openPage(reader, linkIn(notice, site, urls.keepEmail()));
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await buttonOf(page, 'Keep this address').click();
  await heading(page, 'Your address stays').waitFor();
  await openPage(reader, urls.keepEmail('made-up'));
  await buttonOf(page, 'Keep this address').click();
  await page.getByText(emailChangeMessages.stopExpired).waitFor();
  assert.ok(problemsOf(reader).includes('answer 400: /api/accounts/email/stop/made-up'));
  await reader.leave();
});

test('a moderator without a second factor is led to the settings where the site requires one', async () => {
  const strict = await startSite({ env: { STAFF_SECOND_FACTOR: 'required' } });
  after(() => strict.stop());
  const own = await newAccount(strict, 'mod-without');
  const giveRole = ({ db }: Context) =>
    db.updateTable('accounts').set({ role: 'moderator' }).where('id', '=', own.user.id).execute();
  await strict.within(giveRole);
  const browser = await openBrowser(strict);
  const reader = await browser.newReader();
  await remember(reader, strict, { ...own, user: { ...own.user, role: 'moderator' } });
  await reader.page.goto(strict.url + staffUrls.queue());
  await heading(reader.page, 'A second factor first').waitFor();
  await mainOf(reader.page).getByRole('link', { name: 'Set it up' }).click();
  await buttonOf(reader.page, 'Set up an authenticator app').waitFor();
  await mainOf(reader.page).getByText('You moderate here.').waitFor();
  const section = mainOf(reader.page).getByRole('region', { name: 'Second factor' });
  const isAtTop = async () => Math.abs((await section.boundingBox())?.y ?? 1000) < 200;
  await untilEqual(isAtTop, true);
  // A passkey asks for a finger, a face or a PIN, and so is two factors in one.
  await strict.within(({ db }) =>
    sql`insert into passkeys (account_id, credential_id, name, public_key, counter)
      values (${own.user.id}, 'staff', 'Work laptop', 'x', 0)`.execute(db),
  );
  await openPage(reader, urls.profile('settings'));
  await mainOf(reader.page).getByText('You have no recovery code').waitFor();
  assert.equal(await mainOf(reader.page).getByText('You moderate here.').count(), 0);
  await reader.leave();
});
