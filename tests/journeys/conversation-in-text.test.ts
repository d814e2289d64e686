import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { addChapter } from '#features/chapters/service/chapters.ts';
import { deleteComment, listComments, sendComment } from '#features/comments/contract/comments.ts';
import { listCorrections, sendCorrection, withdrawCorrection } from '#features/corrections/contract.ts';
import type { Context } from '#platform/runtime/context.ts';
import { addStory } from '#tests/support/add-story.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import { buttonOf, mainOf } from './account-steps.ts';
import { signInAs } from './moderation-steps.ts';
import { applyViewport, DESKTOP, PHONE, problemsInBothLooks, VIEWPORTS, type Viewport } from './viewports.ts';

const LAMP = 'She lit the lamp at eight, as she did on every night of the long winter, and waited.';
const PARAGRAPHS = [
  'The harbour was dark, and the last of the boats had come in before the rain.',
  LAMP,
  'She sayed nothing when he came.',
  ...Array.from({ length: 20 }, (_, at) => `The rain went on for ${at + 2} nights, and they let it.`),
];

async function fill(context: Context) {
  const ada = await signedIn(context, 'ada-writes');
  const ben = await signedIn(context, 'ben-reads');
  const story = await addStory(context.db, {
    ...{ author_id: ada.id, title: 'Harbour Lights', synopsis: 'Two keepers share a lamp.' },
    tags: ['harbour'],
  });
  assert.ok(story.ok);
  const html = PARAGRAPHS.map((text) => `<p>${text}</p>`).join('');
  const chapter = await addChapter(context.db, { story_id: story.data.id, title: 'Lit', order: 1, html });
  assert.ok(chapter.ok);
  const out = { story_id: story.data.id, title: 'Out', order: 2, html: '<p>Then it went out.</p>' };
  const later = await addChapter(context.db, out);
  assert.ok(later.ok);
  const ids = { id: story.data.id, chapterId: chapter.data.id, laterId: later.data.id };
  return { ada, ben, slug: story.data.slug, ...ids };
}

const site = await startSite();
after(() => site.stop());
const { ada, ben, id, slug, chapterId, laterId } = await site.within(fill);
const { newReader } = await openBrowser(site);
const path = urls.chapter(slug, chapterId);

/** A reader who is signed in; on the phone they have a touch screen. */
async function readerAs(person: SignedInPerson, viewport: Viewport): Promise<Reader> {
  const reader = await newReader({ ...viewport, touch: viewport === PHONE });
  await signInAs(reader, site, person);
  return reader;
}

/** Stores a picture of the page when a folder for it is named. */
async function picture(reader: Reader, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (folder !== undefined) await reader.page.screenshot({ path: `${folder}/${name}.png` });
}

/** Selects the words of a paragraph, from one place to another. */
async function select({ page }: Reader, paragraph: number, start: number, end: number): Promise<void> {
  await page.evaluate(
    ([at, from, to]) => {
      const text = document.getElementById('page-html')?.children[at ?? 0]?.firstChild;
      if (text == null) throw new Error('There is no such paragraph');
      (text.parentElement as HTMLElement).scrollIntoView({ block: 'center' });
      getSelection()?.setBaseAndExtent(text, from ?? 0, text, to ?? 0);
    },
    [paragraph, start, end] as const,
  );
}

/** Whether the marker is at the height of the second paragraph, and within the page. */
async function isBesideParagraph({ page }: Reader, marker: Locator): Promise<boolean> {
  const beside = await marker.boundingBox();
  const paragraph = await page.locator('#page-html > p').nth(1).boundingBox();
  assert.ok(beside && paragraph);
  return (
    beside.y >= paragraph.y &&
    beside.y + beside.height <= paragraph.y + paragraph.height + 8 &&
    beside.x + beside.width <= (page.viewportSize()?.width ?? 0)
  );
}

const untilFocused = (field: Locator) =>
  untilEqual(() => field.evaluate((one) => one === document.activeElement), true);

