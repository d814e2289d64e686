import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Route } from 'playwright-core';
import { createInvitation, type Invitation, invitationMessages } from '#features/invitations/contract.ts';
import { changeSetting, listSettings } from '#features/site-settings/contract.ts';
import { staffUrls } from '#staff-urls.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { urls } from '#urls.ts';
import {
  assertRefused,
  buttonOf,
  fieldOf,
  focusedLabel,
  mainOf,
  openPage,
  PASSWORD,
  userMenu,
} from './account-steps.ts';
import { signInAs } from './moderation-steps.ts';
import { problemsInBothLooks } from './viewports.ts';

const site = await startSite();
after(() => site.stop());
const { ada, mia, noa, ola, pia } = await site.within(async (context) => ({
  ada: await signedIn(context, 'ada-keeps', { role: 'admin' }),
  mia: await signedIn(context, 'mia-reads'),
  ola: await signedIn(context, 'ola-invites'),
  pia: await signedIn(context, 'pia-invites'),
  noa: await signedIn(context, 'noa-waits', { isVerified: false }),
}));
const { newReader } = await openBrowser(site);

async function readerAs(person: SignedInPerson, path: string): Promise<Reader> {
  const reader = await newReader();
  await signInAs(reader, site, person);
  await openPage(reader, path);
  return reader;
}

async function letInByInvitation(): Promise<void> {
  const { settings } = await site.call(listSettings, {}, ada.token);
  const { value, revision = 0 } = settings.find(({ name }) => name === 'registration') ?? {};
  if (value === 'invite') return;
  await site.call(changeSetting, { name: 'registration', value: 'invite', revision }, ada.token);
}

const newInvitation = (by = ada) => site.call(createInvitation, {}, by.token);
const codesOf = ({ page }: Reader) =>
  mainOf(page).getByRole('list', { name: 'Invitations' }).getByRole('listitem');

/** Types the rest of the form with the keyboard alone, beginning in the first field. */
async function typeForm({ page }: Reader, username: string): Promise<void> {
  await fieldOf(page, 'Invitation').focus();
  for (const [label, text] of [
    ['Username', username],
    ['Email address', `${username}@example.org`],
    ['Password', PASSWORD],
    ['Confirm password', PASSWORD],
  ] as const) {
    do await page.keyboard.press('Tab');
    while (!(await focusedLabel(page)).startsWith(label));
    await page.keyboard.type(text);
  }
}

async function openLink(code: string): Promise<Reader> {
  const guest = await newReader();
  await openPage(guest, urls.invitation(code));
  await guest.page.waitForURL((url) => url.search === '');
  return guest;
}

test('an admin lets people in by invitation, a member gives one, a guest uses it, and the admin sees who invited whom', async () => {
  const admin = await readerAs(ada, staffUrls.settings());
  const setting = mainOf(admin.page).getByRole('form', { name: 'Registering', exact: true });
  await setting.getByRole('combobox').focus();
  await admin.page.keyboard.press('ArrowDown');
  assert.equal(await setting.getByRole('combobox').inputValue(), 'invite');
  await admin.page.keyboard.press('Tab');
  await admin.page.keyboard.press('Enter');
  await setting.getByText('Saved, and live.').waitFor();
  admin.assertNoProblems();

  const uninvited = await newReader();
  await openPage(uninvited, urls.register());
  await mainOf(uninvited.page).getByText('New accounts need an invitation.').waitFor();
  await uninvited.leave();

  const member = await readerAs(mia, urls.profile('settings'));
  await buttonOf(member.page, 'Create invitation').click();
  await member.page.getByText(invitationMessages.created).first().waitFor();
  await codesOf(member).getByRole('button', { name: 'Copy link' }).click();
  await member.page.getByText('Link copied').waitFor();
  const link = await member.page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.startsWith(`${site.url}${urls.register()}?invitation=`), link);
  const code = new URL(link).searchParams.get('invitation') ?? '';
  await mainOf(member.page).getByText('4 left.').waitFor();
  member.assertNoProblems();

  const guest = await openLink(code);
  assert.equal(await fieldOf(guest.page, 'Invitation').inputValue(), code);
  await typeForm(guest, 'new-lamp');
  await guest.page.keyboard.press('Enter');
  await userMenu(guest.page, 'new-lamp').waitFor();
  await guest.page.getByText(/^Welcome, new-lamp\./).waitFor();
  guest.assertNoProblems();
  await guest.leave();

  await openPage(member, urls.profile('settings'));
  await codesOf(member)
    .getByText(/^Used /)
    .waitFor();
  assert.equal(await codesOf(member).getByRole('button').count(), 0);
  await member.leave();

  await openPage(admin, staffUrls.people({ q: 'mia' }));
  const invited = mainOf(admin.page).getByRole('button', { name: 'Invited 1 by mia-reads' });
  await invited.focus();
  await admin.page.keyboard.press('Enter');
  const dialog = admin.page.getByRole('dialog', { name: 'Invited by mia-reads' });
  await dialog.getByText(/^invited by mia-reads · since /).waitFor();
  await dialog.getByRole('checkbox', { name: /^new-lamp/ }).waitFor();
  await admin.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await focusedLabel(admin.page), 'Invited 1 by mia-reads');
  admin.assertNoProblems();
  await admin.leave();
});

