import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { listChapters } from '#features/chapters/contract/chapters.ts';
import { reportMessages } from '#features/reports/contract.ts';
import { frontpage } from '#features/stories/contract/stories.ts';
import type { Context } from '#platform/runtime/context.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { get, startSite } from '#tests/support/running-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { people } from '#tests/world.ts';
import { urls } from '#urls.ts';
import {
  heading,
  LIGHTEST_PAGE,
  logIn,
  mainOf,
  newAccount,
  openPage,
  remember,
  userMenu,
} from './account-steps.ts';
import { fillFixtures } from './fixtures.ts';

let authorTokens = { token: '', refreshToken: '' };
const site = await startSite({
  fill: async (context: Context) => {
    await fillFixtures(context);
    authorTokens = await signedIn(context, people.mira);
  },
});
after(() => site.stop());
const { newReader } = await openBrowser(site);
const nell = await newAccount(site, 'nell-carver');
const { stories } = await site.call(frontpage, { tag: 'sea', limit: 5 });
const story = stories.find((candidate) => candidate.author_username === people.mira);
assert.ok(story, 'the world has a story by Mira');
const { chapters } = await site.call(listChapters, { id: story.slug });

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

async function nellReads(width?: number): Promise<Reader> {
  const reader = await newReader({ width });
  await remember(reader, site, nell);
  return reader;
}

async function beginReport(page: Page): Promise<void> {
  await mainOf(page).getByRole('button', { name: 'Story options' }).click();
  await page.getByRole('menuitem', { name: 'Report Story' }).click();
}

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

// Spec 2, Story page: Options menu with ‘Report Story’
// Spec 5: Report: messages, padding to 10, placeholder 10-500
test('a reader reports a story within the reason’s length limit and sees a confirmation', async () => {
  const reader = await nellReads();
  const { page } = reader;
  await openPage(reader, urls.story(story.slug));
  await beginReport(page);
  const dialog = dialogOf(page, 'Report Story');
  await dialog.waitFor();
  const reason = dialog.getByLabel('Reason', { exact: true });
  await reason.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await mainOf(page).getByRole('button', { name: 'Story options' }).and(page.locator(':focus')).waitFor();
  await beginReport(page);
  assert.match((await reason.getAttribute('placeholder')) ?? '', /10-500/);
  assert.deepEqual(await reader.violations(), []);
  await dialog.getByRole('button', { name: 'Submit Report' }).click();
  await dialog.getByText('Reason is required', { exact: true }).waitFor();
  await reason.fill('x'.repeat(501));
  await dialog.getByRole('button', { name: 'Submit Report' }).click();
  await dialog.getByText('Reason must be less than 500 characters', { exact: true }).waitFor();
  assert.deepEqual(await reader.violations(), []);
  await reason.fill('Spam.');
  const sent = page.waitForRequest((request) => request.url().endsWith('/report'));
  await dialog.getByRole('button', { name: 'Submit Report' }).click();
  assert.deepEqual((await sent).postDataJSON(), { reason: 'Spam.' });
  assert.equal((await (await sent).response())?.status(), 201);
  await page.getByRole('status').getByText('Your report has been sent to the moderators.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  reader.assertNoProblems();
  await reader.leave();
});

test('a failed report shows an error and keeps its text', async () => {
  const reader = await nellReads(390);
  const { page } = reader;
  await reader.context.route('**/report', (route) => route.fulfill({ status: 503, body: 'no' }));
  await openPage(reader, urls.story(story.slug));
  await beginReport(page);
  const dialog = dialogOf(page, 'Report Story');
  await dialog.getByLabel('Reason', { exact: true }).fill('It copies a novel.');
  await dialog.getByRole('button', { name: 'Submit Report' }).click();
  await dialog.getByRole('alert').filter({ hasText: /./ }).waitFor();
  assert.equal(await dialog.getByLabel('Reason', { exact: true }).inputValue(), 'It copies a novel.');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await beginReport(page);
  assert.equal(await dialog.getByLabel('Reason', { exact: true }).inputValue(), 'It copies a novel.');
  await reader.leave();
});

// Spec 4: Signed out: vote, bookmark, report lead to login and back
test('a guest who logs in to report finds the report dialog open', async () => {
  await newAccount(site, 'orla-finch');
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.story(story.slug));
  await beginReport(page);
  await page.waitForURL(site.url + urls.login(urls.story(story.slug), 'report'));
  await page.getByText('Log in to report; we’ll bring you back.').waitFor();
  await logIn(page, 'orla-finch');
  await dialogOf(page, 'Report Story').waitFor();
  await page.keyboard.press('Escape');
  await dialogOf(page, 'Report Story').waitFor({ state: 'detached' });
  await userMenu(page, 'orla-finch').waitFor();
  await openPage(reader, urls.story(story.slug));
  await mainOf(page).getByRole('button', { name: 'Story options' }).waitFor();
  assert.equal(await dialogOf(page, 'Report Story').count(), 0, 'it opens once');
  reader.assertNoProblems();
  await reader.leave();
});

