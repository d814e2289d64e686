import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Request } from 'playwright-core';
import { listChapters } from '#features/chapters/contract/chapters.ts';
import { hideItem, unhideItem } from '#features/hidden/contract.ts';
import { setMark } from '#features/shelves/contract/marks.ts';
import { createShelf, putOnShelf } from '#features/shelves/contract/shelves.ts';
import { frontpage } from '#features/stories/contract/stories.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { holdRequests } from '#tests/support/hold-requests.ts';
import { startSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import { buttonOf, heading, mainOf, newAccount, openPage, remember } from './account-steps.ts';
import { problemsInBothLooks } from './viewports.ts';
import { newStory } from './writing-steps.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const session = await newAccount(site, 'keeps-shelves');
const { stories } = await site.call(frontpage, { sort: 'trending' });
const [story, other] = stories;
assert.ok(story && other);
const longTitle = 'An autumn of long reads for nights on which the rain does not end at all';
const longShelf = await site.call(createShelf, { title: longTitle }, session.token);

test('a reader puts a story on a shelf by keyboard, takes that back, and keeps a note', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.story(story.slug));
  const shelve = mainOf(page).getByRole('button', { name: /choose a shelf$/ });
  await shelve.focus();
  await page.keyboard.press('Enter');
  // A menu takes the focus after it is shown.
  await page.getByRole('menuitem', { name: 'To read' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const toast = page.getByRole('status').filter({ hasText: 'On your shelf “Reading”' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await shelve.filter({ hasText: 'Shelve' }).waitFor();
  await shelve.click();
  await page.getByRole('menuitem', { name: 'Finished' }).click();
  await shelve.filter({ hasText: 'Finished' }).waitFor();
  const dialog = page.getByRole('dialog');
  const open = async (note: string) => {
    await shelve.click();
    await page.getByRole('menuitem', { name: 'Lists, note and rating…' }).click();
    assert.equal(await dialog.getByLabel('Private note').inputValue(), note);
  };
  // Closed by accident, the dialog keeps what was typed; cancelled, it forgets it.
  await open('');
  await dialog.getByLabel('Private note').fill('Lent by Bea.');
  await page.keyboard.press('Escape');
  await open('Lent by Bea.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await open('');
  await dialog.getByLabel('Private note').fill('Lent by Ada.');
  await dialog.getByLabel('Your own tags').fill('winter, reread');
  await dialog.getByLabel('New shelf').fill('For the train');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await openPage(reader, urls.shelves({ shelf: 'finished' }));
  const row = mainOf(page).getByRole('listitem').filter({ hasText: story.title });
  await row.getByText('Lent by Ada.').waitFor();
  await row.getByText('Your tags: winter, reread').waitFor();
  await buttonOf(page, `Remove ${story.title}`).click();
  await mainOf(page).getByText('No story is finished yet.').waitFor();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await row.waitFor();
  await mainOf(page)
    .getByRole('link', { name: /^For the train 1/ })
    .click();
  await page.getByRole('heading', { level: 2, name: 'For the train' }).waitFor();
  await reader.leave();
});

test('a story that is read by link is moved to another shelf from the list of shelves', async () => {
  const author = await newAccount(site, 'writes-by-link');
  const { story: byLink } = await newStory(site, author, 'Behind a Link', ['<p>A quiet page.</p>']);
  await site.within(({ db }) =>
    db.updateTable('stories').set({ visibility: 'link' }).where('id', '=', byLink.id).execute(),
  );
  await site.call(setMark, { id: byLink.slug, state: 'to_read' }, session.token);
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.shelves({ shelf: 'to-read' }));
  const row = mainOf(page).getByRole('listitem').filter({ hasText: 'Behind a Link' });
  await row.getByRole('button', { name: /choose a shelf$/ }).click();
  await page.getByRole('menuitem', { name: 'Reading', exact: true }).click();
  await row.waitFor({ state: 'detached' });
  await openPage(reader, urls.shelves({ shelf: 'reading' }));
  await row.waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('a guest who shelves a story logs in first, and finds it on the shelf', async () => {
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.story(other.slug));
  await mainOf(page)
    .getByRole('button', { name: /choose a shelf$/ })
    .click();
  await page.getByRole('menuitem', { name: 'To read' }).click();
  await page.waitForURL((url) => url.pathname === urls.login());
  await page.getByText('Log in to keep shelves; we’ll bring you back.').waitFor();
  await reader.leave();
});

test('a shelf is published with a clear word on what is seen, and read without JavaScript', async () => {
  const { id, slug } = await site.call(createShelf, { title: 'Winter evenings' }, session.token);
  for (const { id: story_id } of [story, other])
    await site.call(putOnShelf, { id, story_id: String(story_id) }, session.token);
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.shelves({ shelf: id }));
  await buttonOf(page, 'Edit Shelf').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Visible to').selectOption({ label: 'Everyone: a reading list' });
  await dialog.getByText('Your private notes, ratings, tags and states stay yours.').waitFor();
  await dialog.getByRole('button', { name: 'Save Shelf' }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = mainOf(page).getByRole('listitem').filter({ hasText: story.title });
  await row.getByRole('button', { name: /^Note for readers/ }).click();
  await page.getByRole('dialog').getByLabel('Note', { exact: true }).fill('Begin here.');
  await page.getByRole('dialog').getByRole('button', { name: 'Save Note' }).click();
  await row.getByText('Begin here.').waitFor();
  await reader.leave();
  const guest = await newReader({ javaScript: false });
  await guest.open(urls.list(slug));
  await heading(guest.page, 'Winter evenings').waitFor();
  await mainOf(guest.page).getByText('Begin here.').waitFor();
  assert.equal(await mainOf(guest.page).getByText('Lent by Ada.').count(), 0);
  await guest.leave();
});

test('a shelf whose only story is hidden offers one way to see it', async () => {
  const { id } = await site.call(createShelf, { title: 'Not tonight' }, session.token);
  await site.call(putOnShelf, { id, story_id: String(other.id) }, session.token);
  const hidden = { kind: 'stories' as const, item: String(other.id) };
  await site.call(hideItem, hidden, session.token);
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.shelves({ shelf: id }));
  const nothing = mainOf(page).getByText('There is nothing else to show here.');
  await nothing.waitFor();
  const all = mainOf(page).getByRole('link', { name: 'Show all' });
  assert.equal(await all.count(), 0);
  // Another state hides nothing, so here the link leads on.
  await openPage(reader, urls.shelves({ shelf: id, state: 'reading' }));
  await all.click();
  await nothing.waitFor();
  await buttonOf(page, 'Show everything').click();
  await mainOf(page).getByRole('listitem').filter({ hasText: other.title }).waitFor();
  await site.call(unhideItem, hidden, session.token);
  await reader.leave();
});

test('a double press removes a story once, and a shelf is not asked for after its deletion', async () => {
  const { id } = await site.call(createShelf, { title: 'For one press' }, session.token);
  for (const { id: storyId } of [story, other])
    await site.call(putOnShelf, { id, story_id: String(storyId) }, session.token);
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.shelves({ shelf: id }));
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith(`/api/shelves/${id}`)) asked.push(request.method());
  });
  await buttonOf(page, `Remove ${story.title}`).dblclick();
  await buttonOf(page, `Remove ${story.title}`).waitFor({ state: 'detached' });
  assert.equal(asked.filter((method) => method === 'DELETE').length, 1);
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
  assert.equal(await undo.count(), 1);
  // A story that was put back can be removed again.
  await undo.click();
  await buttonOf(page, `Remove ${story.title}`).click();
  await buttonOf(page, `Remove ${story.title}`).waitFor({ state: 'detached' });

  asked.length = 0;
  await buttonOf(page, 'Delete Shelf').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { level: 2, name: 'For one press' }).waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  assert.deepEqual(asked, ['DELETE']);
  reader.assertNoProblems();
  await reader.leave();
});

