import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { getHidden, setHidden } from '#features/hidden/contract.ts';
import { hiddenTextOf } from '#features/hidden/rules.ts';
import { frontpage } from '#features/stories/contract/stories.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import { buttonOf, fieldOf, logIn, logOut, mainOf, newAccount, openPage, remember } from './account-steps.ts';
import { holdAnswers, joinListsAfter } from './guest-lists-steps.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const { stories } = await site.call(frontpage, { sort: 'trending' });
const [story, other] = stories;
assert.ok(story && other);

async function hiddenText({ page }: Reader): Promise<string> {
  const cookies = await page.context().cookies(site.url);
  const cookie = cookies.find(({ name }) => name === 'hidden');
  return hiddenTextOf(`hidden=${cookie?.value ?? ''}`);
}

const cardOf = ({ page }: Reader, { slug }: { slug: string }) =>
  mainOf(page)
    .getByRole('article')
    .filter({ has: page.locator(`h2 a[href="${urls.story(slug)}"], h3 a[href="${urls.story(slug)}"]`) });

const toastOf = ({ page }: Reader, text: string) => page.getByRole('status').filter({ hasText: text });

test('a guest hides a card’s story at once, takes that back, and hides it for good', async () => {
  const reader = await newReader();
  await openPage(reader, urls.home());
  const card = cardOf(reader, story).first();
  const notForMe = card.getByRole('button', { name: `Not for me: hide ${story.title}` });
  await notForMe.click();
  await card.waitFor({ state: 'detached' });
  await toastOf(reader, 'Hidden.').getByRole('button', { name: 'Undo' }).click();
  await card.waitFor();
  await toastOf(reader, 'Shown again.').waitFor();
  assert.equal(await hiddenText(reader), '');
  await notForMe.click();
  await toastOf(reader, 'Hidden.').waitFor();
  assert.equal(await hiddenText(reader), `s=${story.id}`);
  await openPage(reader, urls.home());
  assert.equal(await cardOf(reader, story).count(), 0);
  await openPage(reader, urls.story(story.slug));
  const reason = mainOf(reader.page).getByText('You said that this story is not for you.');
  await reason.waitFor();
  await buttonOf(reader.page, 'Show it again').click();
  await reason.waitFor({ state: 'detached' });
  await buttonOf(reader.page, 'Not for me').waitFor();
  assert.equal(await hiddenText(reader), '');
  reader.assertNoProblems();
  await reader.leave();
});

// Interface, Finding and avoiding: A guest hides a tag, an author and a story on their pages without script
test('without JavaScript a guest hides a tag, an author and a story, sees why, and shows them again', async () => {
  const reader = await newReader({ javaScript: false });
  const { page } = reader;
  const tag = story.tags[0]?.name ?? '';
  await reader.open(urls.tag(tag));
  await buttonOf(page, 'Never show me this tag').click();
  await page.waitForURL(`**${urls.tag(tag)}`);
  await buttonOf(page, 'Show me this tag again').waitFor();
  assert.match(await hiddenText(reader), /^t=\d+$/);
  await reader.open(urls.story(story.slug));
  await mainOf(page).getByText(`You hide stories tagged “${tag}”.`).waitFor();
  await buttonOf(page, 'Show them again').click();
  await buttonOf(page, 'Not for me').click();
  await mainOf(page).getByText('You said that this story is not for you.').waitFor();
  await buttonOf(page, 'Show it again').click();
  await reader.open(urls.author(story.author_username));
  await buttonOf(page, 'Hide This Author').click();
  await buttonOf(page, 'Show This Author Again').waitFor();
  await reader.open(urls.home());
  assert.equal(await cardOf(reader, story).count(), 0);
  await reader.open(urls.story(story.slug));
  await mainOf(page).getByText(`You hide stories by ${story.author_display_name}.`).waitFor();
  await buttonOf(page, 'Show them again').click();
  await buttonOf(page, 'Not for me').waitFor();
  assert.equal(await hiddenText(reader), '');
  reader.assertNoProblems();
  await reader.leave();
});

test('an empty account takes a guest’s list at login, keeps it, and takes it from the browser at logout', async () => {
  const session = await newAccount(site, 'hides-things');
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.tag(story.tags[0]?.name ?? ''));
  await buttonOf(page, 'Never show me this tag').click();
  await buttonOf(page, 'Show me this tag again').waitFor();
  const text = await hiddenText(reader);
  await openPage(reader, urls.login());
  const adopted = page.waitForResponse(
    (response) => response.url().endsWith('/api/hidden') && response.request().method() === 'PUT',
  );
  await logIn(page, 'hides-things');
  await adopted;
  assert.equal((await site.call(getHidden, {}, session.token)).hidden, text);
  await page.waitForURL((url) => url.pathname !== urls.login());
  await openPage(reader, urls.author(story.author_username));
  await buttonOf(page, 'Hide This Author').click();
  await buttonOf(page, 'Show This Author Again').waitFor();
  const both = await site.call(getHidden, {}, session.token);
  assert.deepEqual(both.authors, [story.author_username]);
  assert.equal(await hiddenText(reader), both.hidden);
  await logOut(page, 'hides-things');
  assert.equal(await hiddenText(reader), '');
  await reader.leave();
});

