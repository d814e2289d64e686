import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { signOut } from '#features/accounts/contract/session.ts';
import {
  chapterMessages,
  editChapter,
  getChapter,
  listChapters,
} from '#features/chapters/contract/chapters.ts';
import { listVersions } from '#features/chapters/contract/versions.ts';
import { editSynopsis } from '#features/stories/contract/edit-synopsis.ts';
import { editStory, getStory, storyMessages } from '#features/stories/contract/stories.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import {
  assertRefused,
  buttonOf,
  fieldOf,
  heading,
  logIn,
  mainOf,
  newAccount,
  openPage,
  remember,
} from './account-steps.ts';
import { readStorage } from './browser-storage.ts';
import { draftsIn, editorOf, newStory, toolbarOf, untilDraftStored } from './writing-steps.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const nora = await newAccount(site, 'nora-inkwell');

async function atTheDesk(session = nora) {
  const reader = await newReader();
  await remember(reader, site, session);
  return reader;
}

/** Ends the tab as a crash does: no handler of the page runs. */
async function crash({ page, context }: Reader): Promise<Page> {
  const crashed = page.waitForEvent('crash');
  const session = await context.newCDPSession(page);
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
  return context.newPage();
}

async function opened(page: Page, path: string): Promise<void> {
  await page.goto(site.url + path);
  await editorOf(page).waitFor();
}

const offer = (page: Page) => page.getByText(/^You have unsaved text from \d\d:\d\d\.$/);

test('an author recovers all unsaved text after a crash of the tab', async () => {
  const reader = await atTheDesk();
  await openPage(reader, urls.createStory());
  await fieldOf(reader.page, 'Title').fill('Interrupted');
  await fieldOf(reader.page, 'Title of the first chapter').fill('Before the Fall');
  const tags = reader.page.getByRole('combobox', { name: 'Tags' });
  await tags.fill('night-train');
  await tags.press('Enter');
  await editorOf(reader.page).click();
  await toolbarOf(reader.page).getByRole('button', { name: 'Bold' }).click();
  await reader.page.keyboard.type('Everything ');
  await toolbarOf(reader.page).getByRole('button', { name: 'Bold' }).click();
  await reader.page.keyboard.type('was going so w');
  await untilDraftStored(reader.page);

  const page = await crash(reader);
  await opened(page, urls.createStory());
  await offer(page).waitFor();
  await page.getByText('Interrupted Everything was going so w').waitFor();
  assert.equal(await editorOf(page).textContent(), '');
  await buttonOf(page, 'Restore').click();
  await offer(page).waitFor({ state: 'detached' });
  assert.equal(await fieldOf(page, 'Title').inputValue(), 'Interrupted');
  assert.equal(await fieldOf(page, 'Title of the first chapter').inputValue(), 'Before the Fall');
  assert.equal(await editorOf(page).locator('strong').textContent(), 'Everything ');
  await page.getByRole('button', { name: 'Remove night-train' }).waitFor();

  // A second crash, before anything else is typed.
  const [, second] = await Promise.all([page.close(), reader.context.newPage()]);
  await opened(second, urls.createStory());
  await buttonOf(second, 'Restore').click();
  await editorOf(second).press('ControlOrMeta+End');
  await second.keyboard.type('ell.');
  await buttonOf(second, 'Publish Story').click();
  await heading(second, 'Interrupted').waitFor();
  const { chapters } = await site.call(listChapters, { id: 'interrupted' });
  const chapter = await site.call(getChapter, { id: 'interrupted', chapterId: String(chapters[0]?.id) });
  assert.equal(chapter.content, '<p><strong>Everything </strong>was going so well.</p>');
  assert.equal(chapter.title, 'Before the Fall');
  assert.deepEqual(await draftsIn(second), []);
  await reader.leave();
});