test('a guest reports without an account by keyboard and gets a reference number', async () => {
  const reader = await newReader({ width: 390 });
  const { page } = reader;
  await openPage(reader, urls.story(story.slug));
  await beginReport(page);
  await page.waitForURL(site.url + urls.login(urls.story(story.slug), 'report'));
  await mainOf(page).getByRole('link', { name: 'Report without an account' }).click();
  await heading(page, 'Report without an account').waitFor();
  assert.equal(page.url(), site.url + urls.report(urls.story(story.slug)));
  assert.match((await get(site, urls.report())).text, /<meta name="robots" content="noindex">/);
  const field = (name: string) => mainOf(page).getByRole('textbox', { name, exact: true });
  assert.equal(await field('Address').inputValue(), urls.story(story.slug));
  assert.deepEqual(await reader.violations(), []);

  // An error found in the browser, then one found on the server: each field shows its own, and the typed text
  // stays.
  await field('Address').focus();
  await page.keyboard.press('Enter');
  await mainOf(page).getByText(reportMessages.required).waitFor();
  await page.keyboard.insertText('It copies a novel of 1998.');
  await page.keyboard.press('Tab');
  await page.keyboard.insertText('nobody');
  await field('Address').fill('https://elsewhere.example/story/lamp');
  await page.keyboard.press('Enter');
  await mainOf(page).getByText(reportMessages.emailForm).waitFor();
  await field('Email address (optional)').fill('');
  await page.keyboard.press('Enter');
  await mainOf(page).getByText(reportMessages.urlElsewhere).waitFor();
  assert.equal(await field('Reason').inputValue(), 'It copies a novel of 1998.');
  await field('Address').fill(site.url + urls.chapter(story.slug, chapters[0]?.id ?? 0));
  await page.keyboard.press('Enter');
  const done = mainOf(page).getByRole('heading', { level: 1, name: /^Your report number is \d+$/ });
  await done.waitFor();
  assert.equal(await done.evaluate((title) => title === document.activeElement), true);
  assert.deepEqual(await reader.violations(), []);
  const number = Number(/\d+/.exec((await done.textContent()) ?? '')?.[0]);
  const stored = await site.within(({ db }) =>
    db.selectFrom('reports').selectAll().where('id', '=', number).executeTakeFirst(),
  );
  assert.deepEqual(
    [stored?.story_id, stored?.chapter_id, stored?.reason, stored?.guest_email],
    [story.id, chapters[0]?.id, 'It copies a novel of 1998.', null],
  );
  await reader.leave();
});

// Spec 2, Author page and authors list: ‘Report Author’ for who is signed in and not the author
test('only signed-in users other than the author can report an author', async () => {
  const stranger = await newReader();
  await openPage(stranger, urls.author(people.mira));
  const buttonOn = (page: Page) => mainOf(page).getByRole('button', { name: 'Report Author' });
  assert.equal(await buttonOn(stranger.page).isVisible(), false);
  await stranger.leave();

  const reader = await nellReads();
  const { page } = reader;
  await openPage(reader, urls.author(people.mira));
  await buttonOn(page).click();
  const dialog = dialogOf(page, 'Report Author');
  await dialog.getByLabel('Reason', { exact: true }).fill('The bio is an advertisement.');
  await dialog.getByRole('button', { name: 'Submit Report' }).click();
  await page.getByRole('status').getByText('Your report has been sent').waitFor();
  assert.deepEqual(await reader.violations(), []);
  reader.assertNoProblems();
  await reader.leave();

  const mira = await newReader();
  await mira.page.goto(site.url + LIGHTEST_PAGE);
  await mira.page.evaluate(({ token, refreshToken }) => {
    localStorage.setItem('token', token);
    localStorage.setItem('refreshToken', refreshToken);
  }, authorTokens);
  await openPage(mira, urls.author(people.mira));
  await userMenu(mira.page, people.mira).waitFor();
  assert.equal(await buttonOn(mira.page).count(), 0);
  await openPage(mira, urls.story(story.slug));
  await userMenu(mira.page, people.mira).waitFor();
  assert.equal(await mira.page.getByRole('menuitem', { name: 'Report Story' }).count(), 0);
  mira.assertNoProblems();
  await mira.leave();
});