test('a reader quotes selected words in a comment, which is below the chapter', async () => {
  const reader = await readerAs(ben, DESKTOP);
  await reader.open(path);
  await select(reader, 1, 0, 20);
  const tools = reader.page.getByRole('toolbar', { name: 'Selected words' });
  await tools.waitFor();
  assert.equal(await reader.page.evaluate(() => getSelection()?.toString()), 'She lit the lamp at ');
  await reader.page.keyboard.press('Tab');
  const quote = tools.getByRole('button', { name: 'Quote in a comment' });
  assert.ok(await quote.evaluate((button) => button === document.activeElement));
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await reader.page.keyboard.press('Enter');
  const dialog = reader.page.getByRole('dialog');
  const field = dialog.getByLabel('Your comment');
  assert.equal(await field.inputValue(), '> She lit the lamp at\n\n');
  await untilFocused(field);
  await reader.page.keyboard.type('So warm, at eight.');
  const fetched: string[] = [];
  reader.page.on('request', (request) => {
    if (request.method() === 'GET' && /\/api\/stories\/[^/]+\/comments/.test(request.url()))
      fetched.push(request.url());
  });
  await dialog.getByRole('button', { name: 'Send Comment' }).click();
  await dialog.waitFor({ state: 'detached' });
  // The keyboard goes on where the reader was, not at the comments.
  await untilFocused(reader.page.locator('#page-html > p').nth(1));
  const below = mainOf(reader.page).getByRole('article').filter({ hasText: 'So warm, at eight.' }).last();
  await reader.page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await below.getByText('On “She lit the lamp at eight').waitFor();
  await below.getByRole('button', { name: 'Reply' }).waitFor();
  assert.equal(fetched.length, 1, 'the comments are fetched once');
  assert.equal(await below.locator('blockquote').textContent(), 'She lit the lamp at');
  const { comments } = await site.call(listComments, { id: slug, chapter_id: chapterId }, ben.token);
  assert.deepEqual(comments.map(({ paragraph }) => [paragraph?.index, paragraph?.text_has_changed]).at(-1), [
    1,
    false,
  ]);
  assert.deepEqual(await problemsInBothLooks(reader), []);
  reader.assertNoProblems();
  await reader.leave();
});

test('a reader sees the number of comments beside a paragraph only after asking', async () => {
  const text_hash = createHash('sha256').update(LAMP).digest('hex');
  await site.call(
    sendComment,
    {
      id: slug,
      chapter_id: chapterId,
      content: 'Which lamp?',
      paragraph: { index: 1, text_hash },
    },
    ada.token,
  );
  const reader = await newReader(PHONE);
  await reader.open(path);
  await reader.untilHydrated();
  await reader.page.waitForLoadState('networkidle');
  const markers = reader.page.getByRole('list', { name: 'Comments on paragraphs' });
  assert.equal(await markers.count(), 0);
  await buttonOf(reader.page, 'Reading settings').click();
  await reader.page.getByRole('radio', { name: 'Their number' }).check({ force: true });
  await reader.page.keyboard.press('Escape');
  const marker = markers.getByRole('button', { name: /on “She lit the lamp at eight/ });
  await marker.waitFor();
  for (const viewport of VIEWPORTS.toReversed()) {
    await applyViewport(reader, viewport);
    await untilEqual(() => isBesideParagraph(reader, marker), true);
  }
  await marker.click();
  const dialog = reader.page.getByRole('dialog');
  await dialog.getByText('Which lamp?').waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await reader.page.keyboard.press('Escape');
  await reader.page.reload();
  await marker.waitFor();
  await buttonOf(reader.page, 'Reading settings').click();
  await reader.page.getByRole('radio', { name: 'Hidden' }).check({ force: true });
  await markers.waitFor({ state: 'detached' });
  reader.assertNoProblems();
  await reader.leave();
});

