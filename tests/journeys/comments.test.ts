import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createChapter } from '#features/chapters/contract/chapters.ts';
import { endBlock, listBlocks, setBlock } from '#features/comments/contract/blocks.ts';
import { listComments, sendComment } from '#features/comments/contract/comments.ts';
import { publishStory } from '#features/stories/contract/stories.ts';
import type { Context } from '#platform/runtime/context.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import { buttonOf, mainOf } from './account-steps.ts';
import { openSignedIn, writeStory } from './moderation-steps.ts';
import { PHONE, problemsIn, problemsInBothLooks } from './viewports.ts';

async function fill(context: Context) {
  const ada = await signedIn(context, 'ada-writes');
  const ben = await signedIn(context, 'ben-reads');
  const cleo = await signedIn(context, 'cleo-reads');
  return { ada, ben, cleo, lights: await writeStory(context, ada, 'Harbour Lights') };
}

const site = await startSite();
after(() => site.stop());
const { ada, ben, cleo, lights } = await site.within(fill);
const { newReader } = await openBrowser(site);
const path = urls.comments(lights.slug);

const readerAs = openSignedIn(site, newReader);

// Interface, Conversation: /story/:slug/chapter/:id/comments is a page that needs no script
test('a reader comments, edits, and finds what was typed after a reload; everybody reads it without script', async () => {
  const reader = await readerAs(ben, { width: 390 });
  await reader.open(path);
  const main = mainOf(reader.page);
  const field = main.getByLabel('Your comment');
  await field.fill('I *loved* the lamp');
  await reader.page.reload();
  assert.equal(await field.inputValue(), 'I *loved* the lamp');
  await reader.untilPainted();
  assert.ok((await reader.layoutShift()) < 0.01, 'the form has its room');
  await buttonOf(reader.page, 'Send Comment').click();
  const comment = main.getByRole('article');
  await comment.getByText('loved').waitFor();
  assert.equal(await field.inputValue(), '');
  await comment.getByRole('button', { name: /More about/ }).click();
  await reader.page.getByRole('menuitem', { name: 'Edit' }).click();
  const edited = 'I *loved* the lamp.\n\n> The lamp was lit.\n\n<b>Thanks</b>';
  await comment.getByLabel('Your comment').fill(edited);
  // Neither a reload nor the end of the session takes what was changed.
  await reader.page.reload();
  await comment.getByRole('button', { name: /More about/ }).click();
  await reader.page.getByRole('menuitem', { name: 'Edit' }).click();
  assert.equal(await comment.getByLabel('Your comment').inputValue(), edited);
  await buttonOf(reader.page, 'Save Comment').click();
  await comment.getByText('<b>Thanks</b>').waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  reader.assertNoProblems();
  await reader.leave();

  const guest = await newReader({ javaScript: false });
  await guest.open(path);
  const written = mainOf(guest.page).getByRole('article');
  assert.equal(await written.locator('em').textContent(), 'loved');
  assert.equal(await written.locator('blockquote').textContent(), 'The lamp was lit.');
  await written.getByText('<b>Thanks</b>').waitFor();
  await mainOf(guest.page).getByRole('link', { name: 'Log in' }).waitFor();
  await guest.leave();
});

test('the author answers, thanks and removes, and takes that back; the writer deletes', async () => {
  await site.call(sendComment, { id: lights.slug, content: 'It ends badly.' }, cleo.token);
  const author = await readerAs(ada);
  await author.open(path);
  const main = mainOf(author.page);
  const first = main.getByRole('article').filter({ hasText: 'loved' }).first();
  await first.getByRole('button', { name: /^Reply/ }).click();
  const lead = (await main.getByText(/: \d+ comments$/).textContent()) ?? '';
  await first.getByLabel('Your reply').fill('Thank you.');
  await buttonOf(author.page, 'Send Reply').click();
  await author.page.getByRole('status').filter({ hasText: 'Comment sent' }).waitFor();
  await main.getByText('Thank you.').waitFor();
  const more = lead.replace(/\d+(?= comments$)/, (count) => String(Number(count) + 1));
  await main.getByText(more, { exact: true }).waitFor();
  await first.getByRole('button', { name: /^Thank/ }).click();
  await first.getByRole('button', { name: /^Thanked · 1/ }).waitFor();
  const spoiler = main.getByRole('article').filter({ hasText: 'It ends badly.' });
  await spoiler.getByRole('button', { name: /More about/ }).click();
  await author.page.getByRole('menuitem', { name: 'Remove' }).click();
  await author.page.getByLabel('Reason').fill('It gives the end away.');
  assert.deepEqual(await author.violations(), []);
  await author.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await spoiler.getByText('The reason: It gives the end away.').waitFor();
  await spoiler.getByRole('button', { name: 'Show again' }).click();
  await spoiler.getByRole('button', { name: /^Reply/ }).waitFor();
  author.assertNoProblems();
  await author.leave();

  const reader = await readerAs(ben);
  await reader.open(path);
  const own = mainOf(reader.page).getByRole('article').filter({ hasText: 'loved' }).first();
  await own.getByRole('button', { name: /More about/ }).click();
  await reader.page.getByRole('menuitem', { name: 'Delete' }).click();
  await reader.page.getByRole('alertdialog').getByRole('button', { name: 'Delete Comment' }).click();
  await mainOf(reader.page).getByText('This comment was deleted.').waitFor();
  await mainOf(reader.page).getByText('Thank you.').waitFor();
  await reader.page.waitForFunction(() => document.activeElement?.closest('main') != null);
  reader.assertNoProblems();
  await reader.leave();
});

