import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { frontpage, getStory, type Story } from '#features/stories/contract/stories.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { holdRequests } from '#tests/support/hold-requests.ts';
import { startSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import { logIn, mainOf, newAccount, openPage, remember, userMenu } from './account-steps.ts';
import { fillFixtures } from './fixtures.ts';

const site = await startSite({ fill: fillFixtures });
after(() => site.stop());
const { newReader } = await openBrowser(site);
const { stories } = await site.call(frontpage, { limit: 18 });
const [first, second, third] = stories as [Story, Story, Story];

const signIn = await newAccount(site, 'nell-carver');

async function signedIn(width = 1280): Promise<Reader> {
  const reader = await newReader({ width });
  await remember(reader, site, signIn);
  return reader;
}

const cardOf = (page: Page, story: Story) =>
  mainOf(page).getByRole('article').filter({ hasText: story.title });
const upvoteOn = (page: Page, story: Story) =>
  cardOf(page, story).getByRole('button', { name: `Upvote ${story.title}`, exact: true });
const downvoteOn = (page: Page, story: Story) =>
  cardOf(page, story).getByRole('button', { name: `Downvote ${story.title}`, exact: true });
const bookmarkOn = (page: Page, story: Story) =>
  cardOf(page, story).getByRole('button', { name: `Bookmark ${story.title}` });
const shownScore = async (part: Locator) =>
  (await part.getByRole('group', { name: 'Votes' }).locator(':scope > span').first().textContent()) ?? '';
const scoreOf = async (page: Page, story: Story) =>
  Number((await shownScore(cardOf(page, story))).replace('−', '-'));

async function untilPressed(button: Locator, isPressed: boolean): Promise<void> {
  await button.and(button.page().locator(`[aria-pressed="${isPressed}"]`)).waitFor();
}

/** The answer to the next write of a reader. */
function answersTo(page: Page, path: string) {
  return page.waitForResponse((answer) => answer.url().endsWith(path) && answer.request().method() !== 'GET');
}

// Spec 2, Home: Vote and bookmark controls on cards
// Spec 4: The current vote pressed again takes it back; switching moves a card by two
test('a reader votes on a card, and reversing the vote changes the count by two', async () => {
  const reader = await signedIn();
  const { page } = reader;
  await openPage(reader, urls.home());
  // Orca says "status bar" at each empty status that it passes, of which every card had two.
  assert.equal(await page.locator('main article [role=status]').count(), 0);
  const before = await scoreOf(page, first);
  const vote = (button: Locator) =>
    Promise.all([answersTo(page, `/${first.id}/vote`), button.click()]).then(([answer]) => answer.json());
  assert.equal((await vote(upvoteOn(page, first))).data.voteStatus, 'upvote');
  await untilPressed(upvoteOn(page, first), true);
  assert.equal(await scoreOf(page, first), before + 1);
  await page.locator('main article [aria-live]', { hasText: /points?$/ }).waitFor({ state: 'attached' });
  assert.equal((await vote(downvoteOn(page, first))).data.voteStatus, 'downvote');
  await untilPressed(downvoteOn(page, first), true);
  await untilPressed(upvoteOn(page, first), false);
  assert.equal(await scoreOf(page, first), before - 1);
  assert.equal((await vote(downvoteOn(page, first))).data.voteStatus, 'none');
  assert.equal(await scoreOf(page, first), before);
  assert.equal(page.url(), site.url + urls.home());
  assert.deepEqual(await reader.violations(), []);
  reader.assertNoProblems();
  await reader.leave();
});

// Interface, Pages: The menu, votes, bookmarks and an author’s buttons are filled in by the browser
test('every list shows the reader’s votes and bookmarks, fetched in one call', async () => {
  const reader = await signedIn();
  const { page } = reader;
  await openPage(reader, urls.home());
  await Promise.all([answersTo(page, `/${second.id}/vote`), downvoteOn(page, second).click()]);
  await Promise.all([answersTo(page, `/${second.id}/bookmark`), bookmarkOn(page, second).click()]);
  await untilPressed(bookmarkOn(page, second), true);

  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/tracking/')) requested.push(new URL(request.url()).pathname);
  });
  await openPage(reader, urls.home());
  await untilPressed(downvoteOn(page, second), true);
  await untilPressed(bookmarkOn(page, second), true);
  assert.deepEqual(requested, ['/api/tracking/stories/state']);

  await cardOf(page, second).getByRole('link', { name: second.title, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: second.title }).waitFor();
  await untilPressed(mainOf(page).getByRole('button', { name: 'Downvote', exact: true }), true);
  await untilPressed(mainOf(page).getByRole('button', { name: /^Bookmark\b/ }), true);
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 2, Story page: Upvote, downvote, bookmark
// Spec 4: Vote and bookmark optimistic, rolled back; never below 0
// Spec 8: Vote and bookmark failures are reverted in silence
test('a vote or bookmark that can’t be stored is rolled back on the page', async () => {
  const reader = await signedIn();
  const { page } = reader;
  await openPage(reader, urls.story(third.slug));
  const upvote = mainOf(page).getByRole('button', { name: 'Upvote', exact: true });
  const bookmark = mainOf(page).getByRole('button', { name: /^Bookmark\b/ });
  const score = await shownScore(mainOf(page));
  const bookmarks = await bookmark.textContent();
  const refuse = { status: 503, contentType: 'application/json', body: '{"success":false,"message":"busy"}' };
  const reactionCalls = new RegExp(`/${third.id}/(?:vote|bookmark)$`);
  await page.route(reactionCalls, (route) => route.fulfill(refuse));
  const { release } = await holdRequests(page, reactionCalls);
  await upvote.click();
  await bookmark.click();
  await untilPressed(upvote, true);
  await untilPressed(bookmark, true);
  assert.notEqual(await shownScore(mainOf(page)), score);
  assert.notEqual(await bookmark.textContent(), bookmarks);
  release();
  await untilPressed(upvote, false);
  await untilPressed(bookmark, false);
  assert.equal(await shownScore(mainOf(page)), score);
  assert.equal(await bookmark.textContent(), bookmarks);
  assert.equal((await page.getByRole('alert').allTextContents()).join(''), '', 'it fails in silence');
  await reader.leave();
});

test('the last of many clicks is stored', async () => {
  const reader = await signedIn();
  const { page } = reader;
  await openPage(reader, urls.story(third.slug));
  const upvote = mainOf(page).getByRole('button', { name: 'Upvote', exact: true });
  const downvote = mainOf(page).getByRole('button', { name: 'Downvote', exact: true });
  await page.evaluate(() => {
    const find = (name: string) =>
      [...document.querySelectorAll('main button')].find((element) => element.textContent?.startsWith(name));
    for (const name of ['Upvote', 'Downvote', 'Upvote', 'Upvote', 'Upvote', 'Downvote', 'Upvote'])
      (find(name) as HTMLButtonElement).click();
  });
  await untilPressed(upvote, true);
  await page.waitForLoadState('networkidle');
  await openPage(reader, urls.story(third.slug));
  await untilPressed(upvote, true);
  await untilPressed(downvote, false);
  await upvote.click();
  await untilPressed(upvote, false);
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 4: Signed out: vote, bookmark, report lead to login and back
test('a guest who votes is led to the login and back, and the vote is stored', async () => {
  const { token } = await newAccount(site, 'orla-finch');
  const reader = await newReader();
  const { page } = reader;
  // Signed-in readers see the stored counts, not cached ones.
  const votes = async () => (await site.call(getStory, { id: String(third.id) }, token)).upvote_count;
  const before = await votes();
  const path = `${urls.story(third.slug)}?utm_source=letter`;
  await openPage(reader, path);
  await mainOf(page).getByRole('button', { name: 'Upvote', exact: true }).click();
  await page.waitForURL(site.url + urls.login(path, 'vote'));
  await page.getByText('Log in to vote; we’ll bring you back.').waitFor();
  await logIn(page, 'orla-finch');
  await page.waitForURL(site.url + path);
  await userMenu(page, 'orla-finch').waitFor();
  await untilPressed(mainOf(page).getByRole('button', { name: 'Upvote', exact: true }), true);
  // The vote shows before it is stored.
  await untilEqual(votes, before + 1);
  reader.assertNoProblems();
  await reader.leave();
});

test('a bookmark abandoned at the login is not stored later', async () => {
  const ada = await newAccount(site, 'ada-lowe');
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.home());
  await bookmarkOn(page, first).click();
  await page.waitForURL(site.url + urls.login(urls.home(), 'bookmark'));
  await page.getByText('Log in to bookmark; we’ll bring you back.').waitFor();
  await page.goBack();
  await page.getByRole('tab', { name: 'Trending' }).or(cardOf(page, first)).first().waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await logIn(page, 'ada-lowe');
  await userMenu(page, 'ada-lowe').waitFor();
  await openPage(reader, urls.profile('bookmarks'));
  await page.getByText("You haven't bookmarked any stories yet.").waitFor();
  assert.equal(ada.user.username, 'ada-lowe');
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 1: Signed-in users vote, bookmark, report (not themselves), create stories, keep a profile
// Spec 2, Login, Register, Profile: ‘Bookmarked Stories’: grid, error banner, empty text, ‘Discover Stories’ to /
test('the profile lists the bookmarks, and a failed load loses none', async () => {
  const reader = await signedIn(390);
  const { page } = reader;
  let isBroken = true;
  await reader.context.route('**/tracking/stories/bookmarks?**', (route) =>
    isBroken ? route.fulfill({ status: 503, body: '{}' }) : route.continue(),
  );
  await openPage(reader, urls.profile('bookmarks'));
  await page.getByRole('heading', { level: 2, name: 'Bookmarked Stories' }).waitFor();
  const alert = mainOf(page).getByRole('alert').filter({ hasText: 'Failed to load bookmarked stories' });
  await alert.waitFor();
  assert.deepEqual(await reader.violations(), []);
  isBroken = false;
  await mainOf(page).getByRole('button', { name: 'Try again' }).click();
  await cardOf(page, second).waitFor();
  assert.equal(await mainOf(page).getByRole('article').count(), 1);
  await untilPressed(bookmarkOn(page, second), true);
  assert.deepEqual(await reader.violations(), []);
  await Promise.all([answersTo(page, `/${second.id}/bookmark`), bookmarkOn(page, second).click()]);
  await openPage(reader, urls.profile('bookmarks'));
  await mainOf(page).getByRole('link', { name: 'Discover Stories' }).click();
  await page.waitForURL(site.url + urls.home());
  await reader.leave();
});

test('without script a page shows the counts and no dead buttons', async () => {
  const reader = await newReader({ javaScript: false });
  const { page } = reader;
  await reader.open(urls.story(first.slug));
  await mainOf(page)
    .getByText(/^[\d.K]+ points?$/)
    .filter({ visible: true })
    .waitFor();
  assert.equal(
    await mainOf(page)
      .getByText(/downvote/i)
      .filter({ visible: true })
      .count(),
    0,
  );
  assert.ok(
    await mainOf(page)
      .getByText(/^[\d.K]+ bookmarks?$/)
      .isVisible(),
  );
  assert.deepEqual(
    await mainOf(page)
      .locator('button')
      .evaluateAll((all) =>
        (all as HTMLButtonElement[])
          // A button that submits a form to the server works without script.
          .filter((button) => !(button.type === 'submit' && button.form?.method === 'post'))
          .filter((button) => button.checkVisibility())
          .map((button) => button.textContent),
      ),
    [],
  );
  await reader.open(urls.home());
  assert.ok(await cardOf(page, first).getByText('bookmarks').first().isVisible());
  await reader.leave();
});
