import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Route } from 'playwright-core';
import { trashMessages } from '#features/trash/contract.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { buttonOf, heading, mainOf, newAccount, openPage, remember } from './account-steps.ts';
import { PHONE, problemsInBothLooks } from './viewports.ts';
import { newStory } from './writing-steps.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const session = await newAccount(site, 'throws-away');
const write = (title: string) => newStory(site, session, title, ['<p>One.</p>', '<p>Two.</p>']);

test('an author deletes a story and takes it back at once', async () => {
  const { story } = await write('Back at Once');
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.story(story.slug));
  await buttonOf(page, 'Delete Story').click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await dialog.getByText(/restored from there for 30 days/).waitFor();
  assert.equal(await dialog.getByText('This action cannot be undone.').count(), 0);
  await dialog.getByRole('button', { name: 'Delete Story' }).click();
  await page.waitForURL((url) => url.pathname === urls.home());
  const toast = page.getByRole('status').filter({ hasText: 'Story deleted successfully' });
  assert.equal((await page.request.get(`${site.url}${urls.story(story.slug)}`)).status(), 404);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await page.waitForURL((url) => url.pathname === urls.story(story.slug));
  await heading(page, 'Back at Once').waitFor();
  assert.equal((await page.request.get(`${site.url}${urls.story(story.slug)}`)).status(), 200);
});

test('an author restores, deletes permanently and empties the trash', async () => {
  const [kept, gone, part] = [await write('Kept'), await write('Gone'), await write('In Parts')];
  for (const { story } of [kept, gone])
    await site.within(({ db }) =>
      db.updateTable('stories').set({ trashed_at: new Date() }).where('id', '=', story.id).execute(),
    );
  const [, chapter = 0] = part.chapterIds;
  await site.within(({ db }) =>
    db.updateTable('chapters').set({ trashed_at: new Date() }).where('id', '=', chapter).execute(),
  );
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.profile());
  await mainOf(page).getByRole('link', { name: 'trash' }).click();
  await heading(page, 'Trash').waitFor();
  const rowOf = (text: string) => mainOf(page).getByRole('listitem').filter({ hasText: text });
  await rowOf('Kept')
    .getByText(/30 days left/)
    .waitFor();
  await rowOf('Kept').getByRole('button', { name: 'Restore Kept' }).click();
  await page.getByRole('status').filter({ hasText: 'Story restored' }).waitFor();
  await rowOf('Kept').waitFor({ state: 'detached' });
  assert.equal((await page.request.get(`${site.url}${urls.story(kept.story.slug)}`)).status(), 200);

  await rowOf('Gone').getByRole('button', { name: 'Delete permanently: Gone' }).press('Enter');
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await dialog.getByText('Delete “Gone” permanently? This cannot be undone.').waitFor();
  await dialog.getByRole('button', { name: 'Delete Permanently' }).click();
  await rowOf('Gone').waitFor({ state: 'detached' });

  await rowOf('Chapter of “In Parts”').waitFor();
  // A story is restored, also if the list of the trash cannot be read after that.
  const saved = await write('Saved');
  await site.within(({ db }) =>
    db.updateTable('stories').set({ trashed_at: new Date() }).where('id', '=', saved.story.id).execute(),
  );
  await openPage(reader, urls.trash());
  await rowOf('Saved').waitFor();
  const isListing = (route: Route) => route.request().method() === 'GET';
  await page.route('**/api/trash*', (route) => (isListing(route) ? route.abort() : route.continue()));
  await rowOf('Saved').getByRole('button', { name: 'Restore Saved' }).click();
  await page.getByRole('status').filter({ hasText: 'Story restored' }).waitFor();
  await mainOf(page).getByRole('alert').waitFor();

  // The trash is emptied, also if its list cannot be read after that.
  await buttonOf(page, 'Empty Trash').click();
  await dialog.getByRole('button', { name: 'Empty Trash' }).click();
  await dialog.waitFor({ state: 'detached' });
  await mainOf(page).getByRole('alert').waitFor();
  await page.unroute('**/api/trash*');
  await openPage(reader, urls.trash());
  await mainOf(page).getByText('Nothing here').waitFor();
});