test('share links are plain links, are counted, and contact no other site before a click', async () => {
  const reader = await newReader();
  const { page, context } = reader;
  await context.route(/twitter\.com|facebook\.com/, (route) => route.fulfill({ body: 'elsewhere' }));
  await openPage(reader, urls.story(story.slug));
  const address = site.url + urls.story(story.slug);
  const subject = `“${story.title}” by ${people.mira}`;
  for (const [name, platform, check] of [
    ['Twitter', 'twitter', (url: URL) => url.searchParams.get('url') === address],
    ['Facebook', 'facebook', (url: URL) => url.searchParams.get('u') === address],
  ] as const) {
    await mainOf(page).getByRole('button', { name: 'Share' }).click();
    if (name === 'Twitter') assert.deepEqual(await reader.violations(), []);
    const item = page.getByRole('menuitem', { name });
    assert.equal(await item.getAttribute('rel'), 'noopener noreferrer');
    const counted = page.waitForRequest((request) => request.url().endsWith('/share'));
    const [opened] = await Promise.all([context.waitForEvent('page'), item.click()]);
    assert.deepEqual((await counted).postDataJSON(), { shared_platform: platform });
    assert.ok(check(new URL(opened.url())), opened.url());
    await opened.close();
  }
  await mainOf(page).getByRole('button', { name: 'Share' }).click();
  const mail = page.getByRole('menuitem', { name: 'Email' });
  const href = new URL((await mail.getAttribute('href')) ?? '');
  assert.equal(href.protocol, 'mailto:');
  assert.equal(href.searchParams.get('subject'), subject);
  assert.equal(href.searchParams.get('body'), address);
  reader.assertNoProblems();
  await reader.leave();
});

test('the system’s share dialog is offered first where it exists', async () => {
  const reader = await newReader();
  const { page, context } = reader;
  await context.addInitScript(() => {
    Object.assign(navigator, {
      share: async (data: ShareData) => {
        document.documentElement.dataset.shared = data.url;
      },
    });
  });
  await openPage(reader, urls.story(story.slug));
  await mainOf(page).getByRole('button', { name: 'Share' }).click();
  const counted = page.waitForRequest((request) => request.url().endsWith('/share'));
  await page.getByRole('menuitem').first().click();
  assert.deepEqual((await counted).postDataJSON(), { shared_platform: 'copy' });
  assert.equal(
    await page.evaluate(() => document.documentElement.dataset.shared),
    site.url + urls.story(story.slug),
  );
  await reader.leave();
});

// Spec 4: View tracked once a page visit
test('a view is sent once per page visit and counted once per reader', async () => {
  const reader = await newReader({ userAgent: FIREFOX });
  const { page } = reader;
  const counts: number[] = [];
  page.on('response', async (answer) => {
    if (answer.url().endsWith('/view')) counts.push((await answer.json()).data.view_count);
  });
  await openPage(reader, urls.story(story.slug));
  const untilTold = async (times: number) => {
    while (counts.length < times) await reader.untilPainted();
    await reader.untilPainted();
    assert.equal(counts.length, times);
  };
  await untilTold(1);
  const [count = 0] = counts;
  await page.getByRole('link', { name: 'Start Reading' }).click();
  await heading(page, chapters[0]?.title ?? '').waitFor();
  await untilTold(2);
  await page.goBack();
  await heading(page, story.title).waitFor();
  await untilTold(3);
  assert.deepEqual(counts, [count, count, count]);
  reader.assertNoProblems();
  await reader.leave();
});

const within = (value = -1, from: number, to: number) => value >= from && value <= to;

// Spec 4: Read time every 30 s from 10 s, on leaving from 5 s, completed at length / 30
test('reading time is sent every 30 seconds and on leaving, but not while the tab is hidden', async () => {
  const reader = await newReader({ userAgent: FIREFOX });
  const { page } = reader;
  await page.clock.install();
  const sentReports: { read_time_seconds: number; completed: boolean }[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/read-time')) return;
    const { chapter_id, ...report } = request.postDataJSON();
    assert.equal(chapter_id, chapters[0]?.id);
    sentReports.push(report);
  });
  const setVisible = (state: 'visible' | 'hidden') =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await openPage(reader, urls.chapter(story.slug, chapters[0]?.id ?? 0));
  const html = await page.locator('#page-html').innerHTML();
  const isShort = html.length / 30 <= 30;
  await page.clock.runFor(30_500);
  await untilEqual(async () => sentReports.length, 1);
  assert.equal(sentReports[0]?.completed, isShort);
  assert.ok(
    within(sentReports[0]?.read_time_seconds, 29, 30),
    `${sentReports[0]?.read_time_seconds} of 30 seconds`,
  );
  await page.clock.runFor(8_000);
  await setVisible('hidden');
  await page.clock.runFor(120_000);
  // The clock stands still from here on, so that the test's own duration does not count as reading.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  await setVisible('visible');
  await page.clock.runFor(4_000);
  await page.getByRole('link', { name: 'Next Chapter' }).click();
  await heading(page, chapters[1]?.title ?? '').waitFor();
  // The two minutes in a hidden tab and the four seconds at the end are not reported.
  await untilEqual(async () => sentReports.length, 2);
  assert.ok(
    within(sentReports[1]?.read_time_seconds, 8, 20),
    `${sentReports[1]?.read_time_seconds} of 8 seconds`,
  );
  reader.assertNoProblems();
  await reader.leave();
});
