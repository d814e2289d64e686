import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { setMark } from '#features/shelves/contract/marks.ts';
import { listStories } from '#features/stories/contract/stories.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { get, startSite } from '#tests/support/running-site.ts';
import { urls, withQuery } from '#urls.ts';
import { mainOf, newAccount, openPage, remember } from './account-steps.ts';
import { problemsInBothLooks } from './viewports.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const session = await newAccount(site, 'finishes-stories');
const { stories } = await site.call(listStories, {});
const [finished, other] = stories;
assert.ok(finished && other);
await site.call(setMark, { id: finished.slug, state: 'finished' }, session.token);

const FILTERED = withQuery(urls.allStories(), { hide_finished: 'true' });
const card = (page: Page, title: string) => mainOf(page).getByRole('link', { name: title, exact: true });
const offer = (page: Page) => mainOf(page).getByRole('link', { name: 'Hide finished' });
const chip = (page: Page) =>
  mainOf(page).getByRole('link', { name: 'Remove the filter: without finished stories' });

test('a member leaves out what they have finished, on every page of a list, and takes that back', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.allStories());
  await card(page, finished.title).waitFor();
  await offer(page).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${FILTERED}`);
  await card(page, finished.title).waitFor({ state: 'detached' });
  await card(page, other.title).waitFor();
  assert.equal(await offer(page).count(), 0);
  const kept = await chip(page).getAttribute('href');
  assert.equal(kept, urls.allStories());
  const filterLink = mainOf(page).getByRole('link', { name: /^Filter/ });
  assert.match((await filterLink.getAttribute('href')) ?? '', /hide_finished=true/);
  await chip(page).click();
  await card(page, finished.title).waitFor();
  await offer(page).waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('the list of a member keeps still while the offer arrives', async () => {
  const reader = await newReader({ width: 390 });
  await remember(reader, site, session);
  await openPage(reader, urls.allStories());
  await offer(reader.page).waitFor();
  await reader.untilPainted();
  // Without its room, the offer moves the list by 0.039.
  const shift = await reader.layoutShift();
  assert.ok(shift < 0.01, `the list moved by ${shift}`);
  reader.assertNoProblems();
  await reader.leave();
});

test('the page itself is the same for everyone: it is filtered once the member is known', async () => {
  const { text } = await get(site, FILTERED);
  assert.ok(text.includes(finished.title) && !text.includes('without finished stories'));
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, FILTERED);
  await chip(page).waitFor();
  await card(page, finished.title).waitFor({ state: 'detached' });
  await card(page, other.title).waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);
  reader.assertNoProblems();
  await reader.leave();
});

test('a guest is offered nothing of it, and the parameter changes nothing', async () => {
  for (const javaScript of [true, false]) {
    const guest = await newReader({ javaScript });
    await guest.open(FILTERED);
    if (javaScript) await guest.untilHydrated();
    await card(guest.page, finished.title).waitFor();
    assert.equal((await offer(guest.page).count()) + (await chip(guest.page).count()), 0);
    await guest.leave();
  }
});

test('a member who has finished all of a list reads so, and shows them again', async () => {
  const author = { username: finished.author_username };
  for (const story of stories.filter(({ author_username }) => author_username === author.username))
    await site.call(setMark, { id: story.slug, state: 'finished' }, session.token);
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.author(author.username));
  await offer(page).click();
  await mainOf(page).getByText('You have finished every story of this list.').waitFor();
  await mainOf(page).getByRole('link', { name: 'Show them' }).click();
  await card(page, finished.title).waitFor();
  await reader.leave();
});
