import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { editComment, sendComment } from '#features/comments/contract/comments.ts';
import { setStaffWarnings } from '#features/moderation/contract/warnings.ts';
import { createShelf, putOnShelf } from '#features/shelves/contract/shelves.ts';
import type { Context } from '#platform/runtime/context.ts';
import { staffUrls } from '#staff-urls.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { linkIn, mailFor } from '#tests/support/mailbox.ts';
import { get, startSite } from '#tests/support/running-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { urls } from '#urls.ts';
import { buttonOf, focusedLabel, heading, mainOf, openPage } from './account-steps.ts';
import { untilAnswered, untilMentioned } from './cached-pages.ts';
import { decideInDialog, openSignedIn, writeStory } from './moderation-steps.ts';
import { problemsInBothLooks } from './viewports.ts';

async function fill(context: Context) {
  const person = (name: string, role: 'user' | 'moderator' = 'user') => signedIn(context, name, { role });
  const ada = await person('ada-writes');
  return {
    ada,
    ben: await person('ben-reads'),
    dora: await person('dora-keeps', 'moderator'),
    eli: await person('eli-keeps', 'moderator'),
    lights: await writeStory(context, ada, 'Harbour Lights'),
    kettle: await writeStory(context, await person('cleo-writes'), 'The Kettle'),
  };
}

const site = await startSite();
after(() => site.stop());
const { ada, ben, dora, eli, lights, kettle } = await site.within(fill);
const { newReader } = await openBrowser(site);
const TITLE = 'Nights by the harbour';
const NOTE = 'It is about the man from number nine.';
const list = await site.call(createShelf, { title: TITLE, visibility: 'public' }, ada.token);
await site.call(putOnShelf, { id: list.id, story_id: String(lights.id), note: NOTE }, ada.token);
const listPath = urls.list(list.slug);

const readerAs = openSignedIn(site, newReader);

async function openCase(reader: Reader, title: string): Promise<void> {
  await reader.open(staffUrls.queue());
  const { page } = reader;
  await mainOf(page).getByRole('list', { name: 'Cases' }).getByRole('link', { name: title }).click();
  await mainOf(page).getByRole('heading', { level: 2, name: title }).waitFor();
}

test('a guest reports a reading list by the form without an account, even without script', async () => {
  for (const javaScript of [true, false]) {
    const guest = await newReader({ javaScript });
    await guest.open(listPath);
    await mainOf(guest.page).getByRole('link', { name: 'Report this list' }).click();
    await heading(guest.page, 'Report without an account').waitFor();
    assert.equal(await mainOf(guest.page).getByLabel('Address', { exact: true }).inputValue(), listPath);
    await guest.leave();
  }
});

test('a reported reading list is hidden, its owner reads why and appeals, and another moderator restores it', async () => {
  const reader = await readerAs(ben, { width: 390 });
  await openPage(reader, listPath);
  await buttonOf(reader.page, 'Report this list').click();
  const reporting = reader.page.getByRole('dialog', { name: 'Report Reading List' });
  await reporting.getByLabel('Reason', { exact: true }).fill('The note shames a neighbour.');
  await reporting.getByRole('button', { name: 'Submit Report' }).click();
  await reporting.waitFor({ state: 'detached' });

  const moderator = await readerAs(dora);
  await openCase(moderator, `Reading list: ${TITLE}`);
  await mainOf(moderator.page).getByText(NOTE).waitFor();
  assert.deepEqual(await problemsInBothLooks(moderator), []);
  await decideInDialog(moderator.page, 'Hide list', {
    ...{ rule: 'Rule 7. No harassment', passage: NOTE, note: 'He lives there.' },
  });
  await mainOf(moderator.page).getByRole('list', { name: 'State' }).getByText('Hidden').waitFor();
  await untilAnswered(site, listPath, 404);
  const unknown = (await get(site, urls.list('never-was'))).text.replaceAll('never-was', list.slug);
  assert.equal((await get(site, listPath)).text, unknown);

  const owner = await readerAs(ada, { width: 390 });
  await owner.open(listPath);
  await heading(owner.page, TITLE).waitFor();
  await mainOf(owner.page).getByText('A moderator has hidden this list.').waitFor();
  assert.deepEqual(await problemsInBothLooks(owner), []);
  await openPage(owner, urls.shelves({ shelf: list.id }));
  await mainOf(owner.page).getByText('A moderator has hidden this list.').waitFor();
  await mainOf(owner.page).getByRole('link', { name: 'Read the decision, or appeal' }).click();
  const decision = mainOf(owner.page).getByRole('article', { name: 'Reading list hidden' });
  await decision.getByRole('link', { name: TITLE }).waitFor();
  await decision.getByRole('button', { name: 'Appeal' }).click();
  await mainOf(owner.page).getByLabel('Why is the decision wrong?').fill('I have changed the note.');
  await buttonOf(owner.page, 'Send appeal').click();
  await mainOf(owner.page).getByText('Your appeal has been sent.').waitFor();

  const second = await readerAs(eli, { width: 390 });
  await openCase(second, `Reading list: ${TITLE}`);
  await mainOf(second.page).getByText('I have changed the note.').waitFor();
  await decideInDialog(second.page, 'Restore list', { note: 'So it has been.' });
  await untilAnswered(site, listPath, 200);
  for (const visitor of [reader, moderator, owner, second]) {
    visitor.assertNoProblems();
    await visitor.leave();
  }
});

