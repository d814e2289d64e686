import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { signOut } from '#features/accounts/contract/session.ts';
import { listComments, sendComment } from '#features/comments/contract/comments.ts';
import { noteMessages, sendNote } from '#features/notes/contract.ts';
import type { Context } from '#platform/runtime/context.ts';
import { staffUrls } from '#staff-urls.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import { buttonOf, heading, logIn, mainOf, newAccount, remember } from './account-steps.ts';
import { openSignedIn, writeStory } from './moderation-steps.ts';
import { problemsInBothLooks } from './viewports.ts';
import { newStory } from './writing-steps.ts';

/** Authors, readers and moderators talk, decide and write in private. */

async function fill(context: Context) {
  const ada = await signedIn(context, 'ada-writes');
  const ben = await signedIn(context, 'ben-reads');
  const cleo = await signedIn(context, 'cleo-reads');
  const mod = await signedIn(context, 'mod-reads', { role: 'moderator' });
  const lights = await writeStory(context, ada, 'Harbour Lights');
  await context.db.updateTable('stories').set({ notes: true }).where('id', '=', lights.id).execute();
  return { ada, ben, cleo, mod, lights };
}

const site = await startSite();
after(() => site.stop());
const { ada, ben, cleo, mod, lights } = await site.within(fill);
const { newReader } = await openBrowser(site);

const readerAs = openSignedIn(site, newReader);

const picture = (reader: Reader, name: string) =>
  process.env.PICTURES === undefined
    ? undefined
    : reader.page.screenshot({ path: `${process.env.PICTURES}/${name}.png`, fullPage: true });

/** Comments that wait as a wave, from both readers. */
async function wave(context: Context) {
  await sql`insert into comments (story_id, account_id, author_id, content, state, held_for)
    select ${lights.id}, account, account, 'Buy lamps ' || n, 'waiting', 'flood'
    from generate_series(1, 30) as n, unnest(array[${ben.id}, ${cleo.id}]::bigint[]) as account`.execute(
    context.db,
  );
}

test('an author removes a wave in one action, and brings it back', async () => {
  await site.call(sendComment, { id: lights.slug, content: 'I loved it.' }, ben.token);
  await site.within(wave);
  const author = await readerAs(ada, { width: 390 });
  await author.open(urls.receivedComments());
  const main = mainOf(author.page);
  await main.getByText('60 comments').waitFor();
  await main.getByRole('link', { name: 'Waiting (60)' }).waitFor();
  await picture(author, 'waves-390');
  await main.getByRole('button', { name: /^Remove all 60/ }).click();
  const dialog = author.page.getByRole('dialog');
  const reason = dialog.getByLabel('Reason (optional)');
  await untilEqual(() => reason.evaluate((one) => one === document.activeElement), true);
  await reason.fill('Advertising');
  await dialog.getByRole('checkbox', { name: /Also remove 1 comment/ }).uncheck();
  await picture(author, 'wave-dialog-390');
  assert.deepEqual(await author.violations(), []);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await main.getByText('No comment waits for you.').waitFor();
  await author.open(urls.receivedComments('removed'));
  await main.getByText('removed at once').waitFor();
  assert.deepEqual(await problemsInBothLooks(author), []);
  await main.getByRole('button', { name: /^Bring back/ }).click();
  await author.open(urls.receivedComments());
  await main.getByText('60 comments').waitFor();
  const { comment_count } = await site.call(listComments, { id: lights.slug }, undefined);
  assert.equal(comment_count, 1);
  author.assertNoProblems();
  await author.leave();
});

test('a moderator removes the wave with a reason', async () => {
  const moderator = await readerAs(mod);
  await moderator.open(staffUrls.commentWaves());
  const main = mainOf(moderator.page);
  await main.getByRole('button', { name: /^Remove all 60/ }).click();
  const dialog = moderator.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByText('Reason is required').waitFor();
  await dialog.getByLabel('Reason').fill('A wave of advertising.');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await main.getByRole('heading', { name: 'Removed at once' }).waitFor();
  await picture(moderator, 'staff-waves-1280');
  assert.deepEqual(await problemsInBothLooks(moderator), []);
  moderator.assertNoProblems();
  await moderator.leave();
});

test('a reason for removing comments survives the end of the session', async () => {
  const session = await newAccount(site, 'eve-writes');
  const { story } = await newStory(site, session, 'A Short Evening', ['<p>It was late.</p>']);
  await site.call(sendComment, { id: story.slug, content: 'Buy lamps.' }, ben.token);
  const author = await newReader();
  await remember(author, site, session);
  await author.open(urls.receivedComments('shown'));
  const reason = author.page.getByRole('dialog').getByLabel('Reason (optional)');
  const askForReason = async () => {
    await buttonOf(author.page, 'Choose all').click();
    await buttonOf(author.page, 'Remove').click();
  };
  await askForReason();
  await reason.fill('Advertising');
  await site.call(signOut, { refreshToken: session.refreshToken });
  await author.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await heading(author.page, 'Log in').waitFor();
  await logIn(author.page, 'eve-writes');
  await askForReason();
  assert.equal(await reason.inputValue(), 'Advertising');
  await author.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await mainOf(author.page).getByText('Nobody has commented on your stories yet.').waitFor();
  await author.leave();
});