test('an author whose session expires signs in again and continues', async () => {
  const reader = await atTheDesk(await newAccount(site, 'soon-signed-out'));
  const { page } = reader;
  const recheck = page.waitForResponse('**/api/accounts/profile');
  await openPage(reader, urls.createStory());
  // Without this check, the end of the session would lead to the login automatically.
  await recheck;
  await fieldOf(page, 'Title').fill('Where Was I');
  await editorOf(page).fill('I was here.');
  await untilDraftStored(page);
  // The session is ended on another device.
  const refreshToken = await page.evaluate(() => localStorage.getItem('refreshToken') ?? '');
  await site.call(signOut, { refreshToken });
  await buttonOf(page, 'Publish Story').click();
  await page.waitForURL(site.url + urls.login(urls.createStory(), 'new-story'));
  await logIn(page, 'soon-signed-out');
  await page.waitForURL(site.url + urls.createStory());
  await buttonOf(page, 'Restore').click();
  assert.equal(await fieldOf(page, 'Title').inputValue(), 'Where Was I');
  await buttonOf(page, 'Publish Story').click();
  await heading(page, 'Where Was I').waitFor();
  assertRefused(reader, [
    [401, '/api/stories'],
    [401, '/api/auth/refresh'],
  ]);
  await reader.leave();
});

test('a draft is offered to no other account in the same browser', async () => {
  const author = await newAccount(site, 'shares-a-browser');
  const reader = await atTheDesk(author);
  const { page } = reader;
  await openPage(reader, urls.createStory());
  await editorOf(page).fill('For my eyes only.');
  await untilDraftStored(page);
  page.on('dialog', (dialog) => dialog.accept());
  await remember(reader, site, await newAccount(site, 'the-next-one'));
  await openPage(reader, urls.createStory());
  await editorOf(page).waitFor();
  await editorOf(page).fill('Mine.');
  await untilDraftStored(page);
  assert.equal(await offer(page).count(), 0);
  await remember(reader, site, author);
  await openPage(reader, urls.createStory());
  await page.getByText('For my eyes only.').waitFor();
  await buttonOf(page, 'Discard').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await offer(page).waitFor({ state: 'detached' });
  // The draft of the other account remains, unreadable to everybody else.
  assert.deepEqual(await draftsIn(page), []);
  const { local } = await readStorage(page);
  const closed = Object.entries(local).filter(([key]) => key.startsWith('writing:'));
  assert.equal(closed.length, 1);
  assert.doesNotMatch(String(closed[0]), /Mine|create|new-story/);
  reader.assertNoProblems();
  await reader.leave();
});