test('the page of an empty account takes a guest’s list too, however late the code that joins the lists', async () => {
  const session = await newAccount(site, 'joins-late');
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.story(other.slug));
  await buttonOf(page, 'Not for me').click();
  await toastOf(reader, 'Hidden.').waitFor();
  const text = await hiddenText(reader);
  await joinListsAfter(page, '/api/hidden');
  await remember(reader, site, session);
  await openPage(reader, urls.hidden());
  await mainOf(page).getByRole('link', { name: other.title }).waitFor();
  await page.waitForFunction(() => localStorage.getItem('joined') !== null);
  await mainOf(page).getByRole('link', { name: other.title }).waitFor();
  assert.equal((await site.call(getHidden, {}, session.token)).hidden, text);
  assert.equal(await hiddenText(reader), text);
  await reader.leave();
});

test('a guest’s list gives way to that of an account that hides something', async () => {
  const session = await newAccount(site, 'hides-already');
  await site.call(setHidden, { warnings: ['grief'] }, session.token);
  const reader = await newReader();
  await openPage(reader, urls.story(other.slug));
  await buttonOf(reader.page, 'Not for me').click();
  await toastOf(reader, 'Hidden.').waitFor();
  await openPage(reader, urls.login());
  const adopted = reader.page.waitForResponse((response) => response.url().endsWith('/api/hidden'));
  await logIn(reader.page, 'hides-already');
  await adopted;
  await reader.page.waitForFunction(() => document.cookie.includes('grief'));
  assert.equal(await hiddenText(reader), 'w=grief');
  assert.deepEqual((await site.call(getHidden, {}, session.token)).stories, []);
  await reader.leave();
});

test('an account’s list that arrives after the session’s end is not left in the browser', async () => {
  const session = await newAccount(site, 'leaves-early');
  await site.call(setHidden, { warnings: ['grief'] }, session.token);
  const reader = await newReader();
  const { page } = reader;
  const { asked, release } = await holdAnswers(page, '/api/hidden');
  await remember(reader, site, session);
  await openPage(reader, urls.home());
  await asked;
  await logOut(page, 'leaves-early');
  await release();
  await page.waitForLoadState('networkidle');
  assert.equal(await hiddenText(reader), '');
  assert.equal(await page.evaluate(() => localStorage.getItem('joined')), null);
  await reader.leave();
});

test('Quick exit keeps a guest’s list', async () => {
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.story(other.slug));
  await buttonOf(page, 'Not for me').click();
  await toastOf(reader, 'Hidden.').waitFor();
  await page.route('https://www.wikipedia.org/**', (route) => route.fulfill({ body: 'elsewhere' }));
  await page.getByRole('link', { name: 'Quick exit' }).click();
  await page.waitForURL('https://www.wikipedia.org/');
  assert.equal(await hiddenText(reader), `s=${other.id}`);
  await reader.leave();
});

