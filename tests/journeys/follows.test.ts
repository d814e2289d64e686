import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createChapter, listChapters } from '#features/chapters/contract/chapters.ts';
import { listFollows } from '#features/follows/contract/follows.ts';
import { publishStory } from '#features/stories/contract/stories.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { holdRequests } from '#tests/support/hold-requests.ts';
import { startSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import { barOf, buttonOf, heading, logIn, mainOf, newAccount, openPage, remember } from './account-steps.ts';
import { problemsInBothLooks } from './viewports.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const session = await newAccount(site, 'follows-things');
const author = await newAccount(site, 'writes-on');

const story = await site.call(
  publishStory,
  { title: 'The Night Ferry', synopsis: 'Two strangers, one cabin.', tags: ['ferries'] },
  author.token,
);
async function publish(title: string) {
  const content = '<p>The lamp was lit at eight.</p>';
  return site.call(createChapter, { id: String(story.id), title, content }, author.token);
}
await publish('Departure');

test('the home page keeps room for news only where there was some lately', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, await newAccount(site, 'has-no-news'));
  const news = page.getByRole('region', { name: 'What is new' });
  await openPage(reader, urls.home());
  await page.getByText('Nothing this week in what you follow.').waitFor({ state: 'attached' });
  await news.waitFor({ state: 'hidden' });

  await openPage(reader, urls.story(story.slug));
  await buttonOf(page, /^Follow /).click();
  await buttonOf(page, /^Following /).waitFor();
  await publish('Landfall');
  await openPage(reader, urls.home());
  await untilEqual(() => page.evaluate(() => localStorage.getItem('hasNews')), 'true');
  await news.waitFor({ state: 'hidden' });
  await barOf(page).getByRole('link', { name: 'Tags' }).click();
  await heading(page, 'Browse Tags').waitFor();
  await page.goBack();
  await heading(page, 'What will you read tonight?').waitFor();
  await news.getByText('1 new chapter').waitFor();
  await openPage(reader, urls.home());
  await news.getByText('1 new chapter').waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('a reader follows a story, reads what is new, and marks it as read', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.story(story.slug));
  await buttonOf(page, /^Follow /).click();
  await buttonOf(page, /^Following /).waitFor();
  await publish('At Sea');
  await publish('Fog');
  await publish('Arrival');
  await openPage(reader, urls.story(story.slug));
  await mainOf(page).getByText('3 new chapters').waitFor();

  await openPage(reader, urls.home());
  await untilEqual(() => page.evaluate(() => localStorage.getItem('hasNews')), 'true');
  await openPage(reader, urls.home());
  await page.getByRole('region', { name: 'What is new' }).getByText('3 new chapters').waitFor();
  await page.getByRole('button', { name: /your menu/ }).hover();
  await page.getByRole('button', { name: /your menu/ }).click();
  await page.getByRole('menuitem', { name: 'Updates (3)' }).click();
  await heading(page, 'Updates').waitFor();
  const entry = mainOf(page).getByRole('listitem').filter({ hasText: story.title });
  await entry.getByRole('button', { name: 'Read up to here: Fog' }).click();
  await mainOf(page).getByText('1 new chapter in 1 story').waitFor();
  assert.deepEqual(
    await entry
      .getByRole('listitem')
      .allInnerTexts()
      .then((texts) => texts.map((text) => text.split('\n')[0])),
    ['Arrival'],
  );
  await buttonOf(page, 'Mark All Read').click();
  await mainOf(page).getByText('Nothing new').waitFor();
  await openPage(reader, urls.story(story.slug));
  await buttonOf(page, /^Following /).waitFor();
  assert.equal(
    await mainOf(page)
      .getByText(/new chapter/)
      .count(),
    0,
  );
  await reader.leave();
});

test('emails are chosen, and an unfollow is taken back, in the menu and on the page of all follows', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.author('writes-on'));
  const button = buttonOf(page, /^Follow(ing)? /);
  await button.focus();
  await page.keyboard.press('Enter');
  await buttonOf(page, /^Following /).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Email once a day' }).click();
  await page.getByRole('status').filter({ hasText: 'Emails changed' }).waitFor();
  await buttonOf(page, /^Following /).click();
  await page.getByRole('menuitem', { name: 'Unfollow' }).click();
  await buttonOf(page, /^Follow /).waitFor();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await buttonOf(page, /^Following /).waitFor();

  await openPage(reader, urls.follows());
  const row = mainOf(page).getByRole('listitem').filter({ hasText: 'writes-on' });
  assert.equal(await row.getByRole('combobox').inputValue(), 'daily');
  await row.getByRole('button', { name: /^Unfollow/ }).click();
  await row.waitFor({ state: 'detached' });
  await page
    .getByRole('status')
    .filter({ hasText: 'Unfollowed' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await row.waitFor();
  const titles = mainOf(page).getByRole('checkbox', { name: 'Write titles into emails and notifications' });
  await page.route('**/api/follows/settings', (route) => route.abort());
  await titles.click();
  await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
  assert.equal(await titles.isChecked(), false, 'what could not be saved is not shown');
  await page.unroute('**/api/follows/settings');
  await titles.click();
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
  await page.reload();
  assert.equal(await mainOf(page).getByRole('checkbox').isChecked(), true);
  await reader.leave();
});

test('a guest who follows logs in first, and follows then', async () => {
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.tag('ferries'));
  await buttonOf(page, /^Follow /).click();
  await page.getByText('Log in to follow; we’ll bring you back.').waitFor();
  const later = await newAccount(site, 'follows-later');
  await logIn(page, 'follows-later');
  await page.waitForURL(`**${urls.tag('ferries')}`);
  await buttonOf(page, /^Following /).waitFor();
  const { follows } = await site.call(listFollows, {}, later.token);
  assert.deepEqual(
    follows.map(({ kind, title }) => [kind, title]),
    [['tag', 'ferries']],
  );
  await reader.leave();
});

test('the pages fit a phone and a wide screen', async () => {
  const reader = await newReader();
  await remember(reader, site, session);
  await publish('Postscript');
  for (const url of [urls.updates(), urls.follows(), urls.story(story.slug), urls.stopFollowMails('x')]) {
    await openPage(reader, url);
    assert.deepEqual(await problemsInBothLooks(reader), [], url);
  }
  const chapters = await site.call(listChapters, { id: String(story.id) });
  assert.equal(chapters.chapters.length, 6);
  await reader.leave();
});

test('the count that arrives in the open menu leaves the focus where it is', async () => {
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await publish('Afterword');
  const { release } = await holdRequests(page, '**/api/updates?*');
  await openPage(reader, urls.faq());
  await page.getByRole('button', { name: /your menu/ }).focus();
  await page.keyboard.press('Enter');
  const focused = page.locator(':focus');
  await page.getByRole('menuitem', { name: 'Updates', exact: true }).and(focused).waitFor();
  release();
  await page
    .getByRole('menuitem', { name: /^Updates \(\d+\)$/ })
    .and(focused)
    .waitFor();
  await reader.leave();
});