test('the buttons of several invitations are told apart by their codes', async () => {
  await letInByInvitation();
  const invitations = [await newInvitation(ola), await newInvitation(ola)];
  const owner = await readerAs(ola, urls.profile('settings'));
  for (const { code } of invitations) {
    await mainOf(owner.page)
      .getByRole('button', { name: `Copy link ${code}`, exact: true })
      .click();
    await owner.page.waitForFunction(
      async (code) => (await navigator.clipboard.readText()).endsWith(`=${code}`),
      code,
    );
  }
  const names = await codesOf(owner)
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map(({ textContent }) => textContent));
  assert.ok(names.length >= 4);
  assert.equal(new Set(names).size, names.length);
  owner.assertNoProblems();
});

test('an invitation that was taken back, used or has expired says so, and keeps what was typed', async () => {
  await letInByInvitation();
  const owner = await readerAs(ada, urls.profile('settings'));
  await buttonOf(owner.page, 'Create invitation').click();
  const row = codesOf(owner).first();
  await mainOf(owner.page).getByText('You can give any number.').waitFor();
  const takenBack = (await row.getByRole('paragraph').first().textContent()) ?? '';
  const [used, expired, good] = [await newInvitation(), await newInvitation(), await newInvitation()];
  const age = (invitation: Invitation, change: object) =>
    site.within(({ db }) =>
      db.updateTable('invitations').set(change).where('id', '=', invitation.id).execute(),
    );
  await age(used, { used_at: new Date(), used_by: mia.id });
  const longAgo = Date.now() - 20 * 86_400_000;
  await age(expired, { created_at: new Date(longAgo), expires_at: new Date(longAgo + 86_400_000) });

  const guest = await openLink(takenBack);
  await typeForm(guest, 'late-lamp');
  await row.getByRole('button', { name: `Take back ${takenBack}` }).click();
  const question = owner.page.getByRole('alertdialog', { name: 'Take back the invitation?' });
  await question.getByRole('button', { name: 'Keep it' }).click();
  await row.getByRole('button', { name: `Take back ${takenBack}` }).click();
  await question.getByRole('button', { name: 'Take back' }).click();
  await owner.page.getByText(invitationMessages.revoked).waitFor();
  assert.equal(await mainOf(owner.page).getByText(invitationMessages.created).count(), 0);
  await owner.leave();
  for (const code of [takenBack, used.code, expired.code]) {
    await fieldOf(guest.page, 'Invitation').fill(code);
    // The message of the round before is still there.
    const answered = guest.page.waitForResponse((answer) => answer.url().endsWith('/api/accounts/signup'));
    await fieldOf(guest.page, 'Confirm password').press('Enter');
    await answered;
    await mainOf(guest.page).getByText(invitationMessages.invalid).first().waitFor();
    await guest.page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'invitation');
    assertRefused(guest, [[403, '/api/accounts/signup']]);
    for (const [label, text] of [
      ['Invitation', code],
      ['Username', 'late-lamp'],
      ['Email address', 'late-lamp@example.org'],
      ['Password', PASSWORD],
      ['Confirm password', PASSWORD],
    ] as const)
      assert.equal(await fieldOf(guest.page, label).inputValue(), text, label);
  }
  await fieldOf(guest.page, 'Invitation').fill(` ${good.code.toLowerCase().replace('-', ' ')} `);
  // The first answer is lost, and the invitation used by then.
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await guest.page.route('**/api/accounts/signup', loseAnswer, { times: 1 });
  await guest.page.keyboard.press('Enter');
  await mainOf(guest.page).getByRole('alert').filter({ hasText: 'can’t be reached' }).waitFor();
  guest.problems.splice(0);
  await buttonOf(guest.page, 'Register').click();
  await userMenu(guest.page, 'late-lamp').waitFor();
  assertRefused(guest, [[403, '/api/accounts/signup']]);
  await guest.leave();
});

