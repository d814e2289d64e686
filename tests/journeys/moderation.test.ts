import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { getProfile } from '#features/accounts/contract/session.ts';
import { previewNewsletter } from '#features/newsletter/contract/preview.ts';
import { changeRole } from '#features/people/contract.ts';
import { reportStory } from '#features/reports/contract.ts';
import { setWaiting } from '#features/stories/service/publishing.ts';
import { submitTakedown } from '#features/takedown/contract.ts';
import type { Context } from '#platform/runtime/context.ts';
import { staffUrls } from '#staff-urls.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { linkIn, mailFor } from '#tests/support/mailbox.ts';
import { get, startSite } from '#tests/support/running-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { urls } from '#urls.ts';
import { buttonOf, focusedLabel, heading, mainOf, openPage, userMenu } from './account-steps.ts';
import { untilAnswered, untilMentioned } from './cached-pages.ts';
import { decideInDialog, openSignedIn, writeStory } from './moderation-steps.ts';
import { problemsInBothLooks } from './viewports.ts';

async function fill(context: Context) {
  const person = (name: string, role: 'user' | 'moderator' | 'admin' = 'user') =>
    signedIn(context, name, { role });
  const [ada, gil, ben] = [await person('ada-writes'), await person('gil-writes'), await person('ben-reads')];
  return {
    ...{ ada, gil, ben },
    dora: await person('dora-keeps', 'moderator'),
    eli: await person('eli-keeps', 'moderator'),
    fay: await person('fay-leads', 'admin'),
    lights: await writeStory(context, ada, 'Harbour Lights'),
    kettle: await writeStory(context, gil, 'The Kettle, and What It Heard'),
  };
}

const site = await startSite();
after(() => site.stop());
const { ada, gil, ben, dora, eli, fay, lights, kettle } = await site.within(fill);
const { newReader } = await openBrowser(site);

/** Executed code would be noticed as a violation of the policy, and by its requests. */
const HOSTILE = '<img src="/x" onerror="alert(1)"><script>alert(1)</script>';

const status = async (path: string) => (await get(site, path)).status;

const readerAs = openSignedIn(site, newReader);

/** Opens a page for moderators: the server returns 404, because it knows no session, and script renders the page. */
async function openStaffPage(reader: Reader, path: string, title: string): Promise<void> {
  const { status } = await reader.open(path);
  assert.equal(status, 404);
  await heading(reader.page, title).waitFor();
}

async function openCase(reader: Reader, title: string, state?: 'closed'): Promise<void> {
  await openStaffPage(reader, staffUrls.queue(state === undefined ? {} : { state }), 'Moderation');
  await mainOf(reader.page).getByRole('list', { name: 'Cases' }).getByRole('link', { name: title }).click();
  await mainOf(reader.page).getByRole('heading', { level: 2, name: title }).waitFor();
}

async function assertNoViolations(reader: Reader): Promise<void> {
  assert.deepEqual(await problemsInBothLooks(reader), []);
}

