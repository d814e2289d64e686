import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { staffUrls } from '#staff-urls.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { urls } from '#urls.ts';
import { buttonOf, heading, mainOf, openPage } from './account-steps.ts';
import { openSignedIn, writeStory } from './moderation-steps.ts';
import { problemsInBothLooks } from './viewports.ts';

const site = await startSite();
after(() => site.stop());
const { dora, fay, lamp } = await site.within(async (context) => {
  const ada = await signedIn(context, 'ada-writes');
  return {
    dora: await signedIn(context, 'dora-keeps', { role: 'moderator' }),
    fay: await signedIn(context, 'fay-leads', { role: 'admin' }),
    lamp: await writeStory(context, ada, 'Harbour Lights'),
  };
});
const { newReader } = await openBrowser(site);

const readerAs = openSignedIn(site, newReader);

test('a moderator writes notes on a story and its case, and an admin finds them with the person', async () => {
  const moderator = await readerAs(dora);
  const { page } = moderator;
  await openPage(moderator, urls.story(lamp.slug));
  await buttonOf(page, 'Notes about this story').click();
  const dialog = page.getByRole('dialog', { name: 'Notes about this story' });
  await dialog.getByText('No notes yet.').waitFor();
  await dialog.getByRole('button', { name: 'Save note' }).click();
  await dialog.getByText('Note is required', { exact: true }).waitFor();
  await dialog
    .getByRole('textbox', { name: 'New note' })
    .fill('Asked her about the tags on Monday.\n<b>She answers slowly.</b>');
  await dialog.getByRole('button', { name: 'Save note' }).click();
  await dialog.getByText('<b>She answers slowly.</b>').waitFor();
  assert.deepEqual(await problemsInBothLooks(moderator), []);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await buttonOf(page, 'Moderate').click();
  await heading(page, 'Moderation').waitFor();
  const main = mainOf(page);
  await main.getByRole('heading', { name: 'Staff notes on this case' }).waitFor();
  await main.getByRole('textbox', { name: 'New note' }).fill('Wait until Friday.');
  await main.getByRole('button', { name: 'Save note' }).click();
  const note = main.getByRole('listitem').filter({ hasText: 'Wait until Friday.' });
  await note.getByRole('button', { name: 'Edit note' }).click();
  await main.getByRole('textbox', { name: 'Edit note' }).fill('Wait until Saturday.');
  await main.getByRole('button', { name: 'Save note' }).first().click();
  await main.getByText('Wait until Saturday.').waitFor();
  assert.deepEqual(await problemsInBothLooks(moderator), []);
  moderator.assertNoProblems();

  const admin = await readerAs(fay, { width: 390 });
  await admin.open(staffUrls.accounts());
  await buttonOf(admin.page, 'Notes about ada-writes').click();
  const notes = admin.page.getByRole('dialog', { name: 'Notes about ada-writes' });
  await notes.getByText('Wait until Saturday.').waitFor();
  await notes.getByRole('link', { name: lamp.title }).waitFor();
  assert.deepEqual(await problemsInBothLooks(admin), []);
  const first = notes.getByRole('listitem').filter({ hasText: 'Asked her' });
  await first.getByRole('button', { name: 'Delete note' }).click();
  const question = admin.page.getByRole('alertdialog', { name: 'Delete note' });
  await question.getByRole('button', { name: 'Delete note' }).click();
  await question.waitFor({ state: 'detached' });
  await first.waitFor({ state: 'detached' });
  admin.assertNoProblems();
  for (const reader of [moderator, admin]) await reader.leave();
});
