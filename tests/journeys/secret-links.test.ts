import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  chapterMessages,
  createChapter,
  editChapter,
  getChapter,
} from '#features/chapters/contract/chapters.ts';
import { listVersions } from '#features/chapters/contract/versions.ts';
import { correctionMessages, listCorrections, sendCorrection } from '#features/corrections/contract.ts';
import { createSecretLink, secretLinkMessages } from '#features/secret-links/contract.ts';
import { getStory, publishStory, storyMessages } from '#features/stories/contract/stories.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { fileUrls, urls } from '#urls.ts';
import { buttonOf, heading, mainOf, newAccount, openPage, remember } from './account-steps.ts';
import { DESKTOP, PHONE, problemsInBothLooks, type Viewport } from './viewports.ts';
import { editorOf, newStory, pressInEditor, untilDraftOnServer } from './writing-steps.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const nora = await newAccount(site, 'nora-inkwell');

/** Stores a picture of the page when a folder for it is named. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SECRET_LINK_PICTURES;
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}

async function reader(viewport: Viewport, session?: typeof nora) {
  const someone = await newReader(viewport);
  if (session !== undefined) await remember(someone, site, session);
  return someone;
}

const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByLabel(name, { exact: true });
const send = (page: Page) => page.getByRole('button', { name: 'Send to the author' });

/** A draft with two chapters in volumes, and its secret link. */
async function sharedDraft(title: string) {
  const draft = { title, visibility: 'draft' as const, synopsis: 'Nobody has read it yet.' };
  const story = await site.call(publishStory, draft, nora.token);
  const texts = [
    '<p>The lamp was <em>lit</em> at noon.</p><p>She sayed nothing, and the lamp was out again.</p>',
    '<p>The end.</p>',
  ];
  const ids: number[] = [];
  for (const [at, content] of texts.entries()) {
    const chapter = { title: `Chapter ${at + 1}`, content, state: 'draft' as const, volume: 'Book One' };
    ids.push((await site.call(createChapter, { id: String(story.id), ...chapter }, nora.token)).id);
  }
  const { url } = await site.call(createSecretLink, { id: String(story.id) }, nora.token);
  return { story, ids, path: new URL(url).pathname, token: url.split('/').at(-1) ?? '' };
}

/** Selects words of the chapter as a reader does by pointer or keys. */
async function selectWords(page: Page, words: string): Promise<void> {
  await page.locator('#page-html').evaluate((text, wanted) => {
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.nodeValue?.indexOf(wanted) ?? -1;
      if (at !== -1) getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
    }
  }, words);
}

test('a beta reader reads a draft and suggests corrections', async () => {
  const { story, ids, path } = await sharedDraft('Unread');
  const guest = await reader(PHONE);
  const { page } = guest;
  await openPage(guest, path);
  await heading(page, story.title).waitFor();
  await page.getByRole('heading', { name: 'Book One' }).waitFor();
  assert.deepEqual(await problemsInBothLooks(guest), []);
  await picture(page, 'story');
  await mainOf(page).getByRole('link', { name: 'Chapter 1' }).click();
  await heading(page, 'Chapter 1').waitFor();

  await selectWords(page, 'ay');
  await page.getByText('“ay”').waitFor();
  await picture(page, 'chapter');
  await buttonOf(page, 'Suggest a correction').click();
  assert.equal(await inDialog(page, 'Passage').inputValue(), 'sayed');
  assert.equal(await inDialog(page, 'New text').inputValue(), 'sayed');
  await send(page).click();
  await page.getByText(correctionMessages.nothingSaid).waitFor();
  await inDialog(page, 'New text').fill('said');
  assert.deepEqual(await problemsInBothLooks(guest), []);
  await picture(page, 'dialog');
  // A closed dialog keeps what was typed.
  await page.keyboard.press('Escape');
  await buttonOf(page, 'Suggest a correction').click();
  assert.equal(await inDialog(page, 'New text').inputValue(), 'said');
  await send(page).click();
  await page.getByText(correctionMessages.sent).waitFor();

  // By keyboard alone: the passage is typed, and a note is no wish to leave it out.
  await buttonOf(page, 'Suggest a correction').focus();
  await page.keyboard.press('Enter');
  await inDialog(page, 'Passage').fill('at noon');
  await inDialog(page, 'Note').fill('Is noon too early?');
  await send(page).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const address = { id: String(story.id), chapterId: String(ids[0]) };
  const { corrections } = await site.call(listCorrections, address, nora.token);
  assert.deepEqual(
    corrections.map(({ quote, replacement, note, sender_username }) => [
      quote,
      replacement,
      note,
      sender_username,
    ]),
    [
      ['sayed', 'said', '', null],
      ['at noon', null, 'Is noon too early?', null],
    ],
  );
  await page.getByRole('link', { name: 'Next: Chapter 2' }).click();
  await page.getByText('The end.').waitFor();
  await page.getByRole('link', { name: 'All chapters' }).click();
  await heading(page, story.title).waitFor();
  guest.assertNoProblems();
});