test('the number beside a paragraph follows what is said in its dialog and below the chapter', async () => {
  const reader = await readerAs(ben, DESKTOP);
  const { page } = reader;
  await reader.open(path);
  await buttonOf(page, 'Reading settings').click();
  await page.getByRole('radio', { name: 'Their number' }).check({ force: true });
  await page.keyboard.press('Escape');
  const markers = page.getByRole('list', { name: 'Comments on paragraphs' });
  await markers.getByRole('button', { name: '2 comments on “She lit the lamp at eight' }).click();
  const dialog = page.getByRole('dialog', { name: 'On this paragraph' });
  await dialog.getByLabel('Your comment').fill('The brass one.');
  await dialog.getByRole('button', { name: 'Send Comment' }).click();
  await dialog.getByRole('article').filter({ hasText: 'The brass one.' }).waitFor();
  await page.keyboard.press('Escape');
  const marker = markers.getByRole('button', { name: '3 comments on “She lit the lamp at eight' });
  await untilFocused(marker);

  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const below = mainOf(page).getByRole('article').filter({ hasText: 'The brass one.' }).last();
  await below.getByRole('button', { name: /More about/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await markers.getByRole('button', { name: '2 comments on “She lit the lamp at eight' }).waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('a guest who selects words is asked to log in, and reads comments below the chapter', async () => {
  const reader = await newReader(PHONE);
  await reader.open(path);
  await select(reader, 1, 0, 20);
  const tools = reader.page.getByRole('toolbar', { name: 'Selected words' });
  await tools.getByRole('link', { name: 'Log in' }).waitFor();
  await reader.page.keyboard.press('Escape');
  await tools.waitFor({ state: 'detached' });
  await reader.page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await mainOf(reader.page).locator('article article').first().waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('the number above the comments below a chapter follows what is said there', async () => {
  const quiet = urls.chapter(slug, laterId);
  const toEnd = ({ page }: Reader) => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const guest = await newReader(PHONE);
  await guest.open(quiet);
  await toEnd(guest);
  await mainOf(guest.page).getByRole('heading', { name: 'Comments', exact: true }).waitFor();
  await mainOf(guest.page).getByText('Nobody has said anything yet. Log in to say something.').waitFor();
  assert.equal(await mainOf(guest.page).getByRole('link', { name: 'Comment on it' }).count(), 0);
  await guest.leave();

  const reader = await readerAs(ben, PHONE);
  await reader.open(quiet);
  await toEnd(reader);
  const main = mainOf(reader.page);
  for (const [content, number] of [
    ['It was never lit.', '1 comment'],
    ['Or it was.', '2 comments'],
  ] as const) {
    await main.getByLabel('Your comment').fill(content);
    await buttonOf(reader.page, 'Send Comment').click();
    await main.getByRole('heading', { name: number, exact: true }).waitFor();
  }
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await main.getByRole('heading').getByRole('link', { name: '2 comments' }).click();
  await reader.page.waitForURL(`**${urls.chapterComments(slug, laterId)}`);
  reader.assertNoProblems();
  await reader.leave();
  for (const { id: commentId } of (await site.call(listComments, { id: slug, chapter_id: laterId })).comments)
    await site.call(deleteComment, { id: String(commentId) }, ben.token);
});

test('a comment from within the text leaves the one that is being edited below the chapter as it is', async () => {
  await site.call(sendComment, { id: slug, chapter_id: chapterId, content: 'It was dark.' }, ben.token);
  const reader = await readerAs(ben, DESKTOP);
  const { page } = reader;
  await reader.open(path);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const own = mainOf(page).getByRole('article').filter({ hasText: 'It was dark.' }).last();
  await own.getByRole('button', { name: /More about/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edited = mainOf(page).getByRole('form', { name: 'Edit comment' }).getByLabel('Your comment');
  await edited.fill('It was dark, and late.');
  await select(reader, 1, 0, 20);
  await page
    .getByRole('toolbar', { name: 'Selected words' })
    .getByRole('button', { name: 'Quote in a comment' })
    .press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your comment').fill('At last.');
  await dialog.getByRole('button', { name: 'Send Comment' }).click();
  await dialog.waitFor({ state: 'detached' });
  await mainOf(page).getByRole('article').getByText('At last.').waitFor();
  assert.equal(await edited.inputValue(), 'It was dark, and late.');
  reader.assertNoProblems();
  await reader.leave();
});

test('comments on chapters that a reader has not reached are folded', async () => {
  for (const chapter_id of [chapterId, laterId])
    await site.call(sendComment, { id: slug, chapter_id, content: 'Then?' }, ada.token);
  const reader = await newReader({ ...PHONE, touch: true });
  const list = mainOf(reader.page).getByRole('navigation', { name: 'Comments on its chapters' });
  const [reached, later] = [list.getByRole('link', { name: 'Lit' }), list.getByRole('link', { name: 'Out' })];
  const summary = list.getByText(/on later chapters: show/);
  await reader.open(urls.comments(slug));
  await summary.waitFor();
  assert.deepEqual([await reached.isVisible(), await later.isVisible()], [false, false]);

  await reader.open(path);
  await reader.page.locator('#page-html > p').nth(8).scrollIntoViewIfNeeded();
  await reader.page.evaluate(() => window.scrollBy(0, 400));
  const saved = () => reader.page.evaluate(() => localStorage.getItem('readingPlaces') !== null);
  await untilEqual(saved, true);
  await reader.open(urls.comments(slug));
  await reached.waitFor();
  assert.equal(await later.isVisible(), false);
  await picture(reader, 'folded');
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await summary.press('Enter');
  await later.waitFor();
  await summary.press('Enter');
  await later.waitFor({ state: 'hidden' });
  await summary.tap();
  await later.waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  reader.assertNoProblems();
  await reader.leave();

  // Nothing is given away to the author, who has no place in the story.
  const author = await readerAs(ada, DESKTOP);
  await author.open(urls.comments(slug));
  await mainOf(author.page).getByRole('link', { name: 'Out' }).waitFor();
  assert.equal(
    await mainOf(author.page)
      .getByText(/on later chapters: show/)
      .count(),
    0,
  );
  author.assertNoProblems();
  await author.leave();
});

test('a reader who has switched comments off everywhere meets none in the text', async () => {
  const reader = await readerAs(ben, DESKTOP);
  await reader.open(path);
  await buttonOf(reader.page, 'Reading settings').click();
  await reader.page.getByRole('radio', { name: 'Their number' }).check({ force: true });
  await reader.page.keyboard.press('Escape');
  const marker = reader.page.getByRole('button', { name: /on “She lit the lamp at eight/ });
  await marker.waitFor();
  await reader.page.getByRole('switch', { name: 'Comments' }).press('Space');
  await marker.waitFor({ state: 'detached' });
  await select(reader, 1, 0, 20);
  const tools = reader.page.getByRole('toolbar', { name: 'Selected words' });
  await tools.getByRole('button', { name: 'Suggest a correction' }).waitFor();
  assert.equal(await tools.getByRole('button').count(), 1);
  assert.equal(await mainOf(reader.page).locator('article article').count(), 0);
  await reader.page.getByRole('switch', { name: 'Comments' }).press('Space');
  await marker.waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('a correction is suggested on a phone, accepted at a desk, and credited', async () => {
  const reader = await readerAs(ben, PHONE);
  await reader.open(path);
  const text = await reader.page.locator('#page-html > p').nth(2).textContent();
  const at = text?.indexOf('sayed') ?? 0;
  await select(reader, 2, at, at + 'sayed'.length);
  await reader.page.getByRole('button', { name: 'Suggest a correction' }).click();
  const dialog = reader.page.getByRole('dialog');
  assert.ok((await dialog.getByLabel('Passage').inputValue()).includes('sayed'));
  await untilFocused(dialog.getByLabel('New text'));
  const replacement = (await dialog.getByLabel('New text').inputValue()).replace('sayed', 'said');
  await dialog.getByLabel('New text').fill(replacement);
  await dialog.getByLabel('Name me at the end of the chapter').check();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await dialog.getByRole('button', { name: 'Send to the author' }).click();
  await dialog.waitFor({ state: 'detached' });
  // The message leads to the list of one's own, where one that waits is withdrawn by keyboard.
  const second = await site.call(
    sendCorrection,
    { id: String(chapterId), quote: 'harbour', replacement: 'bay' },
    ben.token,
  );
  await reader.page.getByRole('button', { name: 'Your corrections' }).click();
  await reader.page.waitForURL(site.url + urls.corrections());
  const sent = mainOf(reader.page).getByRole('list', { name: 'Your corrections' }).getByRole('listitem');
  await sent.filter({ hasText: 'bay' }).getByText('Waiting for the author').waitFor();
  await picture(reader, 'sent-corrections');
  assert.deepEqual(await problemsInBothLooks(reader), []);
  await sent
    .filter({ hasText: 'bay' })
    .getByRole('button', { name: /^Withdraw/ })
    .press('Enter');
  const question = reader.page.getByRole('alertdialog');
  await untilFocused(question.getByRole('button', { name: 'Cancel' }));
  await question.getByRole('button', { name: 'Withdraw Correction' }).press('Enter');
  await question.waitFor({ state: 'detached' });
  await sent.filter({ hasText: 'bay' }).waitFor({ state: 'detached' });
  await assert.rejects(site.call(withdrawCorrection, { id: String(second.id) }, ben.token), /404/);
  reader.assertNoProblems();

  const author = await readerAs(ada, DESKTOP);
  await author.open(urls.editChapter(slug, chapterId));
  const panel = mainOf(author.page).getByRole('complementary', { name: 'Corrections' });
  await panel.getByText('Would like to be named').waitFor();
  // At the end of the form its bar is in its place, and covers no button by half.
  await author.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  assert.deepEqual(await problemsInBothLooks(author), []);
  await panel.getByRole('button', { name: 'Accept and name ben-reads' }).click();
  await panel.getByText('named at the end of the chapter, and saved.').waitFor();
  await author.open(path);
  await mainOf(author.page).getByText('With corrections by ben-reads.').waitFor();
  await mainOf(author.page).getByText('She said nothing when he came.').waitFor();
  const address = { id: String(id), chapterId: String(chapterId) };
  assert.deepEqual((await site.call(listCorrections, address, ada.token)).corrections, []);
  author.assertNoProblems();
  await author.leave();
  await reader.page.reload();
  await sent.filter({ hasText: 'said' }).getByText('Accepted, and you are named').waitFor();
  await reader.leave();
});