test('two lists that cannot be read again are one message, whose button reads both', async () => {
  const { id } = await site.call(createShelf, { title: 'Without a network' }, session.token);
  await site.call(putOnShelf, { id, story_id: String(story.id) }, session.token);
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.shelves({ shelf: id }));
  const remove = buttonOf(page, `Remove ${story.title}`);
  await remove.waitFor();
  const isList = ({ pathname }: URL) => /^\/api\/shelves(\/\d+\/stories)?$/.test(pathname);
  let failed = 0;
  await page.route(isList, (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    failed += 1;
    return route.abort();
  });
  await remove.click();
  await untilEqual(async () => failed, 2);
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
  await again.first().waitFor();
  await reader.untilPainted();
  assert.equal(await again.count(), 1);
  await page.unroute(isList);
  await again.click();
  await mainOf(page).getByText('This shelf is empty.').waitFor();
  await mainOf(page)
    .getByRole('link', { name: /^Without a network 0/ })
    .waitFor();
  await reader.leave();
});

test('a guest keeps the history on the device, and Quick exit removes it', async () => {
  const reader = await newReader();
  const { page } = reader;
  const { chapters } = await site.call(listChapters, { id: story.slug });
  const chapterUrl = urls.chapter(story.slug, chapters[0]?.id ?? 0);
  const stored = () => page.evaluate(() => localStorage.getItem('openedChapters'));
  await openPage(reader, chapterUrl);
  await openPage(reader, urls.history());
  await mainOf(page).getByText('Your reading history is off.').waitFor();
  assert.equal(await stored(), null);
  const keep = mainOf(page).getByLabel('Keep my reading history');
  assert.deepEqual(await keep.locator('option').allTextContents(), ['Off', 'On this device']);
  await keep.selectOption('device');
  await mainOf(page).getByText('No chapter is in your history yet.').waitFor();
  await openPage(reader, chapterUrl);
  await page.waitForFunction(() => localStorage.getItem('openedChapters') !== null);
  await openPage(reader, urls.history());
  await mainOf(page)
    .getByRole('link', { name: new RegExp(`^${story.title}`) })
    .waitFor();
  await page.route('https://www.wikipedia.org/**', (route) => route.fulfill({ body: 'elsewhere' }));
  await page.getByRole('link', { name: 'Quick exit' }).click();
  await page.waitForURL('https://www.wikipedia.org/');
  await openPage(reader, urls.history());
  assert.equal(await stored(), null);
  assert.equal(await page.evaluate(() => localStorage.getItem('keepHistory')), 'always', 'the choice stays');
  await reader.leave();
});