test('an author accepts and dismisses corrections beside the text', async () => {
  const { story, chapterIds } = await newStory(site, nora, 'Corrected', [
    '<p>The lamp was <em>never</em> lit at noon.</p><p>She sayed nothing. The lamp was out.</p>',
  ]);
  const id = String(chapterIds[0]);
  const sender = await newAccount(site, 'reads-closely');
  for (const correction of [
    { quote: 'was never lit at noon.', replacement: 'was never lit at dusk.', note: 'As in chapter two.' },
    { quote: 'lamp', replacement: 'light' },
    { quote: 'She sayed nothing.', note: 'To whom?' },
  ])
    await site.call(sendCorrection, { id, ...correction }, sender.token);
  const author = await reader(DESKTOP, nora);
  const { page } = author;
  await openPage(author, urls.editStory(story.slug));
  const counts = page.getByRole('list', { name: 'Corrections by chapter' });
  await counts.getByText('3 corrections').waitFor();
  await counts.getByRole('link', { name: 'Chapter 1' }).click();
  const panel = page.getByRole('complementary', { name: 'Corrections' });
  await panel.getByText('3 corrections by readers').waitFor();
  await panel.getByText('reads-closely').first().waitFor();
  assert.deepEqual(await problemsInBothLooks(author), []);
  await picture(page, 'editor');

  const [first, second, third] = [0, 1, 2].map((at) => panel.getByRole('listitem').nth(at));
  assert.ok(first && second && third);
  const address = { id: String(story.id), chapterId: id };
  const stored = async () => (await site.call(getChapter, address, nora.token)).content;
  const before = await stored();
  // The button that has the focus is at rest while the chapter is being saved.
  const pressEnter = async () => {
    await first.locator('button:focus:not([aria-disabled=true])').waitFor();
    await page.keyboard.press('Enter');
  };
  // By keyboard: the focus stays with the correction, and the text is saved at once.
  await first.getByRole('button', { name: 'Accept' }).press('Enter');
  await first.getByText('In the text, and saved.').waitFor();
  assert.match(await stored(), /lit at dusk\./);
  assert.equal((await site.call(listCorrections, address, nora.token)).corrections.length, 2);
  await pressEnter();
  await first.getByRole('button', { name: 'Accept' }).waitFor();
  await untilEqual(async () => (await site.call(listCorrections, address, nora.token)).corrections.length, 3);
  assert.equal(await stored(), before);
  await pressEnter();
  await first.getByText('In the text, and saved.').waitFor();
  await second.getByRole('button', { name: 'Accept' }).click();
  await second.getByText(/stand in the text more than once/).waitFor();
  await second.getByRole('button', { name: 'Show' }).click();
  await second.getByText(/stand in the text 2 times/).waitFor();
  await second.getByRole('button', { name: 'Accept' }).click();
  await second.getByText('In the text, and saved.').waitFor();
  await third.getByRole('button', { name: 'Done' }).click();
  await third.getByText('Off your list.').waitFor();
  await third.getByRole('button', { name: 'Undo' }).click();
  await third.getByRole('button', { name: 'Done' }).click();
  await third.getByText('Off your list.').waitFor();
  await panel.getByText('No correction left').waitFor();
  assert.equal(
    await editorOf(page).textContent(),
    'The lamp was never lit at dusk.She sayed nothing. The light was out.',
  );
  assert.equal(await editorOf(page).locator('em').textContent(), 'never');
  await picture(page, 'accepted');
  assert.deepEqual((await site.call(listCorrections, address, nora.token)).corrections, []);
  // All of one sitting are one step back.
  assert.equal((await site.call(listVersions, address, nora.token)).versions.length, 1);
  // The author’s own save is no other text that the next draft could replace.
  await pressInEditor(page, 'Control+End');
  await page.keyboard.type(' Then it rained.');
  await untilDraftOnServer(page);
  author.assertNoProblems();
});

