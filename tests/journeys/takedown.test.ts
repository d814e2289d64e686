import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { takedownMessages } from '#features/takedown/contract.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { mailFor } from '#tests/support/mailbox.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { assertRefused, buttonOf, focusedLabel, heading, mainOf, openPage } from './account-steps.ts';
import { PHONE, problemsInBothLooks } from './viewports.ts';

// Rate limits are on, because the test meets the one on requests.
const site = await startSite({ env: { RATE_LIMITS: 'on' } });
after(() => site.stop());
const { newReader } = await openBrowser(site);

const FIELDS = [
  'Name *',
  'Email address *',
  'Title or Role',
  'Content URL',
  'Content Description *',
  'Reason *',
  'Owner Information *',
  'Physical Address *',
  'Additional Information',
];

/** Goes on to the next stop of the Tab key and types into it. */
async function tabAndType(page: Page, label: string, text: string) {
  await page.keyboard.press('Tab');
  assert.equal(await focusedOf(page), label);
  if (text !== '') await page.keyboard.insertText(text);
}

const focusedOf = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    const labels = at !== null && 'labels' in at ? (at.labels as NodeListOf<HTMLLabelElement>) : undefined;
    return labels?.[0]?.textContent ?? at?.textContent ?? '';
  });

/** Finds a field by its name alone, without the mark of required fields. */
const fieldOf = (page: Page, name: string) => mainOf(page).getByRole('textbox', { name, exact: true });
const typeOf = (page: Page) => mainOf(page).getByRole('combobox', { name: 'Request Type', exact: true });

const toast = (page: Page, text: string) => page.locator('[aria-live]').getByText(text, { exact: true });

// Spec 1: Subscribe, send a takedown request, verify an address
// Spec 2, Shell: Toast with success or error
// Spec 2, Takedown, verify e-mail, general: Toast; cleared after success
// Spec 5: Takedown: every message, ‘Please fix the errors in the form’, optional fields
test('a complainant corrects the form’s errors and sends it by keyboard alone', async () => {
  const reader = await newReader(PHONE);
  const { page } = reader;
  await openPage(reader, urls.home());
  await page.getByRole('contentinfo').getByRole('link', { name: 'DMCA' }).click();
  await heading(page, 'Takedown Request').waitFor();

  // Nothing is filled in: each field shows its error, and the first has the focus.
  await buttonOf(page, 'Submit Takedown Request').focus();
  await page.keyboard.press('Enter');
  await toast(page, takedownMessages.fixErrors).waitFor();
  for (const message of [
    takedownMessages.nameRequired,
    takedownMessages.emailRequired,
    takedownMessages.descriptionRequired,
    takedownMessages.reasonRequired,
    takedownMessages.ownerRequired,
    takedownMessages.addressRequired,
    takedownMessages.signatureRequired,
  ])
    await mainOf(page).getByText(message, { exact: true }).waitFor();
  assert.equal(await focusedLabel(page), 'Name *');
  assert.deepEqual(await problemsInBothLooks(reader), []);
  // The message is announced anew, because it goes after five seconds.
  await page.keyboard.press('Enter');
  await toast(page, takedownMessages.fixErrors).waitFor();

  // The form is filled in by Tab alone; one address is wrong.
  const email = 'complainant@example.org';
  await typeOf(page).focus();
  await page.keyboard.press('c');
  assert.equal(await typeOf(page).inputValue(), 'copyright');
  const texts = [
    'Ida Marlowe',
    'ida.example.org',
    'Author',
    `${site.url}/story/no-such`,
    'My story.',
    'It is mine.',
  ];
  for (const [at, text] of [...texts, 'I am the owner.', '4 Quay Street', ''].entries())
    await tabAndType(page, FIELDS[at] ?? '', text);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  assert.equal(await focusedOf(page), 'Submit Takedown Request');
  await page.keyboard.press('Enter');
  await mainOf(page).getByText(takedownMessages.emailForm).waitFor();
  assert.equal(await focusedLabel(page), 'Email address *');
  // The same message again does not fill the screen.
  assert.equal(await toast(page, takedownMessages.fixErrors).count(), 1);
  // The typed text stays.
  assert.equal(await fieldOf(page, 'Reason').inputValue(), 'It is mine.');
  assert.equal(await mainOf(page).getByRole('checkbox').isChecked(), true);

  // Only the server finds this address wrong.
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('ida@example');
  await page.keyboard.press('Enter');
  await mainOf(page).getByText(takedownMessages.emailForm).waitFor();
  assertRefused(reader, [[422, '/api/account/legal/takedown']]);
  assert.equal(await fieldOf(page, 'Reason').inputValue(), 'It is mine.');

  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(email);
  await page.keyboard.press('Enter');
  await toast(page, takedownMessages.submitted).waitFor();
  await mainOf(page).getByText('We have sent a receipt to your address.').waitFor();
  for (const label of ['Name', 'Email address', 'Reason', 'Physical Address'])
    assert.equal(await fieldOf(page, label).inputValue(), '', label);
  assert.equal(await typeOf(page).inputValue(), 'dmca');
  assert.equal(await mainOf(page).getByRole('checkbox').isChecked(), false);
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await mailFor(site, email, 'We have received your request');
  reader.assertNoProblems();
  await reader.leave();
});

async function fillIn(page: Page, reason: string) {
  await fieldOf(page, 'Name').fill('Ida Marlowe');
  await fieldOf(page, 'Email address').fill('ida@example.org');
  await fieldOf(page, 'Content Description').fill('My story.');
  await fieldOf(page, 'Reason').fill(reason);
  await fieldOf(page, 'Owner Information').fill('I am the owner.');
  await fieldOf(page, 'Physical Address').fill('4 Quay Street');
  await mainOf(page).getByRole('checkbox').check();
}

test('a rate-limited request without a proof of work shows the waiting time and keeps the input', async () => {
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.takedownRequest());
  // One request was sent above, from the same network.
  for (let at = 2; at <= 5; at += 1) {
    await fillIn(page, `Request ${at}`);
    await buttonOf(page, 'Submit Takedown Request').click();
    await mainOf(page).getByText('We have sent a receipt to your address.').waitFor();
    assert.equal(await fieldOf(page, 'Reason').inputValue(), '');
  }
  await page.route('**/assets/proof-worker-*.js', (route) => route.abort('aborted'));
  await fillIn(page, 'Request 6');
  await buttonOf(page, 'Submit Takedown Request').click();
  await mainOf(page)
    .getByText(/^We accept five takedown requests a day from one network\./)
    .waitFor();
  assert.equal(await fieldOf(page, 'Reason').inputValue(), 'Request 6');
  assertRefused(reader, [[429, '/api/account/legal/takedown']]);
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await reader.leave();
});

// Spec 2, Takedown, verify e-mail, general: Type select, fields, declaration, ‘Submit Takedown Request’, ‘Cancel’ to home
test('leaving an unsent form asks for confirmation, Cancel does not', async () => {
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.takedownRequest());
  await fieldOf(page, 'Reason').fill('Half a thought');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await question.getByText('Leave without sending?').waitFor();
  await question.getByRole('button', { name: 'Stay' }).click();
  assert.equal(await fieldOf(page, 'Reason').inputValue(), 'Half a thought');
  await mainOf(page).getByRole('link', { name: 'Cancel' }).click();
  await page.waitForURL(site.url + urls.home());
  reader.assertNoProblems();
  await reader.leave();
});