test('an author filters words, pins a comment and blocks a writer', async () => {
  await site.call(sendComment, { id: lights.slug, content: 'The lamp!' }, cleo.token);
  const author = await readerAs(ada);
  await author.open(urls.receivedComments('shown'));
  const main = mainOf(author.page);
  await main.getByText('Filtered words').click();
  await main.getByLabel('Words and phrases').fill('scoundrel\nold fool');
  // Neither a reload nor the end of the session takes what was typed.
  await author.page.reload();
  await main.getByText('Filtered words').click();
  assert.equal(await main.getByLabel('Words and phrases').inputValue(), 'scoundrel\nold fool');
  await buttonOf(author.page, 'Save Words').click();
  await main.getByText('Words saved').waitFor();
  await picture(author, 'words-1280');
  assert.deepEqual(await problemsInBothLooks(author), []);
  const held = await site.call(sendComment, { id: lights.slug, content: 'SCOUNDREL!' }, cleo.token);
  assert.equal(held.state, 'waiting');
  await author.open(urls.comments(lights.slug, { sort: 'newest' }));
  const comment = main.getByRole('article').filter({ hasText: 'The lamp!' });
  await comment.getByRole('button', { name: /More about/ }).click();
  await author.page.getByRole('menuitem', { name: 'Pin on top' }).click();
  await comment.getByText('Pinned').waitFor();
  assert.match((await main.getByRole('article').first().textContent()) ?? '', /The lamp!/);
  await picture(author, 'pinned-1280');
  await author.open(urls.receivedComments('shown'));
  await main
    .getByRole('checkbox', { name: /cleo-reads/ })
    .first()
    .check();
  await main.getByRole('button', { name: /^Block/ }).click();
  await author.page.getByRole('button', { name: 'Undo' }).click();
  author.assertNoProblems();
  await author.leave();
});

test('a reader writes a private note, by keyboard; the author answers, on a phone', async () => {
  const reader = await readerAs(ben);
  await reader.open(urls.story(lights.slug));
  await mainOf(reader.page).getByRole('link', { name: 'Write to the author' }).press('Enter');
  const field = mainOf(reader.page).getByLabel('Your note to the author');
  await field.fill('Is there *more*?');
  await reader.page.reload();
  assert.equal(await field.inputValue(), 'Is there *more*?');
  await buttonOf(reader.page, 'Send Note').press('Enter');
  await mainOf(reader.page).getByRole('article').getByText('Is there *more*?').waitFor();
  await picture(reader, 'notes-sent-1280');
  assert.deepEqual(await problemsInBothLooks(reader), []);

  const author = await readerAs(ada, { width: 390 });
  await author.open(urls.notes());
  const thread = mainOf(author.page).getByRole('article');
  await thread.getByRole('button', { name: /^Answer/ }).click();
  await thread.getByLabel('Your answer').fill('Soon.');
  await buttonOf(author.page, 'Send Answer').click();
  await thread.getByText('Soon.').waitFor();
  await picture(author, 'notes-390');
  assert.deepEqual(await problemsInBothLooks(author), []);
  await thread.getByRole('button', { name: /More about/ }).click();
  await author.page.getByRole('menuitem', { name: 'Block' }).click();
  await thread.getByText('This conversation has ended.').waitFor();
  await reader.page.reload();
  await mainOf(reader.page).getByText('This conversation has ended.').waitFor();
  await mainOf(reader.page).getByText('Soon.').waitFor();
  assert.equal(
    await mainOf(reader.page)
      .getByRole('button', { name: /^Answer/ })
      .count(),
    0,
  );
  reader.assertNoProblems();
  await reader.leave();
  author.assertNoProblems();
  await author.leave();
});

test('an author who answers somebody who has just left is told so, and keeps the text', async () => {
  const leaver = await site.within(async (context) => {
    const person = await signedIn(context, 'dan-leaves');
    await context.db
      .updateTable('accounts')
      .set({ created_at: new Date(0) })
      .where('id', '=', person.id)
      .execute();
    return person;
  });
  const note = { id: lights.slug, content: 'Are you there?' };
  await site.call(sendNote, note, leaver.token);
  const author = await readerAs(ada);
  await author.open(urls.notes());
  const thread = mainOf(author.page).getByRole('article', { name: 'Notes with dan-leaves' });
  await thread.getByRole('button', { name: /^Answer/ }).click();
  await thread.getByLabel('Your answer').fill('Always.');
  await site.within(({ db }) => db.deleteFrom('accounts').where('id', '=', leaver.id).execute());
  await buttonOf(author.page, 'Send Answer').click();
  await thread.getByRole('alert').getByText(noteMessages.gone).waitFor();
  assert.equal(await thread.getByLabel('Your answer').inputValue(), 'Always.');
  await author.leave();
});

test('a reader switches comments off everywhere, and on again', async () => {
  const reader = await newReader({ width: 390 });
  for (const address of [urls.story(lights.slug), urls.chapter(lights.slug, lights.chapterId)]) {
    await reader.open(address);
    // The link to the comments, or those below a chapter, which take its place.
    const comments = mainOf(reader.page).locator('[data-conversation]').filter({ visible: true }).first();
    await comments.waitFor();
    const choice = reader.page.getByRole('switch', { name: 'Comments' });
    await choice.press('Space');
    await comments.waitFor({ state: 'hidden' });
    await reader.page.reload();
    await comments.waitFor({ state: 'hidden' });
    // Until script has taken over, the switch does not tell the browser's choice.
    await reader.page.getByRole('switch', { name: 'Comments', checked: false }).press('Space');
    await comments.waitFor();
  }
  reader.assertNoProblems();
  await reader.leave();
});