// Interface, Moderation: /moderation shows open reports and takedown requests with the text complained of
test('a reported story is hidden, its author is notified and appeals, and another moderator restores it', async () => {
  const reader = await readerAs(ben);
  await openPage(reader, urls.story(lights.slug));
  await mainOf(reader.page).getByRole('button', { name: 'Story options' }).click();
  await reader.page.getByRole('menuitem', { name: 'Report Story' }).click();
  const reporting = reader.page.getByRole('dialog', { name: 'Report Story', exact: true });
  await reporting.getByLabel('Reason', { exact: true }).fill(`The tags promise a gothic tale. ${HOSTILE}`);
  await reporting.getByRole('button', { name: 'Submit Report' }).click();
  await reporting.waitFor({ state: 'detached' });
  for (const path of [urls.story(lights.slug), urls.author(ada.username)])
    assert.equal(await status(path), 200);

  const first = await readerAs(dora);
  await openCase(first, lights.title);
  const told = mainOf(first.page).locator('[aria-live]').getByText('Case opened', { exact: true });
  await told.waitFor({ state: 'attached' });
  await mainOf(first.page)
    .getByRole('article')
    .getByText(`The tags promise a gothic tale. ${HOSTILE}`)
    .waitFor();
  await mainOf(first.page).getByText('Read the chapter').first().click();
  await mainOf(first.page).getByText('The lamp was lit at eight.').waitFor();
  await assertNoViolations(first);
  await buttonOf(first.page, 'Hide story').click();
  const dialog = first.page.getByRole('dialog', { name: 'Hide story' });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Hide story', exact: true }).click();
  await dialog.getByText('Reason is required', { exact: true }).waitFor();
  await assertNoViolations(first);
  await first.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await decideInDialog(first.page, 'Hide story', {
    ...{ rule: 'Rule 10. Truthful tags and titles', passage: 'The lamp was lit at eight.' },
    note: `Please tag what is in it. ${HOSTILE}`,
  });
  await mainOf(first.page).getByRole('list', { name: 'State' }).getByText('Hidden').waitFor();
  await first.page.waitForFunction(() => document.activeElement?.id === 'case-title');
  await untilAnswered(site, urls.story(lights.slug), 404);
  await untilMentioned(site, urls.author(ada.username), lights.title, false);
  first.assertNoProblems();

  // A mail and the story itself inform the author.
  const author = await readerAs(ada, { width: 390 });
  const mail = await mailFor(site, 'ada-writes@example.org', 'About something you have published');
  assert.match(mail.text ?? '', /Rule 10[\s\S]*The lamp was lit at eight[\s\S]*Please tag what is in it/);
  assert.doesNotMatch(mail.text ?? '', /dora/);
  await author.open(urls.story(lights.slug));
  await mainOf(author.page).getByText('A moderator has hidden this story.').waitFor();
  await heading(author.page, lights.title).waitFor();
  // A reload of a page that was reached within the site finds the story as well.
  await openPage(author, urls.profile());
  await mainOf(author.page).getByRole('link', { name: lights.title, exact: true }).click();
  await heading(author.page, lights.title).waitFor();
  await author.page.reload();
  await heading(author.page, lights.title).waitFor();
  await openPage(author, linkIn(mail, site, urls.appeal()));
  await author.page.waitForURL(site.url + urls.appeal());
  await mainOf(author.page).getByText(`Please tag what is in it. ${HOSTILE}`).waitFor();
  await buttonOf(author.page, 'Appeal').click();
  await fieldIn(author, 'Why is the decision wrong?').fill(
    `“Gothic” stands nowhere among its tags. ${HOSTILE}`,
  );
  await assertNoViolations(author);
  await buttonOf(author.page, 'Send appeal').click();
  await mainOf(author.page).getByText('Your appeal has been sent.').waitFor();

  // A moderator can't review an appeal against their own decision; another one does.
  await openCase(first, lights.title);
  await mainOf(first.page).getByText('You made the decision under appeal.').waitFor();
  assert.equal(await buttonOf(first.page, 'Restore story').count(), 0);
  const second = await readerAs(eli, { width: 390 });
  await openCase(second, lights.title);
  await mainOf(second.page).getByText(`“Gothic” stands nowhere among its tags. ${HOSTILE}`).waitFor();
  assert.deepEqual(await second.violations(), []);
  await decideInDialog(second.page, 'Restore story', { note: 'That is so; it was another story.' });
  await mainOf(second.page).getByRole('list', { name: 'State' }).getByText('Closed').waitFor();
  await untilAnswered(site, urls.story(lights.slug), 200);
  // From the page of the mailed link, the same address would be a reload of it.
  await openPage(author, urls.profile());
  await openPage(author, urls.decisions());
  const answer = mainOf(author.page).getByRole('article', { name: 'Story restored' });
  await answer.getByText('That is so; it was another story.').waitFor();
  for (const visitor of [reader, author, first, second]) {
    visitor.assertNoProblems();
    await visitor.leave();
  }
});

const fieldIn = (reader: Reader, label: string) => mainOf(reader.page).getByLabel(label);

