import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page, Request } from 'playwright-core';
import {
  chapterMessages,
  editChapter,
  getChapter,
  listChapters,
} from '#features/chapters/contract/chapters.ts';
import { draftMessages, listDrafts } from '#features/drafts/contract.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { holdRequests } from '#tests/support/hold-requests.ts';
import { startSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import { buttonOf, fieldOf, heading, newAccount, remember } from './account-steps.ts';
import { applyViewport, problemsIn, VIEWPORTS } from './viewports.ts';
import { editorOf, newStory, untilDraftOnServer } from './writing-steps.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const nora = await newAccount(site, 'nora-inkwell');
const [phone, desk] = VIEWPORTS;

/** A device on which the author is signed in. */
async function device(viewport = desk) {
  const reader = await newReader();
  await applyViewport(reader, viewport);
  await remember(reader, site, nora);
  return reader;
}

async function opened(page: Page, path: string): Promise<void> {
  await page.goto(site.url + path);
  await editorOf(page).waitFor();
}

const offer = (page: Page) => page.getByText(/^You have unsaved text from \d\d:\d\d\.$/);
const conflict = (page: Page) => page.getByRole('heading', { name: draftMessages.conflict });
const placesOnServer = async () =>
  (await site.call(listDrafts, {}, nora.token)).drafts.map(({ place }) => place);

test('an author begins on the phone and goes on at the desk', async () => {
  const { story } = await newStory(site, nora, 'Carried Over', ['<p>One.</p>']);
  const onPhone = await device(phone);
  await opened(onPhone.page, urls.addChapter(story.slug));
  await fieldOf(onPhone.page, 'Chapter title').fill('On the Train');
  await editorOf(onPhone.page).pressSequentially('Between two stations');
  await untilDraftOnServer(onPhone.page);
  assert.deepEqual(await problemsIn(onPhone, phone), []);
  await onPhone.page.close();

  const atDesk = await device();
  await opened(atDesk.page, urls.addChapter(story.slug));
  await offer(atDesk.page).waitFor();
  await buttonOf(atDesk.page, 'Restore').click();
  assert.equal(await fieldOf(atDesk.page, 'Chapter title').inputValue(), 'On the Train');
  await editorOf(atDesk.page).press('ControlOrMeta+End');
  await atDesk.page.keyboard.type(', it ended.');
  await buttonOf(atDesk.page, 'Create Chapter').click();
  await heading(atDesk.page, 'On the Train').waitFor();
  const { chapters } = await site.call(listChapters, { id: story.slug });
  const chapter = await site.call(getChapter, { id: story.slug, chapterId: String(chapters[1]?.id) });
  assert.equal(chapter.content, '<p>Between two stations, it ended.</p>');
  assert.deepEqual(await placesOnServer(), []);
  await onPhone.leave();
  await atDesk.leave();
});

test('a chapter whose answer was lost is published once, although its draft was stored meanwhile', async () => {
  const { story } = await newStory(site, nora, 'Sent Twice', ['<p>One.</p>']);
  const { page, leave } = await device();
  await opened(page, urls.addChapter(story.slug));
  await fieldOf(page, 'Chapter title').fill('Once');
  await editorOf(page).fill('Written once.');
  await page.route(
    /\/chapters$/,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await buttonOf(page, 'Create Chapter').click();
  await page.getByText(chapterMessages.createFailed).first().waitFor();
  await fieldOf(page, 'Chapter title').press('ControlOrMeta+s');
  await untilDraftOnServer(page);
  await buttonOf(page, 'Create Chapter').click();
  await heading(page, 'Once').waitFor();
  const { chapters } = await site.call(listChapters, { id: story.slug });
  assert.deepEqual(
    chapters.map(({ title }) => title),
    ['Chapter 1', 'Once'],
  );
  assert.deepEqual(await placesOnServer(), []);
  await leave();
});

test('two devices that write the same chapter are shown both texts', async () => {
  const { story, chapterIds } = await newStory(site, nora, 'Two Desks', ['<p>The first line.</p>']);
  const path = urls.editChapter(story.slug, chapterIds[0] ?? 0);
  const first = await device();
  const second = await device(phone);
  await opened(first.page, path);
  await opened(second.page, path);
  await editorOf(first.page).fill('From the first desk.');
  await untilDraftOnServer(first.page);
  await editorOf(second.page).fill('From the second');
  await conflict(second.page).waitFor();
  // The conflict comes while the author types.
  await second.page.keyboard.type(' desk.');
  assert.equal(await editorOf(second.page).textContent(), 'From the second desk.');
  await second.page.getByRole('region', { name: 'From the other text to mine' }).waitFor();
  assert.deepEqual(await problemsIn(second, phone), []);

  await buttonOf(second.page, 'Keep my text').click();
  await untilDraftOnServer(second.page);
  await conflict(second.page).waitFor({ state: 'detached' });
  await editorOf(first.page).pressSequentially(' More.');
  await conflict(first.page).waitFor();
  await buttonOf(first.page, 'Use the other text').click();
  assert.equal(await editorOf(first.page).textContent(), 'From the second desk.');
  await buttonOf(first.page, 'Save Changes').click();
  await heading(first.page, 'Chapter 1').waitFor();
  const chapter = await site.call(getChapter, { id: story.slug, chapterId: String(chapterIds[0]) });
  assert.equal(chapter.content, '<p>From the second desk.</p>');
  await first.leave();
  await second.leave();
});

/** A device with the chapter of a new story open, and the input that names the chapter in a call. */
async function atChapterOf(title: string) {
  const { story, chapterIds } = await newStory(site, nora, title, ['<p>The first line.</p>']);
  const { page, leave } = await device();
  await opened(page, urls.editChapter(story.slug, chapterIds[0] ?? 0));
  return { page, leave, id: { id: story.slug, chapterId: String(chapterIds[0]) } };
}

const saveElsewhere = (id: { id: string; chapterId: string }) =>
  site.call(editChapter, { ...id, title: 'Chapter 1', content: '<p>Theirs.</p>' }, nora.token);

test('an author whose chapter was saved elsewhere chooses once, and what they write next is saved', async () => {
  const { page, leave, id } = await atChapterOf('One Choice');
  await editorOf(page).fill('My version.');
  await untilDraftOnServer(page);
  await saveElsewhere(id);
  await editorOf(page).pressSequentially(' More.');
  await conflict(page).waitFor();
  await buttonOf(page, 'Save Changes').click();
  await page.getByRole('heading', { name: chapterMessages.editConflict }).waitFor();
  assert.equal(await conflict(page).count(), 0);
  await buttonOf(page, 'Use the other text').click();
  assert.equal(await editorOf(page).textContent(), 'Theirs.');
  await editorOf(page).fill('Theirs, and mine.');
  await untilDraftOnServer(page);
  assert.equal(await conflict(page).count(), 0);
  await buttonOf(page, 'Save Changes').click();
  await heading(page, 'Chapter 1').waitFor();
  assert.equal((await site.call(getChapter, id)).content, '<p>Theirs, and mine.</p>');
  await leave();
});

test('an author who keeps their text over one that was saved elsewhere is not asked again', async () => {
  const { page, leave, id } = await atChapterOf('Kept Once');
  await saveElsewhere(id);
  await editorOf(page).fill('My version.');
  await conflict(page).waitFor();
  await buttonOf(page, 'Keep my text').click();
  await untilDraftOnServer(page);
  await buttonOf(page, 'Save Changes').click();
  await heading(page, 'Chapter 1').waitFor();
  assert.equal((await site.call(getChapter, id)).content, '<p>My version.</p>');
  await leave();
});

test('Ctrl and S saves the draft at once, and a restored draft has the focus', async () => {
  const { story, chapterIds } = await newStory(site, nora, 'One Desk', ['<p>The first line.</p>']);
  const path = urls.editChapter(story.slug, chapterIds[0] ?? 0);
  const first = await device();
  await opened(first.page, path);
  await editorOf(first.page).fill('Saved by hand.');
  const sent = first.page.waitForRequest((request) => request.method() === 'PUT');
  await first.page.keyboard.press('Control+s');
  await sent;
  await untilDraftOnServer(first.page);
  await first.leave();
  const second = await device();
  await opened(second.page, path);
  await buttonOf(second.page, 'Restore').press('Enter');
  await editorOf(second.page).and(second.page.locator(':focus')).waitFor();
  assert.equal(await editorOf(second.page).textContent(), 'Saved by hand.');
  await buttonOf(second.page, 'Save Changes').click();
  await heading(second.page, 'Chapter 1').waitFor();
  await second.leave();
});

test('text written offline is saved on the server once the connection is back', async () => {
  const { story } = await newStory(site, nora, 'Tunnel', ['<p>One.</p>']);
  const { page, context, leave } = await device(phone);
  await opened(page, urls.addChapter(story.slug));
  await context.setOffline(true);
  await editorOf(page).pressSequentially('In the dark');
  await page.getByText('Not saved: offline, kept in this browser').first().waitFor();
  await context.setOffline(false);
  await untilDraftOnServer(page);
  assert.deepEqual(await placesOnServer(), [`new-chapter-${story.id}`]);
  await page.close();
  await leave();
});

test('a discarded draft is gone from every device', async () => {
  const { story, chapterIds } = await newStory(site, nora, 'Thrown Away', ['<p>One.</p>']);
  const path = urls.editChapter(story.slug, chapterIds[0] ?? 0);
  const first = await device();
  await opened(first.page, path);
  await editorOf(first.page).fill('Not this.');
  await untilDraftOnServer(first.page);
  await first.page.close();
  const second = await device(phone);
  await opened(second.page, path);
  await offer(second.page).waitFor();
  await buttonOf(second.page, 'Discard').click();
  await second.page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await offer(second.page).waitFor({ state: 'detached' });
  await untilEqual(async () => (await placesOnServer()).includes(`chapter-${chapterIds[0]}`), false);
  assert.equal(await editorOf(second.page).textContent(), 'One.');
  await first.leave();
  await second.leave();
});

test('a draft that is discarded before the server has answered is gone there, too', async () => {
  const { story, chapterIds } = await newStory(site, nora, 'Thrown Away Early', ['<p>One.</p>']);
  const path = urls.editChapter(story.slug, chapterIds[0] ?? 0);
  const { page, context, leave } = await device();
  await opened(page, path);
  await editorOf(page).fill('Not this either.');
  await untilDraftOnServer(page);
  await page.close();

  const again = await context.newPage();
  const isRead = (request: Request) => request.method() === 'GET';
  const { release } = await holdRequests(again, '**/api/drafts/*', isRead);
  await opened(again, path);
  await offer(again).waitFor();
  await buttonOf(again, 'Discard').click();
  await again.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await offer(again).waitFor({ state: 'detached' });
  release();
  await untilEqual(async () => (await placesOnServer()).includes(`chapter-${chapterIds[0]}`), false);
  assert.equal(await offer(again).count(), 0);
  await again.close();
  await leave();
});