test('a guest manages the whole list on its page, and takes it to another browser as a file', async () => {
  const reader = await newReader({ width: 390 });
  const { page } = reader;
  await openPage(reader, urls.hidden());
  await mainOf(page).getByText('You hide nothing.').waitFor();
  await mainOf(page).getByRole('button', { name: 'Hide', exact: true }).first().click();
  await mainOf(page).getByText('Name is required').waitFor();
  await fieldOf(page, 'Hide a tag').and(page.locator(':focus')).waitFor();
  await fieldOf(page, 'Hide a tag').fill('nobody has this');
  await fieldOf(page, 'Hide a tag').press('Enter');
  await mainOf(page).getByText('There is no such tag').waitFor();
  assert.equal(await fieldOf(page, 'Hide a tag').inputValue(), 'nobody has this');
  const tag = story.tags[0]?.name ?? '';
  const suggested = mainOf(page).locator(`datalist option[value="${tag}"]`);
  await fieldOf(page, 'Hide a tag').fill(tag.slice(0, 4));
  await suggested.waitFor({ state: 'attached' });
  await fieldOf(page, 'Hide a tag').fill(tag);
  await fieldOf(page, 'Hide a tag').press('Enter');
  await buttonOf(page, `Show again ${tag}`).waitFor();
  await suggested.waitFor({ state: 'detached' });
  await fieldOf(page, 'Hide an author, by username').fill(story.author_username.toUpperCase());
  await fieldOf(page, 'Hide an author, by username').press('Enter');
  await buttonOf(page, `Show again ${story.author_username}`).waitFor();
  await mainOf(page).getByLabel('Grief and loss').click();
  await page.waitForFunction(() => document.cookie.includes('grief'));
  const text = await hiddenText(reader);
  const download = page.waitForEvent('download');
  await buttonOf(page, 'Save as a file').click();
  const path = await (await download).path();
  assert.deepEqual(JSON.parse(await readFile(path, 'utf8')), {
    ...{ tags: [tag], warnings: ['grief'], authors: [story.author_username], stories: [] },
  });
  await buttonOf(page, `Show again ${tag}`).click();
  await buttonOf(page, `Show again ${tag}`).waitFor({ state: 'detached' });
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click();
  await buttonOf(page, `Show again ${tag}`).waitFor();

  const elsewhere = await newReader();
  await openPage(elsewhere, urls.story(other.slug));
  await buttonOf(elsewhere.page, 'Not for me').click();
  await toastOf(elsewhere, 'Hidden.').waitFor();
  await openPage(elsewhere, urls.hidden());
  const file = elsewhere.page.getByLabel('A saved list');
  await file.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') });
  await mainOf(elsewhere.page)
    .getByText('This file can’t be read. Choose one that was saved on this page.')
    .waitFor();
  await file.setInputFiles(path);
  await buttonOf(elsewhere.page, `Show again ${tag}`).waitFor();
  await buttonOf(elsewhere.page, `Show again ${other.title}`).waitFor();
  assert.equal(await hiddenText(elsewhere), `${text}&s=${other.id}`);
  await elsewhere.leave();
  await reader.leave();
});

test('a tag that a member hides on one device leaves the lists of another', async () => {
  const session = await newAccount(site, 'hides-on-phone');
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  const taken = () =>
    page.evaluate(() => {
      const [id, time] = (localStorage.getItem('joined') ?? '').split(' ');
      return { id, isRecent: Date.now() - Number(time) < 600_000 };
    });
  const tag = story.tags[0]?.name ?? '';
  await openPage(reader, urls.tag(tag));
  await untilEqual(taken, { id: String(session.user.id), isRecent: true });
  await site.call(setHidden, { tags: [tag], warnings: [], stories: [] }, session.token);
  await page.evaluate(() => {
    const [id] = (localStorage.getItem('joined') ?? '').split(' ');
    localStorage.setItem('joined', `${id} ${Date.now() - 600_001}`);
  });
  await openPage(reader, urls.tag(tag));
  await mainOf(page).getByText('You hide every story of this list.').waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('a member’s page shows the account’s list, also where the browser knows nothing of it', async () => {
  const session = await newAccount(site, 'hides-elsewhere');
  await site.call(
    setHidden,
    { tags: [story.tags[0]?.name ?? ''], warnings: ['grief'], stories: [other.id] },
    session.token,
  );
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.hidden());
  await buttonOf(page, `Show again ${other.title}`).click();
  await buttonOf(page, `Show again ${other.title}`).waitFor({ state: 'detached' });
  assert.equal(await mainOf(page).getByLabel('Grief and loss').isChecked(), true);
  assert.deepEqual((await site.call(getHidden, {}, session.token)).stories, []);
  await openPage(reader, urls.warnings());
  const grief = mainOf(page).getByRole('radiogroup', { name: 'Grief and loss' });
  await grief.getByLabel('Hide').and(page.locator(':checked')).waitFor();
  await grief.getByLabel('Show').click();
  await toastOf(reader, 'Shown again.').waitFor();
  assert.deepEqual((await site.call(getHidden, {}, session.token)).warnings, []);
  await reader.leave();
});

test('without JavaScript a guest adds to the list and takes from it on its page', async () => {
  const reader = await newReader({ javaScript: false });
  const { page } = reader;
  await reader.open(urls.hidden());
  await mainOf(page).getByText('You hide nothing.').waitFor();
  const tag = story.tags[0]?.name ?? '';
  await fieldOf(page, 'Hide a tag').fill(tag);
  await fieldOf(page, 'Hide a tag').press('Enter');
  await buttonOf(page, 'Hide Grief and loss').click();
  await buttonOf(page, 'Show again Grief and loss').click();
  await buttonOf(page, `Show again ${tag}`).click();
  await mainOf(page).getByText('You hide nothing.').waitFor();
  reader.assertNoProblems();
  await reader.leave();
});