test('the author decides about several comments at once, and undoes it; a reader unmutes somebody in the settings', async () => {
  for (const content of ['One more.', 'And another.'])
    await site.call(sendComment, { id: lights.slug, content }, cleo.token);
  const author = await readerAs(ada, { width: 390 });
  // Nothing waits, so the page opens with what is shown.
  await author.open(urls.receivedComments());
  const main = mainOf(author.page);
  await main.getByText('One more.').waitFor();
  await main
    .locator('a[aria-current]')
    .and(main.getByRole('link', { name: 'Shown' }))
    .waitFor();
  await main.getByRole('button', { name: 'Choose all' }).click();
  assert.deepEqual(await problemsInBothLooks(author), []);
  await main.getByRole('button', { name: 'Remove' }).click();
  await author.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await main.getByText('Nobody has commented on your stories yet.').waitFor();
  await author.page.getByRole('button', { name: 'Undo' }).click();
  await main.getByText('One more.').waitFor();
  author.assertNoProblems();
  await author.leave();

  await site.call(setBlock, { username: 'cleo-reads', kind: 'mute' }, ben.token);
  const reader = await readerAs(ben);
  await reader.open(urls.profile('settings'));
  await mainOf(reader.page).getByRole('button', { name: 'Unmute cleo-reads' }).click();
  await mainOf(reader.page).getByText('Nobody. You can mute').waitFor();
  reader.assertNoProblems();
  // An undo that fails says so.
  await reader.page.route('**/api/blocks/*', (route) => route.abort());
  await reader.page.getByRole('button', { name: 'Undo' }).click();
  await reader.page.getByRole('alert').filter({ hasText: /./ }).waitFor();
  await reader.leave();
  await reader.leave();
});