test('a member who has given all invitations is told when there is another one', async () => {
  await letInByInvitation();
  const given: Invitation[] = [];
  for (let one = 0; one < 5; one += 1) given.push(await newInvitation(pia));
  const member = await readerAs(pia, urls.profile('settings'));
  await mainOf(member.page)
    .getByText(/ None left until \d+ \w+ \d{4}, or when you take one back\.$/)
    .waitFor();
  await site.within(({ db }) =>
    db
      .updateTable('invitations')
      .set({ used_at: new Date() })
      .where(
        'id',
        'in',
        given.map(({ id }) => id),
      )
      .execute(),
  );
  await openPage(member, urls.profile('settings'));
  await mainOf(member.page)
    .getByText(/ None left until \d+ \w+ \d{4}\.$/)
    .waitFor();
  await member.leave();
});

test('a guest who reads the terms, or reloads, finds the invitation and what was typed again', async () => {
  await letInByInvitation();
  const { code } = await newInvitation();
  const guest = await openLink(code);
  const { page } = guest;
  const assertKept = async (username: string) => {
    await page.waitForFunction(
      (code) => document.querySelector<HTMLInputElement>('[name="invitation"]')?.value === code,
      code,
    );
    assert.equal(await fieldOf(page, 'Username').inputValue(), username);
    assert.equal(await fieldOf(page, 'Password').inputValue(), '');
  };
  await page.reload();
  await guest.untilHydrated();
  await assertKept('');
  await typeForm(guest, 'late-reader');
  await mainOf(page).getByRole('link', { name: 'terms' }).click();
  await page.waitForURL(site.url + urls.terms());
  await page.goBack();
  await assertKept('late-reader');
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  assert.ok(!stored.includes(PASSWORD));
  guest.assertNoProblems();
  await guest.leave();
});

test('a member without a confirmed address is told what to do first', async () => {
  await letInByInvitation();
  const member = await readerAs(noa, urls.profile('settings'));
  await mainOf(member.page).getByText(invitationMessages.notVerified).waitFor();
  assert.equal(await buttonOf(member.page, 'Create invitation').count(), 0);
  await member.leave();
});

test('the pages of invitations have no barriers', async () => {
  await letInByInvitation();
  const { code } = await newInvitation();
  const guest = await newReader();
  await openPage(guest, urls.invitation(code));
  await guest.page.waitForURL((url) => url.search === '');
  assert.deepEqual(await problemsInBothLooks(guest), []);
  await guest.leave();
  const owner = await newReader();
  await signInAs(owner, site, ada);
  await openPage(owner, urls.profile('settings'));
  await codesOf(owner).first().waitFor();
  assert.deepEqual(await problemsInBothLooks(owner), []);
  await owner.leave();
});