// Interface, Moderation: /moderation shows open reports and takedown requests with the text complained of
test('a takedown removes a story, a counter-notice reinstates it, and both dates are shown', async () => {
  await site.call(submitTakedown, {
    ...{ requester_name: 'Ida Marlowe', requester_email: 'ida@example.org', owner_info: 'Ida Marlowe' },
    content_url: site.url + urls.story(kettle.slug),
    ...{ content_description: 'My novel “The Kettle”', reason: `It is my novel. ${HOSTILE}` },
    ...{ address: '4 Quay Street', electronic_signature: true },
  });
  const notice = await mailFor(site, 'dora-keeps@example.org', 'Something is waiting for you');
  const moderator = await readerAs(dora, { width: 390 });
  assert.equal(linkIn(notice, site, staffUrls.queue()), staffUrls.queue());
  await openCase(moderator, kettle.title);
  const request = mainOf(moderator.page).getByRole('article', { name: /^Legal request/ });
  await request.getByText('All documents').click();
  await request.getByText('4 Quay Street').waitFor();
  await request.getByText(`It is my novel. ${HOSTILE}`).waitFor();
  await assertNoViolations(moderator);
  await takeStep(moderator, 'Remove story', 'Clearly the same text.');
  await request.getByText(/^Removed,/).waitFor();
  await untilAnswered(site, urls.story(kettle.slug), 404);

  // The mailed link works without signing in.
  const author = await newReader();
  const mail = await mailFor(site, 'gil-writes@example.org', 'About something you have published');
  await openPage(author, linkIn(mail, site, urls.appeal()));
  await buttonOf(author.page, 'Send a counter-notice').click();
  await fieldIn(author, 'Why was the removal a mistake').fill('I wrote it myself, and have the drafts.');
  await fieldIn(author, 'Your legal name').fill('Gil Writes');
  await fieldIn(author, 'Your address').fill('1 Hill Road\nPortsmouth');
  await fieldIn(author, 'Your telephone number').fill('+44 20 7946 0000');
  await buttonOf(author.page, 'Send counter-notice').click();
  await mainOf(author.page).getByText('Electronic signature is required', { exact: true }).waitFor();
  await assertNoViolations(author);
  await mainOf(author.page).getByRole('checkbox').check();
  await buttonOf(author.page, 'Send counter-notice').click();
  await mainOf(author.page).getByText('The story will be reinstated between').waitFor();
  author.assertNoProblems();
  await author.leave();

  // The story can't be reinstated yet.
  await openCase(moderator, kettle.title);
  await request.getByText('The story will be reinstated between').waitFor();
  assert.equal(await request.getByRole('button', { name: 'Reinstate story' }).count(), 0);
  await site.within(({ db }) =>
    db
      .updateTable('takedown_steps')
      .set({ put_back_from: new Date().toISOString().slice(0, 10) })
      .where('step', '=', 'counter-notice')
      .execute(),
  );
  await openCase(moderator, kettle.title);
  await takeStep(moderator, 'Reinstate story', 'The claimant has told of no suit.');
  await request.getByText(/^Reinstated,/).waitFor();
  await untilAnswered(site, urls.story(kettle.slug), 200);
  moderator.assertNoProblems();
  await moderator.leave();
});