test('a history in the account is turned off only after a question, and is then gone', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.history());
  const keep = mainOf(page).getByLabel('Keep my reading history');
  await keep.selectOption('account');
  // A change that is still under way when the next one is asked about does not answer the question.
  const hasDays = (request: Request) => request.postData()?.includes('30') === true;
  const { release } = await holdRequests(page, '**/api/history/choice', hasDays);
  await mainOf(page).getByLabel('Clear automatically').selectOption({ label: 'After 30 days' });
  await keep.selectOption('off');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('The history in your account is deleted at once.').waitFor();
  const stored = page.waitForResponse((response) => hasDays(response.request()));
  release();
  await stored;
  await page.getByRole('status').filter({ hasText: 'Reading history settings saved' }).last().waitFor();
  await dialog.getByRole('button', { name: 'Turn Off and Delete' }).click();
  await mainOf(page).getByText('Your reading history is off.').waitFor();
  await reader.leave();
});

test('shelves and history have no accessibility problem', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  const findings: string[] = [];
  for (const path of [
    urls.shelves({ shelf: 'finished' }),
    urls.shelves({ shelf: 'reading' }),
    urls.shelves({ shelf: longShelf.id }),
    urls.history(),
  ]) {
    await openPage(reader, path);
    await page.waitForLoadState('networkidle');
    findings.push(...(await problemsInBothLooks(reader)).map((problem) => `${path}: ${problem}`));
  }
  assert.deepEqual(findings, []);
  await reader.leave();
});
