import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createChapter } from '#features/chapters/contract/chapters.ts';
import { sendComment } from '#features/comments/contract/comments.ts';
import { readInboxSettings } from '#features/inbox/contract.ts';
import { publishStory } from '#features/stories/contract/stories.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import { barOf, buttonOf, heading, mainOf, newAccount, openPage, remember } from './account-steps.ts';
import { applyViewport, PHONE, problemsInBothLooks } from './viewports.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const author = await newAccount(site, 'writes-letters');
const commenter = await newAccount(site, 'reads-letters');

const stories = await Promise.all(
  ['The Night Ferry', 'The Weather House'].map((title) =>
    site.call(
      publishStory,
      { title, synopsis: 'Two strangers, one cabin.', tags: ['ferries'] },
      author.token,
    ),
  ),
);
for (const { id } of stories) {
  const chapter = { id: String(id), title: 'One', content: '<p>The lamp was lit at eight.</p>' };
  await site.call(createChapter, chapter, author.token);
}
const [ferry, house] = stories;
assert.ok(ferry && house);

const comment = ({ id }: { id: number }, content: string) =>
  site.call(sendComment, { id: String(id), content }, commenter.token);

test('an author opens an empty inbox, and is asked to log in without an account', async () => {
  const reader = await newReader();
  await remember(reader, site, author);
  await openPage(reader, urls.inbox());
  await mainOf(reader.page).getByText('Your inbox is empty').waitFor();
  await reader.leave();
  const guest = await newReader();
  await openPage(guest, urls.inbox());
  await heading(guest.page, 'Welcome Back')
    .or(guest.page.getByText(/read your inbox/))
    .first()
    .waitFor();
  await guest.leave();
});

test('an author reads in one of two tabs, and the other follows', async () => {
  await comment(ferry, 'I *loved* it.');
  await comment(ferry, 'Twice.');
  await comment(house, 'Set fair.');
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, author);
  await openPage(reader, urls.faq());
  await page.getByRole('button', { name: /3 unread, your menu/ }).click();
  await page.getByRole('menuitem').filter({ hasText: 'Inbox (3)' }).click();
  await heading(page, 'Inbox').waitFor();
  // On a phone the number is in the bar's own menu.
  await applyViewport(reader, PHONE);
  await openPage(reader, urls.faq());
  await page.getByRole('button', { name: 'Open menu' }).click();
  await barOf(page).getByRole('link').filter({ hasText: 'Inbox (3)' }).click();
  await heading(page, 'Inbox').waitFor();
  await mainOf(page).getByText('3 unread').waitFor();
  const text = '2 comments on “The Night Ferry”, by reads-letters';
  await mainOf(page).getByRole('link', { name: text }).first().waitFor();

  const other = await page.context().newPage();
  await other.goto(site.url + urls.inbox());
  await mainOf(other).getByText('3 unread').waitFor();
  await mainOf(other).getByRole('link', { name: text }).first().click();
  await other.waitForURL(`**${urls.comments(ferry.slug, { sort: 'newest' })}`);
  await mainOf(page).getByText('1 unread').waitFor();
  await mainOf(page)
    .getByRole('button', { name: `Mark as read: reads-letters commented on “The Weather House”` })
    .press('Enter');
  await mainOf(page).getByText('Nothing unread').waitFor();
  await mainOf(page).getByRole('link', { name: text }).first().waitFor();
  await other.goto(site.url + urls.inbox());
  await mainOf(other).getByText('Nothing unread').waitFor();

  await comment(house, 'Again.');
  await other.reload();
  await mainOf(other).getByText('1 unread').waitFor();
  await page.reload();
  await buttonOf(page, 'Mark All Read').click();
  await mainOf(other).getByText('Nothing unread').waitFor();
  await reader.leave();
});

test('an author mutes a kind and chooses mails by keyboard, and meets no barrier', async () => {
  await comment(house, 'Once more.');
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, author);
  await openPage(reader, urls.inbox());
  await mainOf(page).getByText('1 unread').waitFor();
  await page.locator('summary', { hasText: 'What you are told, and emails' }).press('Enter');
  const box = mainOf(page).getByLabel('Comments on my stories');
  await box.press('Space');
  await mainOf(page).getByText('Your inbox is empty').waitFor();
  await page.getByRole('button', { name: /unread, your menu/ }).waitFor({ state: 'detached' });
  await mainOf(page).getByLabel('Emails about unread items').selectOption('weekly');
  await page.getByText('Saved').first().waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  const settings = await site.call(readInboxSettings, {}, author.token);
  assert.deepEqual(settings, { muted: ['comment'], mail: 'weekly', titles_in_mails: false });
  await openPage(reader, urls.inbox());
  await mainOf(page).getByText('Your inbox is empty').waitFor();
  await openPage(reader, urls.stopInboxMails('x'));
  await buttonOf(page, 'Stop Emails').click();
  await page.getByText('This link is not valid.').first().waitFor();
  await reader.leave();
});

test('a member whose emails came back finds the day beside the choices, and asks for one to try', async () => {
  const member = await newAccount(site, 'moved-mailbox');
  await site.within(async ({ db }) => {
    const credentials = db.updateTable('credentials').where('email', '=', 'moved-mailbox@example.org');
    await credentials.set({ email_verified_at: new Date() }).execute();
    const refused = {
      address_key: 'moved-mailbox@example.org',
      refused_at: new Date('2026-11-20T10:00:00Z'),
    };
    await db.insertInto('refused_addresses').values(refused).execute();
  });
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, member);
  const told = mainOf(page).getByText('Our emails to you came back on 20 November 2026.');
  await openPage(reader, urls.follows());
  await told.waitFor();
  await openPage(reader, urls.inbox());
  await page.locator('summary', { hasText: 'What you are told, and emails' }).press('Enter');
  await told.waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await buttonOf(page, 'Send an email to try').click();
  await page.getByText('An email is on its way.').first().waitFor();
  // The mail becomes a file, which counts as taken.
  await untilEqual(
    () => site.within(({ db }) => db.selectFrom('refused_addresses').selectAll().execute()),
    [],
  );
  await openPage(reader, urls.follows());
  await mainOf(page).getByLabel('Write titles into emails and notifications').waitFor();
  await told.waitFor({ state: 'detached' });
  reader.assertNoProblems();
  await reader.leave();
});

test('an inbox that cannot be loaded says so, and loads when asked again', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, author);
  await page.route('**/api/inbox?*', (route) => route.abort());
  await openPage(reader, urls.inbox());
  await buttonOf(page, 'Try again').waitFor();
  await page.unroute('**/api/inbox?*');
  await buttonOf(page, 'Try again').click();
  await mainOf(page).getByText('Your inbox is empty').waitFor();
  await reader.leave();
});