test('comments that cannot be fetched again stay, with what is being written, until they can', async () => {
  await site.call(sendComment, { id: lights.slug, content: 'I would read on.' }, ben.token);
  const reader = await readerAs(ben);
  const { page } = reader;
  await reader.open(path);
  const main = mainOf(page);
  const own = main.getByRole('article').filter({ hasText: 'I would read on.' });
  await own.getByRole('button', { name: /More about/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const field = main.getByLabel('Your comment').first();
  await field.fill('I would read on, all night.');
  const isList = ({ pathname }: URL) => pathname === `/api/stories/${lights.slug}/comments`;
  await page.route(isList, (route) => route.abort());
  const other = main.getByRole('article').filter({ hasText: 'One more.' });
  await other.getByRole('button', { name: /^Thank/ }).click();
  const told = page.getByRole('alert').filter({ hasText: 'What you see may be out of date' });
  await told.waitFor();
  assert.equal(await field.inputValue(), 'I would read on, all night.');
  assert.deepEqual(await reader.violations(), []);
  await page.unroute(isList);
  await told.getByRole('button', { name: 'Try again' }).click();
  await other.getByRole('button', { name: /^Thanked · 1/ }).waitFor();
  assert.equal(await field.inputValue(), 'I would read on, all night.');
  await buttonOf(page, 'Save Comment').click();
  await main.getByText('I would read on, all night.').waitFor();
  await reader.leave();
});

test('an undone block leaves the mute that was there before', async () => {
  await site.call(setBlock, { username: 'cleo-reads', kind: 'mute' }, ada.token);
  const author = await readerAs(ada);
  const { page } = author;
  const kinds = async () => (await site.call(listBlocks, {}, ada.token)).blocks.map(({ kind }) => kind);
  await author.open(path);
  const main = mainOf(page);
  const undo = page.getByRole('button', { name: 'Undo' });
  await main.getByText('By somebody whom you mute or hide').first().click();
  await main
    .getByRole('article')
    .filter({ hasText: 'One more.' })
    .getByRole('button', { name: /More about/ })
    .click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await untilEqual(kinds, ['block']);
  await undo.click();
  await untilEqual(kinds, ['mute']);

  await author.open(urls.receivedComments('shown'));
  await main.getByLabel('Choose the comment by cleo-reads').first().check();
  await main.getByRole('button', { name: 'Block' }).click();
  await untilEqual(kinds, ['block']);
  await undo.click();
  await untilEqual(kinds, ['mute']);
  author.assertNoProblems();
  await author.leave();
  await site.call(endBlock, { username: 'cleo-reads' }, ada.token);
});

test('a title and a synopsis of one long word widen no page of their story on a phone', async () => {
  const word = 'Wanderlust'.repeat(10);
  const story = await site.call(publishStory, { title: word, synopsis: word }, ada.token);
  const place = { id: String(story.id), title: word, content: '<p>The lamp was lit at eight.</p>' };
  const chapter = await site.call(createChapter, place, ada.token);
  const reader = await newReader(PHONE);
  for (const address of [
    urls.comments(story.slug),
    urls.chapterComments(story.slug, chapter.id),
    urls.story(story.slug),
  ]) {
    await reader.open(address);
    assert.deepEqual(await problemsIn(reader, PHONE), [], address);
  }
  reader.assertNoProblems();
  await reader.leave();
});

test('comments by an author whom a guest hides are folded for that guest alone', async () => {
  const hasPage = async () =>
    (await site.call(listComments, { id: lights.slug })).comments.some(({ replies }) =>
      replies.some(({ author_id }) => author_id !== null),
    );
  await untilEqual(hasPage, true);
  const [guest, other] = [await newReader({ width: 390 }), await newReader({ width: 1280 })];
  await guest.open(urls.author('ada-writes'));
  await buttonOf(guest.page, 'Hide This Author').click();
  await buttonOf(guest.page, 'Show This Author Again').waitFor();
  for (const reader of [guest, other]) await reader.open(path);
  const said = ({ page }: Reader) => mainOf(page).getByText('Thank you.');
  const folded = mainOf(guest.page).getByText('By somebody whom you mute or hide');
  await folded.waitFor();
  assert.deepEqual([await said(guest).isVisible(), await said(other).isVisible()], [false, true]);
  await folded.press('Enter');
  await said(guest).waitFor();
  assert.deepEqual(await problemsInBothLooks(guest), []);
  for (const reader of [guest, other]) {
    reader.assertNoProblems();
    await reader.leave();
  }
});

test('the author answers a comment where all of them are listed, and goes to its place', async () => {
  await site.call(sendComment, { id: lights.slug, content: 'Does she return?' }, ben.token);
  const author = await readerAs(ada, { width: 390 });
  await author.open(urls.receivedComments('shown'));
  const main = mainOf(author.page);
  const row = main.getByRole('listitem').filter({ hasText: 'Does she return?' });
  await row.getByRole('button', { name: 'Reply to ben-reads' }).click();
  await row.getByLabel('Your reply').fill('In chapter two.');
  assert.deepEqual(await problemsInBothLooks(author), []);
  await row.getByRole('button', { name: 'Send Reply' }).click();
  await row.getByRole('link', { name: 'See your reply' }).click();
  await main.getByRole('article').getByText('In chapter two.').waitFor();
  await author.page.goBack();
  await row.getByRole('link', { name: 'Harbour Lights' }).click();
  await author.page.waitForURL(`**${urls.story(lights.slug)}`);
  const setComments = (comments: 'members' | 'closed') =>
    site.within(({ db }) =>
      db.updateTable('stories').set({ comments }).where('id', '=', lights.id).execute(),
    );
  await setComments('closed');
  await author.open(urls.receivedComments('shown'));
  await row.getByRole('link', { name: 'See the conversation' }).waitFor();
  assert.equal(await row.getByRole('button').count(), 0);
  await setComments('members');
  author.assertNoProblems();
  await author.leave();
});