test('a chapter waits for its story, and a failure is told', async () => {
  const { story, chapterIds } = await write('With a Part');
  await site.within(async ({ db }) => {
    const now = new Date();
    await db
      .updateTable('chapters')
      .set({ trashed_at: now })
      .where('id', '=', chapterIds[0] ?? 0)
      .execute();
    await db.updateTable('stories').set({ trashed_at: now }).where('id', '=', story.id).execute();
  });
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.trash());
  await mainOf(page).getByText('Restore its story first.').waitFor();
  await site.within(({ db }) =>
    db.updateTable('stories').set({ trashed_at: null }).where('id', '=', story.id).execute(),
  );
  await buttonOf(page, 'Restore With a Part').click();
  await page.getByText('This is no longer in your trash').waitFor();
});

test('the trash is accessible, full and empty', async () => {
  const own = await newAccount(site, 'tidy');
  const [whole, part] = [
    await newStory(site, own, 'A Rather Long Title, Which Goes On for a While and Then Some', [
      '<p>One.</p>',
    ]),
    await newStory(site, own, 'In Parts', ['<p>One.</p>', '<p>Two.</p>']),
  ];
  await site.within(async ({ db }) => {
    const now = new Date();
    await db.updateTable('stories').set({ trashed_at: now }).where('id', '=', whole.story.id).execute();
    await db.updateTable('chapters').set({ trashed_at: now }).where('story_id', '=', part.story.id).execute();
  });
  const reader = await newReader(PHONE);
  const { page } = reader;
  await remember(reader, site, own);
  await openPage(reader, urls.trash());
  await buttonOf(page, 'Empty Trash').waitFor();
  const picture = async (name: string) => {
    const folder = process.env.TRASH_PICTURES;
    if (folder !== undefined) await page.screenshot({ path: `${folder}/trash-${name}.png`, fullPage: true });
  };
  await picture('full');
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await buttonOf(page, 'Empty Trash').click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await picture('question');
  await dialog.getByRole('button', { name: 'Empty Trash' }).click();
  await mainOf(page).getByText('Nothing here').waitFor();
  await picture('empty');
  assert.deepEqual(await problemsInBothLooks(reader), []);
  reader.assertNoProblems();
});

test('an author opens what was just restored from the trash', async () => {
  const { story } = await write('Worth Another Look');
  await site.within(({ db }) =>
    db.updateTable('stories').set({ trashed_at: new Date() }).where('id', '=', story.id).execute(),
  );
  const reader = await newReader({ width: 390 });
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.trash());
  await buttonOf(page, 'Restore Worth Another Look').click();
  const toast = page.getByRole('status').filter({ hasText: 'Story restored' });
  await toast.getByRole('button', { name: 'Open' }).click();
  await heading(page, 'Worth Another Look').waitFor();
  assert.equal(page.url(), site.url + urls.story(story.slug));
  reader.assertNoProblems();
  await reader.leave();
});

test('an author is told that a restored chapter is a draft, because its time has passed', async () => {
  const { chapterIds } = await write('Out of Time');
  const row = {
    state: 'scheduled',
    publish_at: new Date(Date.now() - 60_000),
    trashed_at: new Date(),
  } as const;
  await site.within(({ db }) =>
    db
      .updateTable('chapters')
      .set(row)
      .where('id', '=', chapterIds[1] ?? 0)
      .execute(),
  );
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.trash());
  await mainOf(page).getByRole('listitem').getByRole('button', { name: 'Restore Chapter 2' }).click();
  await page.getByRole('status').filter({ hasText: trashMessages.chapterRestoredAsDraft }).waitFor();
});