test('leaving unsaved text asks for confirmation, and the text can be recovered', async () => {
  const { story, chapterIds } = await newStory(site, nora, 'Half Said', ['<p>Said.</p>']);
  const reader = await atTheDesk();
  const { page } = reader;
  const edit = urls.editChapter(story.slug, chapterIds[0] ?? 0);
  await openPage(reader, edit);
  await editorOf(page).fill('Half s');
  await untilDraftStored(page);
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await mainOf(page).getByRole('link', { name: 'Back to Chapter' }).click();
  await question.getByRole('button', { name: 'Stay' }).click();
  assert.equal(await editorOf(page).textContent(), 'Half s');
  assert.equal(page.url(), site.url + edit);

  // The browser's own question, on closing the tab.
  const dialogEvent = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await dialogEvent;
  assert.equal(dialog.type(), 'beforeunload');
  await dialog.dismiss();
  assert.equal(await editorOf(page).textContent(), 'Half s');

  await mainOf(page).getByRole('link', { name: 'Back to Chapter' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.locator('#page-html').getByText('Said.', { exact: true }).waitFor();
  await mainOf(page).getByRole('link', { name: 'Edit Chapter' }).click();
  await buttonOf(page, 'Restore').click();
  assert.equal(await editorOf(page).textContent(), 'Half s');
  // After typing the stored text again, the page has nothing to lose and nothing to ask.
  await editorOf(page).fill('Said.');
  await page.getByText('Unsaved, kept in this browser').waitFor({ state: 'detached' });
  await mainOf(page).getByRole('link', { name: 'Back to Chapter' }).click();
  await heading(page, 'Chapter 1').waitFor();
  assert.deepEqual(await draftsIn(page), []);
  reader.assertNoProblems();
  await reader.leave();
});

test('leaving in the moment of typing asks as well', async () => {
  const { story, chapterIds } = await newStory(site, nora, 'Quick to Go', ['<p>Said.</p>']);
  const reader = await atTheDesk();
  const { page } = reader;
  await openPage(reader, urls.editChapter(story.slug, chapterIds[0] ?? 0));
  await editorOf(page).focus();
  const back = mainOf(page).getByRole('link', { name: 'Back to Chapter' });
  await back.evaluate(async (link: HTMLElement) => {
    document.execCommand('insertText', false, 'More. ');
    // The editor takes typed words up after a moment, and the draft is stored a quarter of a second later.
    await new Promise((resolve) => setTimeout(resolve, 50));
    link.click();
  });
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  assert.match((await editorOf(page).textContent()) ?? '', /More\./);
  reader.assertNoProblems();
  await reader.leave();
});

test('editing a chapter in two tabs shows a conflict, and neither text is lost', async () => {
  const { story, chapterIds } = await newStory(site, nora, 'Two Minds', ['<p>The beginning.</p>']);
  const id = { id: story.slug, chapterId: String(chapterIds[0]) };
  const edit = urls.editChapter(story.slug, chapterIds[0] ?? 0);
  const reader = await atTheDesk();
  const first = reader.page;
  await openPage(reader, edit);
  const second = await reader.context.newPage();
  await opened(second, edit);
  await editorOf(first).fill('The first mind.');
  await untilDraftStored(first);
  await editorOf(second).fill('The second mind.');
  await untilDraftStored(second);
  // Each tab knows that the other is still in use: neither offers the other's text.
  assert.equal((await draftsIn(first)).length, 2);
  assert.equal(await offer(second).count(), 0);

  await buttonOf(first, 'Save Changes').click();
  await heading(first, 'Chapter 1').waitFor();
  await buttonOf(second, 'Save Changes').click();
  await second.getByText(chapterMessages.editConflict).waitFor();
  const difference = second.getByRole('region', { name: 'From the other text to mine' });
  assert.match((await difference.textContent()) ?? '', /removed: first.*added: second/s);
  assert.equal(await editorOf(second).textContent(), 'The second mind.');
  await buttonOf(second, 'Copy my text').click();
  await second.getByText('Text copied').waitFor();
  assert.equal(await second.evaluate(() => navigator.clipboard.readText()), 'Chapter 1\n\nThe second mind.');
  await buttonOf(second, 'Save my text').click();
  await heading(second, 'Chapter 1').waitFor();
  assert.equal((await site.call(getChapter, id)).content, '<p>The second mind.</p>');
  const { versions } = await site.call(listVersions, id, nora.token);
  assert.equal(versions.length, 2);
  await reader.leave();
});

test('an author who saves their text over another window keeps what they did not change there', async () => {
  const { story, chapterIds } = await newStory(site, nora, 'Two Windows', ['<p>The beginning.</p>']);
  const id = { id: story.slug, chapterId: String(chapterIds[0]) };
  const title = 'Chapter 1';
  const content = '<p>The beginning.</p>';
  await site.call(editChapter, { ...id, title, content, state: 'draft' }, nora.token);
  const reader = await atTheDesk();
  const { page } = reader;
  await openPage(reader, urls.editChapter(story.slug, chapterIds[0] ?? 0));
  await editorOf(page).fill('Mended.');
  const moved = { title: 'Elsewhere', volume: 'Book One', kind: 'interlude' } as const;
  const elsewhere = { ...moved, note_after: '<p>Thanks.</p>' };
  await site.call(
    editChapter,
    { ...id, content, ...elsewhere, warnings: ['violence'], state: 'published' },
    nora.token,
  );
  await buttonOf(page, 'Save Changes').click();
  await buttonOf(page, 'Save my text').click();
  await heading(page, elsewhere.title).waitFor();
  const saved = await site.call(getChapter, id);
  assert.equal(saved.content, '<p>Mended.</p>');
  assert.partialDeepStrictEqual(saved, { ...elsewhere, warnings: ['violence'], state: 'published' });
  await reader.leave();
});

test('a mere save of a scheduled chapter keeps its time to the second', async () => {
  const { story, chapterIds } = await newStory(site, nora, 'To the Second', ['<p>One.</p>', '<p>Two.</p>']);
  const id = { id: story.slug, chapterId: String(chapterIds[0]) };
  const publish_at = '2126-10-18T16:00:42.000Z';
  const scheduled = { title: 'Chapter 1', content: '<p>Set.</p>', state: 'scheduled', publish_at } as const;
  await site.call(editChapter, { ...id, ...scheduled }, nora.token);
  const reader = await atTheDesk();
  const { page } = reader;
  await openPage(reader, urls.editChapter(story.slug, chapterIds[0] ?? 0));
  await editorOf(page).fill('Mended.');
  await buttonOf(page, 'Save Changes').click();
  await heading(page, 'Chapter 1').waitFor();
  const saved = await site.call(getChapter, id, nora.token);
  assert.partialDeepStrictEqual(saved, { content: '<p>Mended.</p>', state: 'scheduled', publish_at });
  await reader.leave();
});

test('an author who takes the other text can recover their own', async () => {
  const { story, chapterIds } = await newStory(site, nora, 'Change of Mind', ['<p>The beginning.</p>']);
  const id = { id: story.slug, chapterId: String(chapterIds[0]) };
  const edit = urls.editChapter(story.slug, chapterIds[0] ?? 0);
  const reader = await atTheDesk();
  const { page } = reader;
  await openPage(reader, edit);
  await editorOf(page).fill('My version.');
  await untilDraftStored(page);
  const theirs = { title: 'Elsewhere', content: '<p>The other version.</p>' };
  await site.call(editChapter, { ...id, ...theirs }, nora.token);
  await buttonOf(page, 'Save Changes').click();
  await buttonOf(page, 'Use the other text').click();
  assert.equal(await editorOf(page).textContent(), 'The other version.');
  assert.equal(await fieldOf(page, 'Chapter title').inputValue(), 'Elsewhere');
  await openPage(reader, edit);
  await page.getByText('The story has been saved since; this copy is older.').waitFor();
  await buttonOf(page, 'Restore').click();
  assert.equal(await editorOf(page).textContent(), 'My version.');
  // The draft is older than the other tab's save, so it does not silently replace it.
  await buttonOf(page, 'Save Changes').click();
  await page.getByText(chapterMessages.editConflict).waitFor();
  assertRefused(reader, [
    [409, `/api/stories/${story.id}/chapters/${id.chapterId}`],
    [409, `/api/stories/${story.id}/chapters/${id.chapterId}`],
  ]);
  await reader.leave();
});

test('editing a story or its synopsis in two places shows a conflict', async () => {
  const { story } = await newStory(site, nora, 'Twice Told', ['<p>Once.</p>']);
  const reader = await atTheDesk();
  const { page } = reader;
  await openPage(reader, urls.editStory(story.slug));
  await fieldOf(page, 'Title').fill('Thrice Told');
  const theirs = { synopsis: 'Told by the other.', tags: ['ferry'], status: 'hiatus' as const };
  const input = { id: story.slug, slug: 'told-elsewhere', title: 'Told Elsewhere', ...theirs };
  await site.call(editStory, input, nora.token);
  await buttonOf(page, 'Update Story').click();
  const notice = page.getByRole('alert').filter({ hasText: storyMessages.editConflict });
  await notice.getByText('Told Elsewhere').waitFor();
  // Only what differs is listed.
  const listed = await notice.locator('dt').allTextContents();
  assert.deepEqual(listed, ['Title', 'Slug', 'Synopsis', 'Status', 'Tags']);
  assert.equal(await notice.getByText('Stays: you have not changed it.').count(), 4);
  assert.deepEqual(await reader.violations(), []);
  await buttonOf(page, 'Save mine').click();
  await heading(page, 'Thrice Told').waitFor();
  const { tags, ...saved } = await site.call(getStory, { id: 'told-elsewhere' });
  assert.partialDeepStrictEqual(saved, { title: 'Thrice Told', synopsis: theirs.synopsis, status: 'hiatus' });
  assert.deepEqual(
    tags.map(({ name }) => name),
    theirs.tags,
  );

  await buttonOf(page, 'Edit Synopsis').click();
  const dialog = page.getByRole('dialog', { name: 'Edit Synopsis' });
  await dialog.getByRole('textbox', { name: 'Synopsis' }).fill('Mine.');
  await site.call(editSynopsis, { id: 'told-elsewhere', synopsis: 'Theirs.' }, nora.token);
  await dialog.getByRole('button', { name: 'Save Synopsis' }).click();
  await dialog.getByText(storyMessages.editConflict).waitFor();
  await dialog.getByText('Theirs.').waitFor();
  await dialog.getByRole('button', { name: 'Use the other' }).click();
  assert.equal(await dialog.getByRole('textbox', { name: 'Synopsis' }).inputValue(), 'Theirs.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await buttonOf(page, 'Edit Synopsis').click();
  await dialog.getByRole('button', { name: 'Restore' }).click();
  assert.equal(await dialog.getByRole('textbox', { name: 'Synopsis' }).inputValue(), 'Mine.');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await dialog.waitFor({ state: 'detached' });
  assertRefused(reader, [
    [409, `/api/stories/${story.id}`],
    [409, `/api/stories/${story.id}/synopsis`],
  ]);
  await reader.leave();
});

// Spec 4: Chapters that can’t be listed: order 1
test('a chapter gets order 1 when the chapters can’t be listed', async () => {
  const { story } = await newStory(site, nora, 'Out of Order', ['<p>One.</p>', '<p>Two.</p>']);
  const reader = await atTheDesk();
  const { page } = reader;
  await openPage(reader, urls.addChapter(story.slug));
  assert.equal(await page.getByRole('spinbutton').inputValue(), '3');
  const path = `/api/stories/${story.id}/chapters`;
  await page.route(`**${path}`, (route) => route.fulfill({ status: 503, json: {} }));
  await openPage(reader, urls.addChapter(story.slug));
  assert.equal(await page.getByRole('spinbutton').inputValue(), '1');
  assertRefused(reader, [[503, path]]);
  await reader.leave();
});

// Spec 4: Create story: a failed chapter step keeps the story and is not retried
// Spec 8: Writes append ': ' and the server’s or the network’s text
test('a failed first chapter keeps story and text, and can be added later', async () => {
  const reader = await atTheDesk();
  const { page } = reader;
  await openPage(reader, urls.createStory());
  await fieldOf(page, 'Title').fill('Half of It');
  await fieldOf(page, 'Title of the first chapter').fill('The Other Half');
  await editorOf(page).fill('Written, and not to be lost.');
  let calls = 0;
  await page.route(/\/chapters$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    calls += 1;
    const body = { success: false, error: { code: 'unavailable', message: 'Not now' }, message: 'Not now' };
    return route.fulfill({ status: 503, json: body });
  });
  await buttonOf(page, 'Publish Story').click();
  await page.getByText('Failed to create chapter: Not now').waitFor();
  assert.deepEqual(await reader.violations(), []);
  assert.equal(await page.getByRole('button', { name: 'Publish Story' }).count(), 0);
  assert.equal(calls, 1);
  const story = await site.call(getStory, { id: 'half-of-it' });
  await page.unroute(/\/chapters$/);

  // A story without a chapter is only among the author's own stories.
  await page.getByRole('link', { name: 'Add the chapter' }).click();
  await heading(page, 'Half of It').waitFor();
  assert.equal(page.url(), site.url + urls.addChapter(story.slug));
  await buttonOf(page, 'Restore').click();
  assert.equal(await fieldOf(page, 'Chapter title').inputValue(), 'The Other Half');
  assert.equal(await fieldOf(page, 'Chapter order').inputValue(), '1');
  await openPage(reader, urls.profile());
  await page.getByText('Unfinished: no chapter yet').waitFor();
  await openPage(reader, urls.addChapter(story.slug));
  await buttonOf(page, 'Restore').click();
  await buttonOf(page, 'Create Chapter').click();
  await heading(page, 'The Other Half').waitFor();
  await page.locator('#page-html').getByText('Written, and not to be lost.').waitFor();
  assert.deepEqual(await draftsIn(page), []);
  assertRefused(reader, [[503, `/api/stories/${story.id}/chapters`]]);
  await reader.leave();
});

// Spec 8: Writes append ': ' and the server’s or the network’s text
test('text written offline is saved once the connection is back', async () => {
  const { story, chapterIds } = await newStory(site, nora, 'Out at Sea', ['<p>Land.</p>']);
  const reader = await atTheDesk();
  const { page, context } = reader;
  await openPage(reader, urls.editChapter(story.slug, chapterIds[0] ?? 0));
  await editorOf(page).fill('Water.');
  await context.setOffline(true);
  await buttonOf(page, 'Save Changes').click();
  await page.getByText(/^Failed to update chapter: The site can’t be reached/).waitFor();
  assert.equal((await draftsIn(page)).length, 1);
  await context.setOffline(false);
  await buttonOf(page, 'Save Changes').click();
  await page.locator('#page-html').getByText('Water.').waitFor();
  assert.deepEqual(await draftsIn(page), []);
  await reader.leave();
});

// Spec 2, Chapter page: Author-only edit and delete
// Spec 2, Writing: /create-story and the author’s screens lead to /login
// Spec 2, Takedown, verify e-mail, general: Edit screens: Error card with Back to Story
// Spec 6: The three refusals of the author’s screens
test('a visitor without write access sees the reason, or is led to the login and back', async () => {
  const { story, chapterIds } = await newStory(site, nora, 'Not Yours', ['<p>Mine.</p>']);
  const chapterId = chapterIds[0] ?? 0;
  const pages: [path: string, refusal: string][] = [
    [urls.addChapter(story.slug), 'You do not have permission to add chapters to this story'],
    [urls.editStory(story.slug), 'You do not have permission to edit this story'],
    [urls.editChapter(story.slug, chapterId), 'You do not have permission to edit chapters in this story'],
    [
      urls.chapterVersions(story.slug, chapterId),
      'You do not have permission to edit chapters in this story',
    ],
    [urls.addChapter('no-such-story'), 'Story not found'],
    [urls.editChapter(story.slug, 999_999_999), 'You do not have permission to edit chapters in this story'],
  ];
  const stranger = await newReader();
  for (const [path] of pages.slice(0, 4)) {
    await stranger.open(path);
    await stranger.page.waitForURL(site.url + urls.login(path, 'writing'));
  }
  await openPage(stranger, urls.story(story.slug));
  await stranger.untilPainted();
  assert.equal(
    await mainOf(stranger.page)
      .getByText(/^(Edit|Add|Delete)/)
      .count(),
    0,
  );
  stranger.assertNoProblems();
  await stranger.leave();

  const other = await atTheDesk(await newAccount(site, 'somebody-else'));
  await openPage(other, urls.editSeries('no-such-series'));
  await heading(other.page, 'Error').waitFor();
  await mainOf(other.page).getByRole('link', { name: 'My Stories' }).waitFor();
  for (const [path, refusal] of pages) {
    await openPage(other, path);
    await heading(other.page, 'Error').waitFor();
    await other.page.getByText(refusal, { exact: true }).waitFor();
    assert.deepEqual(await other.violations(), []);
  }
  await other.page.getByRole('link', { name: 'Back to Story' }).click();
  await heading(other.page, story.title).waitFor();
  assert.equal(
    await mainOf(other.page)
      .getByText(/^(Edit|Add|Delete)/)
      .count(),
    0,
  );
  assertRefused(other, [[404, '/api/stories/no-such-story']]);
  await other.leave();
});
