import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { reportStory } from '#features/reports/contract.ts';
import { staffUrls } from '#staff-urls.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { buttonOf, heading, mainOf, userMenu } from './account-steps.ts';
import { signInAs, writeStory } from './moderation-steps.ts';
import { problemsInBothLooks } from './viewports.ts';

const site = await startSite();
after(() => site.stop());
const { dora, eli, ben, written } = await site.within(async (context) => {
  const ada = await signedIn(context, 'ada-writes');
  const written = [
    await writeStory(context, ada, 'Harbour Lights'),
    await writeStory(context, ada, 'The Kettle'),
  ];
  for (const name of ['wave-one', 'wave-two', 'wave-three', 'wave-four']) await signedIn(context, name);
  return {
    written,
    ben: await signedIn(context, 'ben-reads'),
    dora: await signedIn(context, 'dora-keeps', { role: 'moderator' }),
    eli: await signedIn(context, 'eli-keeps', { role: 'moderator' }),
  };
});
const { newReader } = await openBrowser(site);

async function openStaffPage(
  person: SignedInPerson,
  path: string,
  title: string,
  width = 1280,
): Promise<Reader> {
  const reader = await newReader({ width });
  await signInAs(reader, site, person);
  await reader.open(path);
  await heading(reader.page, title).waitFor();
  return reader;
}

test('a moderator marks a range of new accounts as spam with one reason, and a colleague undoes it on a phone', async () => {
  const moderator = await openStaffPage(dora, staffUrls.accounts(), 'New accounts');
  const { page } = moderator;
  const main = mainOf(page);
  await buttonOf(page, 'Mark as spam the chosen rows').click();
  await page.getByText('Choose at least one row').waitFor();
  await main.getByLabel('Choose wave-four').click();
  await main.getByLabel('Choose wave-two').click({ modifiers: ['Shift'] });
  assert.ok(await main.getByLabel('Choose wave-three').isChecked());
  await main.getByText(/^3 of \d+ chosen$/).waitFor();
  // The keyboard does the same.
  await main.getByLabel('Choose wave-two').focus();
  await page.keyboard.press('Space');
  await main.getByText(/^2 of \d+ chosen$/).waitFor();
  await main.getByLabel('Choose wave-one').focus();
  await page.keyboard.press('Shift+Space');
  await main.getByText(/^4 of \d+ chosen$/).waitFor();
  assert.deepEqual(await problemsInBothLooks(moderator), []);
  await buttonOf(page, 'Mark as spam the chosen rows').click();
  const dialog = page.getByRole('dialog', { name: 'Mark as spam: 4 rows' });
  await dialog.getByRole('button', { name: 'Mark as spam' }).click();
  await dialog.getByText('Reason is required', { exact: true }).waitFor();
  await dialog.getByLabel('Reason').fill('One wave of advertising.');
  assert.deepEqual(await problemsInBothLooks(moderator), []);
  await dialog.getByRole('button', { name: 'Mark as spam' }).click();
  await dialog.waitFor({ state: 'detached' });
  await buttonOf(page, 'Undo Marked as spam: 4 rows').waitFor();
  moderator.assertNoProblems();

  const colleague = await openStaffPage(eli, staffUrls.accounts({ show: 'spam' }), 'New accounts', 390);
  const undo = buttonOf(colleague.page, 'Undo Marked as spam: 4 rows');
  await undo.waitFor();
  assert.deepEqual(await problemsInBothLooks(colleague), []);
  await undo.click();
  await mainOf(colleague.page).getByText('No account is marked as spam.').waitFor();
  await undo.waitFor({ state: 'detached' });
  await colleague.open(staffUrls.accounts());
  await mainOf(colleague.page).getByLabel('Choose wave-one').waitFor();
  assert.deepEqual(await problemsInBothLooks(colleague), []);
  colleague.assertNoProblems();
  for (const reader of [moderator, colleague]) await reader.leave();
});

test('all cases of a page are dismissed together, and return when that is undone', async () => {
  for (const { id } of written)
    await site.call(reportStory, { id: String(id), reason: 'The tags promise another story.' }, ben.token);
  const moderator = await openStaffPage(dora, staffUrls.queue(), 'Moderation');
  const { page } = moderator;
  const main = mainOf(page);
  const queue = main.getByRole('navigation', { name: 'Moderation' }).getByRole('link', { name: /^Queue/ });
  await queue.and(page.getByText('Queue (2)', { exact: true })).waitFor();
  await main.getByText('The tags promise another story.').nth(1).waitFor();
  await main.getByLabel('All on this page').click();
  await main.getByText('2 of 2 chosen').waitFor();
  assert.deepEqual(await problemsInBothLooks(moderator), []);
  await buttonOf(page, 'Dismiss the chosen rows').click();
  const dialog = page.getByRole('dialog', { name: 'Dismiss: 2 rows' });
  await dialog.getByLabel('Rule').selectOption({ index: 1 });
  await dialog.getByLabel('Reason').fill('The tags are right.');
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await main.getByText('Nothing is waiting.').waitFor();
  await queue.and(page.getByText('Queue', { exact: true })).waitFor();
  await buttonOf(page, 'Undo Dismissed: 2 rows').click();
  await main.getByRole('list', { name: 'Cases' }).getByRole('link').nth(1).waitFor();
  await queue.and(page.getByText('Queue (2)', { exact: true })).waitFor();
  // The menu tells what the tabs have counted.
  const asked: string[] = [];
  page.on('request', (sent) => sent.url().endsWith('/api/moderation/counts') && asked.push(sent.url()));
  await userMenu(page, dora.username).click();
  await page.getByRole('menuitem', { name: /^Moderation \(\d+\)$/ }).waitFor();
  assert.deepEqual(asked, []);
  moderator.assertNoProblems();
  await moderator.leave();

  const onPhone = await openStaffPage(dora, staffUrls.queue(), 'Moderation', 390);
  await mainOf(onPhone.page).getByLabel('All on this page').waitFor();
  assert.deepEqual(await problemsInBothLooks(onPhone), []);
  await onPhone.leave();

  const onNarrowPhone = await openStaffPage(dora, staffUrls.tags(), 'Tags', 320);
  const tabs = mainOf(onNarrowPhone.page).getByRole('navigation', { name: 'Moderation' });
  // The number makes the row wider than it was when the page opened.
  await tabs.getByText('Queue (2)', { exact: true }).waitFor();
  await onNarrowPhone.untilPainted();
  const tab = await tabs.getByRole('link', { name: /^Tags/ }).boundingBox();
  const row = await tabs.getByRole('list', { name: 'Work' }).locator('..').boundingBox();
  assert.ok(tab && row && tab.x + tab.width <= row.x + row.width + 1, 'the current tab is in view');
  await onNarrowPhone.leave();
});