async function takeStep({ page }: Reader, label: string, note: string): Promise<void> {
  const request = mainOf(page).getByRole('article', { name: /^Legal request/ });
  await request.getByRole('button', { name: label, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: label });
  await dialog.getByLabel('Reason').fill(note);
  await dialog.getByRole('button', { name: label, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('an admin views log, newsletter and users, and features a story', async () => {
  const admin = await readerAs(fay);
  const { page } = admin;
  await openPage(admin, urls.home());
  await userMenu(page, fay.username).click();
  await page.getByRole('menuitem', { name: 'Moderation' }).click();
  await heading(page, 'Moderation').waitFor();

  await openStaffPage(admin, staffUrls.log(), 'Log');
  const log = mainOf(page).getByRole('list', { name: 'Log' });
  await log.getByText('Removal after a legal request taken back').waitFor();
  assert.equal(await log.getByRole('listitem').count(), 4);
  await assertNoViolations(admin);
  await fieldIn(admin, 'Show').selectOption({ label: 'Story restored' });
  await page.waitForURL(/action=restore/);
  await log.getByText('Removal after a legal request taken back').waitFor({ state: 'detached' });

  // A letter that goes out while the tests run, on a Friday at 17:00 UTC, has told of the earlier ones.
  const latest = await site.within((context) => writeStory(context, gil, 'The Kettle Speaks'));
  await openStaffPage(admin, staffUrls.newsletter(), 'Newsletter');
  await mainOf(page)
    .getByText(site.url + urls.story(latest.slug))
    .waitFor();
  await assertNoViolations(admin);

  await openStaffPage(admin, staffUrls.featured(), 'Featured stories');
  await fieldIn(admin, 'Address of a story').fill(site.url + urls.story(lights.slug));
  await buttonOf(page, 'Feature story').click();
  const featured = mainOf(page).getByRole('list', { name: 'Featured stories' });
  await featured.getByRole('link', { name: lights.title }).waitFor();
  await assertNoViolations(admin);

  await openStaffPage(admin, staffUrls.people(), 'People');
  await buttonOf(page, 'Change role of ben-reads').click();
  const dialog = page.getByRole('dialog', { name: 'Role of ben-reads' });
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption('moderator');
  assert.deepEqual(await admin.violations(), []);
  await dialog.getByLabel('Reason').fill('Asked for it in person.');
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = mainOf(page).getByRole('list', { name: 'Accounts' }).getByRole('listitem');
  await row.filter({ hasText: 'ben-reads' }).getByText('moderator ·').waitFor();
  await assertNoViolations(admin);
  admin.assertNoProblems();

  // A broken connection shows a message, and the reader can try again.
  const letter = `**/api${previewNewsletter.path}`;
  await page.route(letter, (route) => route.abort());
  await openStaffPage(admin, staffUrls.newsletter(), 'Newsletter');
  await buttonOf(page, 'Try again').waitFor();
  await page.unroute(letter);
  await buttonOf(page, 'Try again').click();
  await mainOf(page).getByRole('article').waitFor();
  await page.route('**/people-page-*.js', (route) => route.abort());
  await admin.open(staffUrls.people());
  await heading(page, 'Something went wrong').waitFor();
  await admin.leave();
});

test('a moderator approves a waiting story, marks an account as spam and undoes it, by keyboard alone', async () => {
  const { shop, waiting } = await site.within(async (context) => {
    const shop = await signedIn(context, 'pill-shop', { isVerified: false });
    const waiting = await writeStory(context, ben, 'With Sources', ['sources']);
    await writeStory(context, shop, 'Pills, Pills', ['cheap pills']);
    await context.db.transaction().execute((transaction) => setWaiting(transaction, waiting.id, 'moderator'));
    return { shop, waiting };
  });
  const moderator = await readerAs(dora, { width: 390 });
  const { page } = moderator;
  await openStaffPage(moderator, staffUrls.waiting(), 'Waiting stories');
  await assertNoViolations(moderator);
  await buttonOf(page, 'Approve With Sources').press('Enter');
  await mainOf(page).getByText('No story is waiting.').waitFor();
  await untilMentioned(site, urls.tag('sources'), waiting.slug, true);

  await openStaffPage(moderator, staffUrls.accounts(), 'New accounts');
  await assertNoViolations(moderator);
  await untilMentioned(site, urls.tag('cheap pills'), 'pills-pills', true);
  await buttonOf(page, `Spam ${shop.username}`).press('Enter');
  const question = page.getByRole('alertdialog', { name: `Mark ${shop.username} as spam?` });
  await question.waitFor();
  // The focus starts on the harmless button.
  assert.equal(await focusedLabel(page), 'Cancel');
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  await buttonOf(page, `Spam ${shop.username}`).press('Enter');
  await question.getByRole('button', { name: 'Mark as spam' }).press('Enter');
  await untilMentioned(site, urls.tag('cheap pills'), 'pills-pills', false);
  assert.equal((await get(site, urls.tags())).text.includes('cheap pills'), false);
  await buttonOf(page, `Not spam ${shop.username}`).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Not spam' }).press('Enter');
  await buttonOf(page, `Spam ${shop.username}`).waitFor();
  await untilMentioned(site, urls.tag('cheap pills'), 'pills-pills', true);
  moderator.assertNoProblems();
  await moderator.leave();
});

test('a decision that comes too late is refused, and what was written for it stays', async () => {
  const lateStory = await site.within((context) => writeStory(context, gil, 'A Lamp for Two Moderators'));
  await site.call(reportStory, { id: lateStory.slug, reason: 'It is advertising.' }, ben.token);
  const [fast, slow] = [await readerAs(dora), await readerAs(eli)];
  for (const reader of [fast, slow]) await openCase(reader, lateStory.title);
  await buttonOf(slow.page, 'Hide story').click();
  const dialog = slow.page.getByRole('dialog', { name: 'Hide story' });
  await dialog.getByLabel('Rule').selectOption({ label: 'Rule 11. Fair play' });
  await dialog.getByLabel('Passage').fill('The lamp was lit at eight.');
  await dialog.getByLabel('Reason').fill('Lamps are for sale elsewhere.');
  await slow.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await buttonOf(slow.page, 'Hide story').click();
  assert.equal(await dialog.getByLabel('Reason').inputValue(), 'Lamps are for sale elsewhere.');
  await slow.page.reload();
  await slow.untilHydrated();
  await buttonOf(slow.page, 'Hide story').click();
  assert.equal(await dialog.getByLabel('Reason').inputValue(), 'Lamps are for sale elsewhere.');
  await decideInDialog(fast.page, 'Dismiss', {
    rule: 'Rule 11. Fair play',
    note: 'A lamp in a story is no offer.',
  });
  await dialog.getByLabel('Rule').selectOption({ label: 'Rule 11. Fair play' });
  await dialog.getByRole('button', { name: 'Hide story', exact: true }).click();
  await slow.page.getByRole('alert').getByText('another moderator was faster').waitFor();
  await slow.page.waitForFunction(() => document.activeElement?.id === 'case-title');
  await mainOf(slow.page).getByRole('list', { name: 'State' }).getByText('Closed').waitFor();
  await buttonOf(slow.page, 'Hide story').click();
  assert.equal(await dialog.getByLabel('Passage').inputValue(), 'The lamp was lit at eight.');
  assert.equal(await dialog.getByLabel('Reason').inputValue(), 'Lamps are for sale elsewhere.');
  for (const reader of [fast, slow]) await reader.leave();
});

test('readers neither see nor load staff pages', async () => {
  const reader = await readerAs(gil);
  const { page } = reader;
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await openStaffPage(reader, staffUrls.queue(), 'Page not found');
  await userMenu(page, gil.username).click();
  await page.getByRole('menuitem', { name: 'Profile' }).waitFor();
  assert.equal(await page.getByRole('menuitem', { name: 'Moderation' }).count(), 0);
  const staffScript = /moderation|queue-page|case-view|people-page|log-page/;
  assert.deepEqual(
    requested.filter((path) => staffScript.test(path) && path !== staffUrls.queue()),
    [],
  );
  const bodies = await Promise.all(
    [staffUrls.queue(), staffUrls.people(), '/no-such-page'].map((path) => get(site, path)),
  );
  await openPage(reader, urls.appeal('no-such-token'));
  await mainOf(page).getByText('This link does not lead to a decision.').waitFor();
  const [visitor, other, none] = bodies.map(({ text }) => text.replaceAll(/\/[\w/-]*(?=")/g, ''));
  assert.deepEqual([visitor, other], [none, none]);
  await reader.leave();
});

test('a moderator whose role is taken meanwhile loses the staff pages with the next press', async () => {
  const reader = await readerAs(eli);
  // Each page fetches the profile once, a second after it was loaded.
  const profile = reader.page.waitForResponse((response) => response.url().endsWith(getProfile.path));
  await openStaffPage(reader, staffUrls.log(), 'Log');
  await profile;
  await site.call(changeRole, { id: String(eli.id), role: 'user', note: 'Is away.' }, fay.token);
  await mainOf(reader.page).getByRole('link', { name: 'Featured' }).click();
  await heading(reader.page, 'Page not found').waitFor();
  await reader.leave();
});