test('accepting saves nothing that the author is still writing, nor over another text', async () => {
  const { story, chapterIds } = await newStory(site, nora, 'Half Written', [
    '<p>She sayed nothing. The lamp was out.</p>',
  ]);
  const id = String(chapterIds[0]);
  const address = { id: String(story.id), chapterId: id };
  const stored = async () => (await site.call(getChapter, address, nora.token)).content;
  const sender = await newAccount(site, 'reads-early');
  for (const correction of [
    { quote: 'sayed', replacement: 'said' },
    { quote: 'was out', replacement: 'had gone out' },
  ])
    await site.call(sendCorrection, { id, ...correction }, sender.token);
  const author = await reader(PHONE, nora);
  const { page } = author;
  await openPage(author, urls.editChapter(story.slug, Number(id)));
  const panel = page.getByRole('complementary', { name: 'Corrections' });
  const [first, second] = [0, 1].map((at) => panel.getByRole('listitem').nth(at));
  assert.ok(first && second);
  await first.getByRole('button', { name: 'Accept' }).waitFor();
  await pressInEditor(page, 'Control+End');
  await page.keyboard.type(' Then');
  await first.getByRole('button', { name: 'Accept' }).click();
  await first.getByText('In the text, but not saved yet. Save the chapter to keep it.').waitFor();
  await picture(page, 'unsaved');
  assert.match(await stored(), /sayed nothing/);
  assert.equal((await site.call(listCorrections, address, nora.token)).corrections.length, 2);
  await buttonOf(page, 'Save Changes').click();
  await heading(page, 'Chapter 1').waitFor();
  assert.match(await stored(), /said nothing/);
  assert.equal((await site.call(listCorrections, address, nora.token)).corrections.length, 1);

  await openPage(author, urls.editChapter(story.slug, Number(id)));
  const last = panel.getByRole('listitem').first();
  await last.getByRole('button', { name: 'Accept' }).waitFor();
  author.assertNoProblems();
  const theirs = { title: 'Chapter 1', content: '<p>Written on the phone. The lamp was out.</p>' };
  await site.call(editChapter, { ...address, ...theirs }, nora.token);
  await last.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('heading', { name: chapterMessages.editConflict }).waitFor();
  assert.equal(await stored(), theirs.content);
  await picture(page, 'conflict');
  await buttonOf(page, 'Use the other text').click();
  await last.getByRole('button', { name: 'Accept' }).click();
  await last.getByText('In the text, and saved.').waitFor();
  assert.match(await stored(), /Written on the phone. The lamp had gone out\./);

  await picture(page, 'saved');
  // Their sender is blocked, and not told.
  await last.getByRole('button', { name: 'Block' }).click();
  const question = page.getByRole('alertdialog');
  assert.deepEqual(await problemsInBothLooks(author), []);
  await picture(page, 'block');
  await question.getByRole('button', { name: 'Block' }).click();
  await page.getByText(correctionMessages.blocked).waitFor();
  const body = { id, quote: 'phone', replacement: 'telephone' };
  await assert.rejects(site.call(sendCorrection, body, sender.token), /403 This story takes no corrections/);
});