test('an author appeals against a warning by staff with the link of the mail, and another moderator lifts it', async () => {
  const warned = { id: kettle.slug, warnings: ['horror' as const], note: 'The lamp goes out.' };
  await site.call(setStaffWarnings, warned, dora.token);
  const mail = await mailFor(site, 'cleo-writes@example.org', 'About something you have published');
  const author = await newReader({ width: 390 });
  await openPage(author, linkIn(mail, site, urls.appeal()));
  const decision = mainOf(author.page).getByRole('article', { name: 'Content warnings added' });
  await decision.getByRole('button', { name: 'Appeal' }).click();
  await mainOf(author.page).getByLabel('Why is the decision wrong?').fill('It is lit again at once.');
  await buttonOf(author.page, 'Send appeal').click();
  await mainOf(author.page).getByText('Your appeal has been sent.').waitFor();
  const second = await readerAs(eli);
  await openCase(second, kettle.title);
  await mainOf(second.page).getByText('It is lit again at once.').waitFor();
  assert.deepEqual(await problemsInBothLooks(second), []);
  await decideInDialog(second.page, 'Lift warnings', {
    rule: 'Rule 10. Truthful tags and titles',
    note: 'So it is.',
  });
  await mainOf(second.page).getByRole('list', { name: 'State' }).getByText('Closed').waitFor();
  await untilMentioned(site, urls.story(kettle.slug), 'Content warnings: Horror', false);
  for (const visitor of [author, second]) {
    visitor.assertNoProblems();
    await visitor.leave();
  }
});

/** Presses Tab until the element of this name has the focus. */
async function tabTo(reader: Reader, name: string): Promise<void> {
  for (let stop = 0; stop < 200; stop += 1) {
    await reader.page.keyboard.press('Tab');
    if ((await focusedLabel(reader.page)) === name) return;
  }
  assert.fail(`${name} is not reached by Tab`);
}

test('a reported comment is judged on a phone with its earlier text, appealed against, and restored by keyboard alone', async () => {
  const insult = 'He is a fool, and so is the lamp.';
  const first = await site.call(sendComment, { id: lights.slug, content: 'I loved the lamp.' }, dora.token);
  const sent = await site.call(
    sendComment,
    { id: lights.slug, content: insult, parent_id: first.id },
    ben.token,
  );
  await site.call(editComment, { id: String(sent.id), content: 'He is unwise.' }, ben.token);

  const reporter = await readerAs(ada, { width: 390 });
  await reporter.open(urls.comments(lights.slug));
  const reported = mainOf(reporter.page).getByRole('article').filter({ hasText: 'He is unwise.' });
  await reported.getByRole('button', { name: /More about/ }).click();
  await reporter.page.getByRole('menuitem', { name: 'Report' }).click();
  const reporting = reporter.page.getByRole('dialog', { name: 'Report Comment' });
  await reporting.getByLabel('Reason', { exact: true }).fill('It insults another reader.');
  await reporting.getByRole('button', { name: 'Submit Report' }).click();
  await reporting.waitFor({ state: 'detached' });

  const moderator = await readerAs(dora, { width: 390 });
  await openCase(moderator, 'Comment: He is unwise.');
  const main = mainOf(moderator.page);
  await main.getByRole('heading', { name: 'The comment' }).waitFor();
  await main.getByText('I loved the lamp.').waitFor();
  await main.getByRole('list', { name: 'Earlier versions' }).getByText(insult).waitFor();
  assert.deepEqual(await problemsInBothLooks(moderator), []);
  await decideInDialog(moderator.page, 'Remove comment', {
    ...{ rule: 'Rule 7. No harassment', passage: insult, note: 'It insults a reader.' },
  });
  await main.getByRole('list', { name: 'State' }).getByText('Closed').waitFor();
  const beside = await readerAs(eli, { width: 390 });
  await beside.open(urls.comments(lights.slug));
  const article = mainOf(beside.page).getByRole('article').filter({ hasText: 'He is unwise.' });
  await article.getByText('Earlier versions').click();
  await article.getByRole('list', { name: 'Earlier versions' }).getByText(insult).waitFor();
  assert.deepEqual(await problemsInBothLooks(beside), []);

  const writer = await readerAs(ben, { width: 390 });
  await openPage(writer, urls.decisions());
  const decision = mainOf(writer.page).getByRole('article', { name: 'Comment removed' });
  await decision.getByRole('button', { name: 'Appeal' }).click();
  await mainOf(writer.page).getByLabel('Why is the decision wrong?').fill('I have taken it back.');
  await buttonOf(writer.page, 'Send appeal').click();
  await mainOf(writer.page).getByText('Your appeal has been sent.').waitFor();

  const second = await readerAs(eli);
  await second.open(urls.comments(lights.slug));
  const removed = mainOf(second.page).getByRole('article').filter({ hasText: 'He is unwise.' });
  await removed.getByRole('button', { name: 'Moderate this comment' }).press('Enter');
  await mainOf(second.page).getByText('I have taken it back.').waitFor();
  await tabTo(second, 'Restore comment');
  await second.page.keyboard.press('Enter');
  const dialog = second.page.getByRole('dialog', { name: 'Restore comment' });
  await dialog.waitFor();
  await tabTo(second, 'Reason');
  await second.page.keyboard.type('So it has been.');
  await tabTo(second, 'Restore comment');
  await second.page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await mainOf(second.page).getByRole('list', { name: 'State' }).getByText('Closed').waitFor();
  await second.open(staffUrls.log());
  for (const words of ['It insults a reader.', 'So it has been.'])
    await mainOf(second.page).getByText(words).first().waitFor();
  for (const visitor of [reporter, moderator, beside, writer, second]) {
    visitor.assertNoProblems();
    await visitor.leave();
  }
});
