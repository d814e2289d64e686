import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { setStaffWarnings } from '#features/moderation/contract/warnings.ts';
import { createShelf, putOnShelf } from '#features/shelves/contract/shelves.ts';
import type { Context } from '#platform/runtime/context.ts';
import { staffUrls } from '#staff-urls.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { linkIn, mailFor } from '#tests/support/mailbox.ts';
import { get, startSite } from '#tests/support/running-site.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { urls } from '#urls.ts';
import { buttonOf, heading, mainOf, openPage } from './account-steps.ts';
import { decideInDialog, signInAs, violationsInBothThemes, writeStory } from './moderation-steps.ts';

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

async function readerAs(person: SignedInPerson, width = 1280): Promise<Reader> {
  const reader = await newReader({ width });
  await signInAs(reader, site, person);
  return reader;
}

async function openCase(reader: Reader, title: string): Promise<void> {
  await reader.open(staffUrls.queue());
  const { page } = reader;
  await mainOf(page).getByRole('list', { name: 'Cases' }).getByRole('link', { name: title }).click();
  await mainOf(page).getByRole('heading', { level: 2, name: title }).waitFor();
}

async function untilAnswered(path: string, expected: number): Promise<void> {
  while ((await get(site, path)).status !== expected) await pause(20);
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
  const reader = await readerAs(ben, 390);
  await openPage(reader, listPath);
  await buttonOf(reader.page, 'Report this list').click();
  const reporting = reader.page.getByRole('dialog', { name: 'Report Reading List' });
  await reporting.getByLabel('Reason', { exact: true }).fill('The note shames a neighbour.');
  await reporting.getByRole('button', { name: 'Submit Report' }).click();
  await reporting.waitFor({ state: 'detached' });

  const moderator = await readerAs(dora);
  await openCase(moderator, `Reading list: ${TITLE}`);
  await mainOf(moderator.page).getByText(NOTE).waitFor();
  assert.deepEqual(await violationsInBothThemes(moderator), []);
  await decideInDialog(moderator.page, 'Hide list', {
    ...{ rule: 'Rule 7. No harassment', passage: NOTE, note: 'He lives there.' },
  });
  await mainOf(moderator.page).getByRole('list', { name: 'State' }).getByText('Hidden').waitFor();
  await untilAnswered(listPath, 404);
  const unknown = (await get(site, urls.list('never-was'))).text.replaceAll('never-was', list.slug);
  assert.equal((await get(site, listPath)).text, unknown);

  const owner = await readerAs(ada, 390);
  await owner.open(listPath);
  await heading(owner.page, TITLE).waitFor();
  await mainOf(owner.page).getByText('A moderator has hidden this list.').waitFor();
  assert.deepEqual(await violationsInBothThemes(owner), []);
  await openPage(owner, urls.shelves({ shelf: list.id }));
  await mainOf(owner.page).getByText('A moderator has hidden this list.').waitFor();
  await mainOf(owner.page).getByRole('link', { name: 'Read the decision, or appeal' }).click();
  const decision = mainOf(owner.page).getByRole('article', { name: 'Reading list hidden' });
  await decision.getByRole('link', { name: TITLE }).waitFor();
  await decision.getByRole('button', { name: 'Appeal' }).click();
  await mainOf(owner.page).getByLabel('Why is the decision wrong?').fill('I have changed the note.');
  await buttonOf(owner.page, 'Send appeal').click();
  await mainOf(owner.page).getByText('Your appeal has been sent.').waitFor();

  const second = await readerAs(eli, 390);
  await openCase(second, `Reading list: ${TITLE}`);
  await mainOf(second.page).getByText('I have changed the note.').waitFor();
  await decideInDialog(second.page, 'Restore list', { note: 'So it has been.' });
  await untilAnswered(listPath, 200);
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
  assert.deepEqual(await violationsInBothThemes(second), []);
  await decideInDialog(second.page, 'Lift warnings', {
    rule: 'Rule 10. Truthful tags and titles',
    note: 'So it is.',
  });
  await mainOf(second.page).getByRole('list', { name: 'State' }).getByText('Closed').waitFor();
  while ((await get(site, urls.story(kettle.slug))).text.includes('Content warnings: Horror'))
    await pause(20);
  for (const visitor of [author, second]) {
    visitor.assertNoProblems();
    await visitor.leave();
  }
});