test('an author creates, renews and revokes the secret link', async () => {
  const { story } = await newStory(site, nora, 'In Confidence', ['<p>One.</p>']);
  const author = await reader(PHONE, nora);
  const { page } = author;
  await openPage(author, urls.editStory(story.slug));
  await page.getByText('No corrections are waiting for you.').waitFor();
  const link = page.getByRole('link', { name: /\/draft\// });
  await buttonOf(page, 'Create a secret link').click();
  await page.getByText(secretLinkMessages.created).waitFor();
  const first = (await link.getAttribute('href')) ?? '';
  assert.deepEqual(await problemsInBothLooks(author), []);
  await page.getByRole('heading', { name: 'Beta readers' }).scrollIntoViewIfNeeded();
  await picture(page, 'link');
  const guest = await reader(PHONE);
  await guest.page.goto(first);
  await heading(guest.page, 'In Confidence').waitFor();

  const dialog = page.getByRole('alertdialog');
  const lineOf = async (name: string) => (await buttonOf(page, name).boundingBox())?.y;
  assert.equal(await lineOf('Copy link'), await lineOf('Revoke'), 'one row of buttons');
  await buttonOf(page, 'Renew').click();
  await dialog.getByRole('button', { name: 'Renew' }).click();
  await page.getByText(secretLinkMessages.renewed).waitFor();
  const second = (await link.getAttribute('href')) ?? '';
  assert.notEqual(second, first);
  await guest.page.reload();
  await heading(guest.page, secretLinkMessages.notFound).waitFor();
  await guest.page.goto(second);
  await heading(guest.page, 'In Confidence').waitFor();

  await page.reload();
  await link.waitFor();
  assert.equal(await link.getAttribute('href'), second);
  await buttonOf(page, 'Revoke').click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await page.getByText(secretLinkMessages.removed).waitFor();
  await mainOf(guest.page).getByRole('link', { name: 'Chapter 1' }).click();
  await heading(guest.page, secretLinkMessages.notFound).waitFor();
  await buttonOf(page, 'Create a secret link').waitFor();
});

test('a secret link can be read without script, and nothing stores, lists or counts it', async () => {
  const { story, ids, path, token } = await sharedDraft('Silent');
  const chapterPath = urls.sharedChapter(token, ids[0] ?? 0);
  const otherSpellings = ['DRAFT', '%64raft'].map((name) => path.replace('draft', name));
  for (const address of [path, chapterPath, ...otherSpellings])
    for (const cookie of ['', 'discreet=1']) {
      const answer = await fetch(site.url + address, { headers: { cookie } });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('cache-control'), 'private, no-store');
      assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
      assert.equal(answer.headers.get('x-robots-tag'), 'noindex, nofollow');
      const html = await answer.text();
      assert.ok(html.includes(address === chapterPath ? 'at noon.' : 'Nobody has read it yet.'));
      assert.ok(!html.includes('canonical') && !html.includes('og:'), 'nothing names the address for others');
    }
  for (const list of [fileUrls.sitemapPart('stories', 1), fileUrls.robots(), urls.home('new')])
    assert.ok(!(await (await fetch(site.url + list)).text()).includes(token));
  const guest = await reader(PHONE);
  await openPage(guest, chapterPath);
  await guest.page.getByText('at noon.').waitFor();
  const storedText = await guest.page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  assert.ok(!storedText.includes(token) && !storedText.includes('Silent'), storedText);
  const counted = await site.call(getStory, { id: String(story.id) }, nora.token);
  assert.equal(counted.view_count, 0);
  assert.equal((await fetch(`${site.url}/api/stories/${story.slug}`)).status, 404, storyMessages.notFound);
});
