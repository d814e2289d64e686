import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { listChapters } from '#features/chapters/contract/chapters.ts';
import { frontpage } from '#features/stories/contract/stories.ts';
import { openBrowser, placeSettled, type Reader } from '#tests/support/browser.ts';
import { holdRequests } from '#tests/support/hold-requests.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { heading } from './account-steps.ts';
import { assertNoHistory, readStorage } from './browser-storage.ts';

const EXIT_URL = 'https://dull.example/weather';

const site = await startSite({ env: { EXIT_URL } });
after(() => site.stop());
const { newReader } = await openBrowser(site);
const { stories } = await site.call(frontpage, {});
const story = stories.find((candidate) => candidate.chapter_count >= 3);
assert.ok(story, 'the home page has no story of three chapters');
const { chapters } = await site.call(listChapters, { id: story.slug });
const [first, second, last] = [chapters[0], chapters[1], chapters.at(-1)];
assert.ok(first && second && last);
const addressOf = (chapter: { id: number }) => urls.chapter(story.slug, chapter.id);
const SETTINGS = 'Reading settings';

const proseStyle = (page: Page) =>
  page
    .locator('#page-html > p')
    .first()
    .evaluate((paragraph) => {
      const { fontSize, lineHeight, fontFamily } = getComputedStyle(paragraph);
      const background = getComputedStyle(document.documentElement).backgroundColor;
      return {
        size: Number.parseFloat(fontSize),
        leading: Number.parseFloat(lineHeight),
        fontFamily,
        background,
      };
    });
/** The first words visible below the bar, where it is or would be. */
const passageInSight = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('header')?.offsetHeight ?? 0;
    const blocks = [...(document.getElementById('page-html')?.children ?? [])];
    return blocks.findIndex((block) => block.getBoundingClientRect().bottom > bar + 28);
  });
const storedPlaces = (page: Page) => page.evaluate(() => localStorage.getItem('readingPlaces'));

async function scrollTo(page: Page, block: number): Promise<void> {
  await page.evaluate((at) => {
    document
      .getElementById('page-html')
      ?.children[at]?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, block);
  await page.waitForFunction(
    (at) => localStorage.getItem('readingPlaces')?.includes(`"block":${at},`),
    block,
  );
}

test('reading settings chosen by keyboard apply from the first paint on', async () => {
  const reader = await newReader();
  const { page } = reader;
  const script: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) script.push(pathname);
  });
  await reader.open(addressOf(first));
  await reader.untilHydrated();
  await page.waitForLoadState('networkidle');
  const weight = script.reduce(
    (sum, path) => sum + readFileSync(new URL(`../../dist/client${path}.br`, import.meta.url)).length,
    0,
  );
  assert.ok(script.length >= 3 && weight <= 121_900, `${weight} bytes of script: ${script.join(', ')}`);

  const usual = await proseStyle(page);
  const button = page.getByRole('button', { name: SETTINGS });
  const panel = page.getByRole('dialog', { name: SETTINGS });
  await button.focus();
  await page.keyboard.press('Enter');
  await panel.waitFor();
  const choose = (group: string, name: string) =>
    panel.getByRole('radiogroup', { name: group }).getByRole('radio', { name, exact: true });
  await choose('Text size', 'Medium').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.ok(await choose('Text size', 'Larger').isChecked());
  await choose('Line height', 'Open').check();
  await choose('Typeface', 'Easy').check();
  for (const [theme, expected] of [
    ['Paper', 'rgb(247, 241, 229)'],
    ['Lamp', 'rgb(21, 17, 13)'],
    ['Sepia', 'rgb(239, 224, 194)'],
  ] as const) {
    await choose('Light', theme).check();
    assert.equal((await proseStyle(page)).background, expected);
    await reader.untilPainted();
    assert.deepEqual(await reader.violations(), [], theme);
  }
  assert.equal(page.url(), site.url + addressOf(first), 'an arrow key in the panel turned the chapter');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await button.and(page.locator(':focus')).waitFor();

  // The page's own script is blocked: only boot.ts runs, before anything is painted.
  const chosen = await proseStyle(page);
  assert.ok(chosen.size > usual.size * 1.3 && chosen.leading > usual.leading * 1.3);
  assert.match(chosen.fontFamily, /Verdana/);
  await page.route('**/assets/client-*.js', (route) => route.abort('aborted'));
  await reader.open(addressOf(second));
  assert.deepEqual(await proseStyle(page), chosen);
  await page.unroute('**/assets/client-*.js');

  // The press comes before the page's script, which handles it once it has loaded.
  const { release } = await holdRequests(page, '**/assets/client-*.js');
  await page.goto(site.url + addressOf(first), { waitUntil: 'commit' });
  await button.click();
  release();
  await panel.waitFor();
  await panel.getByRole('button', { name: 'Reset to default' }).click();
  assert.deepEqual(await proseStyle(page), usual);
  assert.equal(await page.evaluate(() => localStorage.getItem('readingLook')), null);
  reader.assertNoProblems();
  await reader.leave();
});

test('the panel of reading settings stays where it opened', async () => {
  for (const width of [390, 1280]) {
    const reader = await newReader({ width, height: 844 });
    const { page } = reader;
    await reader.open(addressOf(first));
    await reader.untilHydrated();
    const panel = page.getByRole('dialog', { name: SETTINGS });
    await page.getByRole('button', { name: SETTINGS }).click();
    await panel.waitFor();
    await reader.untilPainted();
    const before = await panel.boundingBox();
    for (const choice of ['Largest', 'Wide', 'Narrow', 'Small']) {
      await panel.getByRole('radio', { name: choice, exact: true }).check();
      await reader.untilPainted();
      assert.deepEqual(await panel.boundingBox(), before, `${choice}, ${width} pixels`);
    }
    await reader.leave();
  }
});

test('a returning reader is offered the last reading position', async () => {
  const reader = await newReader({ width: 390, height: 844 });
  const { page } = reader;
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await reader.open(addressOf(second));
  await reader.untilHydrated();
  await scrollTo(page, 6);
  const excerpt = ((await page.locator('#page-html > *').nth(6).textContent()) ?? '').slice(0, 20);

  await reader.open(urls.story(story.slug));
  const on = page.getByRole('link', { name: 'Continue chapter 2' });
  await on.waitFor();
  const layoutShift = await reader.layoutShift();
  assert.ok(layoutShift < 0.02, `the page moved by ${layoutShift}`);
  assert.deepEqual(await reader.violations(), []);
  await on.click();
  await heading(page, second.title).waitFor();
  await page.waitForFunction(() => scrollY > 100);
  assert.equal(await passageInSight(page), 6);

  // Opened by another link, the page does not scroll, and a visit to its beginning keeps the saved position.
  await reader.open(addressOf(second));
  const go = page.getByRole('button', { name: 'Go to my place' });
  await go.waitFor();
  assert.equal(await page.evaluate(() => scrollY), 0);
  assert.deepEqual(await reader.violations(), []);
  await go.click();
  await go.waitFor({ state: 'detached' });
  // An empty status would be read before the chapter's title.
  assert.equal(await page.locator('main [role=status]:empty').count(), 0);
  assert.equal(await passageInSight(page), 6);

  // At a chapter's end the next chapter becomes the position, and at the story's end none.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.waitForFunction(
    (id) => localStorage.getItem('readingPlaces')?.includes(`"chapterId":${id}`),
    last.id,
  );
  await reader.open(addressOf(last));
  await reader.untilHydrated();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.waitForFunction(() => localStorage.getItem('readingPlaces') === null);

  // Switching the feature off deletes all positions and saves no more.
  await page.evaluate(() => window.scrollTo(0, 0));
  await scrollTo(page, 2);
  await page.evaluate(() => window.scrollTo(0, 0));
  // The bar of the text has such a button as well, and leaves at the beginning.
  await page.getByRole('complementary', { name: 'Place in the chapter' }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: SETTINGS }).click();
  await page.getByRole('checkbox', { name: 'Keep my place in stories' }).uncheck();
  assert.equal(await storedPlaces(page), null);
  for (const request of sent)
    assert.ok(!request.includes(encodeURI(excerpt)) && !request.includes(excerpt), request);
  reader.assertNoProblems();
  await reader.leave();
});

test('the home page lists started stories and can clear them', async () => {
  const reader = await newReader();
  const { page } = reader;
  const row = page.getByRole('region', { name: 'Continue reading' });
  await reader.open(urls.home());
  await reader.untilHydrated();
  assert.equal(await row.isVisible(), false);
  await reader.open(addressOf(second));
  await reader.untilHydrated();
  await scrollTo(page, 6);

  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await reader.open(urls.home());
  const link = row.getByRole('link', { name: story.title });
  await link.waitFor();
  assert.match(
    (await link.textContent()) ?? '',
    new RegExp(`Chapter 2 of ${chapters.length}: ${second.title}`),
  );
  const layoutShift = await reader.layoutShift();
  assert.ok(layoutShift < 0.02, `the page moved by ${layoutShift}`);
  assert.deepEqual(await reader.violations(), []);
  await page.waitForLoadState('networkidle');
  // Everyone fetches the covers of the stories in the lists; the row of one's own stories has none.
  assert.equal(await row.locator('img').count(), 0);
  const isListedCover = (request: string) => /\/cover\.svg $/.test(request);
  for (const request of sent.filter((each) => !isListedCover(each)))
    assert.ok(!request.includes(story.slug), request);
  await link.click();
  await page.waitForFunction(() => scrollY > 100);
  assert.equal(await passageInSight(page), 6);

  // Navigation within the site, with more positions than are shown; one of the stories no longer exists.
  await page.evaluate(() => {
    const places = JSON.parse(localStorage.getItem('readingPlaces') ?? '{}');
    const [candidate] = Object.values(places) as [{ at: number }];
    for (const [at, slug] of ['taken-back', 'another', 'a-third'].entries())
      places[900_000 + at] = { ...candidate, slug, title: slug, at: candidate.at - 1000 * (at + 1) };
    localStorage.setItem('readingPlaces', JSON.stringify(places));
  });
  await page.getByRole('link', { name: 'Stories', exact: true }).first().click();
  await row.getByRole('link', { name: 'taken-back' }).waitFor();
  assert.equal(await row.getByRole('listitem').count(), 3);
  const missing = page.waitForResponse((answer) => answer.status() === 404);
  await row.getByRole('link', { name: 'taken-back' }).click();
  await missing;
  await heading(page, 'Story not found').waitFor();
  await page.waitForFunction(() => !localStorage.getItem('readingPlaces')?.includes('taken-back'));
  reader.problems.splice(0);
  await reader.open(urls.home());
  await row.getByRole('button', { name: `Forget ${story.title}` }).click();
  await link.waitFor({ state: 'detached' });
  assert.equal(await row.getByRole('listitem').count(), 2);
  await row.getByRole('button', { name: 'Clear all' }).click();
  await row.waitFor({ state: 'hidden' });
  assert.equal(await storedPlaces(page), null);
  await page.waitForFunction(() => document.activeElement?.closest('main'));
  reader.assertNoProblems();
  await reader.leave();
});

test('the end of a story offers a vote and further reading, with script and without', async () => {
  const reader = await newReader({ width: 390, height: 844 });
  const { page } = reader;
  const { html } = await reader.open(addressOf(last));
  assert.doesNotMatch(await (await fetch(site.url + addressOf(first))).text(), /ending-title/);
  assert.match(html, /id="ending-title">(?:You’re up to date|The end)\.</);
  assert.ok(html.includes(`href="${urls.author(story.author_username)}"`));
  await reader.untilHydrated();
  const ending = page.getByRole('region', { name: /^(You’re up to date|The end)\.$/ });
  await ending.scrollIntoViewIfNeeded();
  await ending.getByRole('list', { name: 'Read next' }).waitFor();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const layoutShift = await reader.layoutShift();
  assert.ok(layoutShift < 0.02, `the page moved by ${layoutShift}`);
  assert.deepEqual(await reader.violations(), []);
  const offered = await ending.getByRole('listitem').getByRole('link').allTextContents();
  assert.ok(offered.length > 0 && !offered.includes(story.title));
  for (const name of [`More by ${story.author_display_name}`, 'More stories'])
    await ending.getByRole('link', { name }).waitFor();
  await ending.getByRole('button', { name: /^Bookmark/ }).waitFor();
  // Writes that need an account lead to the login and back.
  await ending.getByRole('button', { name: /^Upvote/ }).click();
  await page.waitForURL(site.url + urls.login(addressOf(last), 'vote'));
  reader.assertNoProblems();
  await reader.leave();
});

test('the first comments take the place of their link without moving the footer', async () => {
  for (const width of [390, 1280]) {
    const reader = await newReader({ width, height: 844 });
    const { page } = reader;
    const { release } = await holdRequests(page, /\/in-text-[^/]*\.js$/);
    await reader.open(addressOf(last));
    await reader.untilHydrated();
    await page.getByRole('link', { name: 'Comment on it' }).scrollIntoViewIfNeeded();
    await reader.untilPainted();
    release();
    await page.getByText('Nobody has said anything yet.').waitFor();
    const layoutShift = await reader.layoutShift();
    assert.ok(layoutShift < 0.02, `the page moved by ${layoutShift} at ${width} pixels`);
    await reader.leave();
  }
});

test('arrow keys change chapters, except where they have another function', async () => {
  const reader = await newReader();
  const { page } = reader;
  await reader.open(addressOf(first));
  await reader.untilHydrated();
  const end = page.getByRole('link', { name: `Next Chapter ${second.title}` });
  assert.match(String(await end.textContent()), /\d+ min$/);
  await page.keyboard.press('ArrowRight');
  await heading(page, second.title).waitFor();
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByRole('textbox', { name: 'Email address' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await page.keyboard.press('/');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowLeft');
  // Back from the third chapter would lead to the second, but the reader left from the second.
  await heading(page, first.title).waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

/** A stand-in for the real neutral page, which no test may request; nothing requests it before the reader leaves. */
async function exitPage({ page, problems }: Reader): Promise<{ requestCount: () => number }> {
  let requestCount = 0;
  await page.route(`${EXIT_URL}**`, (route) => {
    requestCount += 1;
    return route.fulfill({ contentType: 'text/html', body: '<title>Weather</title>Rain later.' });
  });
  page.on('dialog', (dialog) => {
    problems.push(`asked: ${dialog.message()}`);
    return dialog.dismiss();
  });
  return { requestCount: () => requestCount };
}

test('a question mark lists the keys, except where it is typed', async () => {
  const reader = await newReader();
  const { page } = reader;
  await reader.open(addressOf(first));
  await reader.untilHydrated();
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.getByRole('contentinfo').getByLabel('Email address').press('?');
  await page.getByRole('button', { name: 'Copy link' }).focus();
  // The dialog's code would be fetched first.
  await page.waitForLoadState('networkidle');
  await reader.untilPainted();
  assert.equal(await keys.count(), 0);
  await page.keyboard.press('?');
  await keys.getByText('Leave the site at once').waitFor();
  assert.deepEqual(await reader.violations(), []);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Copy link' }).and(page.locator(':focus')).waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

test('Quick exit by button or Shift replaces the page in the history', async () => {
  const reader = await newReader();
  const { page } = reader;
  const exitPageRequests = await exitPage(reader);
  await reader.open(urls.tags());
  await reader.open(addressOf(first));
  assert.equal(exitPageRequests.requestCount(), 0);
  await page.getByRole('link', { name: 'Quick exit' }).click();
  await page.waitForURL(EXIT_URL);
  await page.goBack();
  assert.equal(page.url(), site.url + urls.tags());

  // Typing capitals does not trigger the exit, and the exit works even from a form that asks before it is
  // left.
  await reader.open(urls.takedownRequest());
  await reader.untilHydrated();
  const name = page.getByRole('textbox', { name: 'Name' }).first();
  await name.focus();
  for (const letter of 'ABC') await page.keyboard.press(`Shift+${letter}`);
  assert.equal(await name.inputValue(), 'ABC');
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift');
  await page.waitForURL(EXIT_URL);

  // The exit works before the page's script has loaded and under the content warning; it hides the page
  // however slow the other page is.
  const stranger = await newReader({ accepted: false });
  await exitPage(stranger);
  await stranger.page.route('**/assets/client-*.js', (route) => route.abort('aborted'));
  await stranger.page.route(`${EXIT_URL}**`, () => undefined);
  await stranger.open(addressOf(first));
  const covered = await stranger.page.evaluate(() => {
    for (let press = 0; press < 3; press += 1)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift', bubbles: true }));
    return [getComputedStyle(document.body).display, document.title];
  });
  assert.deepEqual(covered, ['none', 'Notes']);
  await stranger.leave();

  const withoutScript = await fetch(site.url + urls.exit(), { redirect: 'manual' });
  assert.deepEqual([withoutScript.status, withoutScript.headers.get('location')], [303, EXIT_URL]);
  const expected = `foreign request: ${EXIT_URL}`;
  assert.deepEqual(reader.problems, [expected, expected]);
  await reader.leave();
});

test('Quick exit clears the reading history, also for the Back button', async () => {
  const reader = await newReader({ width: 390, height: 844 });
  const { page } = reader;
  await exitPage(reader);
  await reader.open(urls.tags());
  await reader.untilHydrated();
  const address = page.getByRole('textbox', { name: 'Email address' });
  await address.fill('mira@example.org');
  await page.evaluate(() => window.scrollTo(0, 300));
  await reader.untilPainted();
  await reader.open(addressOf(second));
  await reader.untilHydrated();
  await scrollTo(page, 6);
  assert.ok((await readStorage(page)).session.scrollPlaces);
  // The write of the last scroll is still pending at the exit, and must not happen afterwards.
  await page.evaluate(() => {
    window.scrollBy(0, 300);
    document.querySelector<HTMLElement>('[data-quick-exit]')?.click();
  });
  await page.waitForURL(EXIT_URL);
  await page.goBack({ waitUntil: 'commit' });
  // The page is fetched again, so the browser restores nothing of its own.
  await page.waitForFunction(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return sessionStorage.getItem('tabForgot') !== null && entry?.type === 'navigate';
  });
  await reader.untilHydrated();
  await page.waitForLoadState('load');
  assert.equal(page.url(), site.url + urls.tags());
  const stored = await readStorage(page);
  assertNoHistory(stored, [story.slug, story.title, 'mira@'], 'after Quick exit');
  assert.equal(stored.scrollY, 0);
  assert.equal(await address.inputValue(), '');
  await reader.open(urls.home());
  assert.equal(await page.getByText('Continue reading').isVisible(), false);
  await reader.leave();
});

test('discreet mode keeps tab titles neutral on every page until it is switched off', async () => {
  const reader = await newReader();
  const { page } = reader;
  const named = async (title: string, icon: string) => {
    await page.waitForFunction((expected) => document.title === expected, title);
    assert.ok((await page.locator('link[rel="icon"]').getAttribute('href'))?.endsWith(icon));
  };
  await reader.open(urls.story(story.slug));
  await reader.untilHydrated();
  const mode = page.getByRole('switch', { name: 'Discreet mode' });
  await mode.click();
  assert.equal(await mode.getAttribute('aria-checked'), 'true');
  await named('Notes', '/plain.svg');
  assert.deepEqual(await reader.violations(), []);

  // Checks the navigation within the site, a fresh page of the server, and another tab that was open before.
  await page.getByRole('link', { name: 'Start Reading' }).click();
  await heading(page, first.title).waitFor();
  await reader.untilPainted();
  await named('Notes', '/plain.svg');
  const { html } = await reader.open(addressOf(first));
  assert.match(html, /<title>Notes<\/title>/);
  await reader.untilHydrated();
  const other = await reader.context.newPage();
  await other.goto(site.url + urls.authors());
  assert.equal(await other.title(), 'Notes');
  await other.locator('button[aria-label^="Switch to "]').waitFor();

  await mode.click();
  await named(`${first.title} · ${story.title} · Nightstand`, '/favicon.svg');
  await other.waitForFunction(() => document.title === 'Authors · Nightstand');
  assert.doesNotMatch((await reader.open(addressOf(first))).html, /Notes<\/title>/);
  reader.assertNoProblems();
  await reader.leave();
});

test('hovering prefetches a page’s code, and going back restores the scroll position after a reload', async () => {
  const reader = await newReader();
  const { page } = reader;
  await reader.open(urls.home());
  await reader.untilHydrated();
  const link = page.getByRole('article').getByRole('link', { name: story.title, exact: true });
  const fetched = page.waitForResponse(/\/assets\/story-page-[^/]+\.js$/);
  await link.focus();
  assert.equal((await fetched).status(), 200);
  await link.scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollTo(0, 400));
  await reader.untilPainted();
  await page.keyboard.press('Enter');
  await heading(page, story.title).waitFor();
  await page.reload();
  await reader.untilHydrated();
  await page.goBack();
  await link.waitFor();
  assert.ok(Math.abs((await placeSettled(page, 400)) - 400) <= 1);
  reader.assertNoProblems();
  await reader.leave();
});

test('a phone fetches the next chapter and stories in view before the tap, and counts no view for it', async () => {
  const reader = await newReader({ width: 390, height: 844, touch: true });
  const { page } = reader;
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const views = () => requests.filter((path) => path.endsWith('/view')).length;

  // The link may be in sight, and its page fetched, before the test scrolls to it.
  const answer = page.waitForResponse(new RegExp(`/api/stories/${story.slug}/related`));
  await reader.open(urls.home());
  await reader.untilHydrated();
  const link = page.getByRole('article').getByRole('link', { name: story.title, exact: true });
  await link.scrollIntoViewIfNeeded();
  await (await answer).finished();
  await page.waitForLoadState('networkidle');
  assert.equal(views(), 0);
  assert.ok(requests.some((path) => /\/story-page-[^/]+\.js$/.test(path)));
  // Without the network: everything is there.
  const stories = /\/api\/(?:stories|search)\//;
  await page.route(stories, (route) => route.abort('aborted'));
  await link.tap();
  await heading(page, story.title).waitFor();
  await page.unroute(stories);

  const chapter = page.waitForResponse(new RegExp(`/chapters/${second.id}$`));
  await reader.open(addressOf(first));
  await reader.untilHydrated();
  const next = page.getByRole('link', { name: `Next Chapter ${second.title}` });
  await next.scrollIntoViewIfNeeded();
  await (await chapter).finished();
  await page.waitForLoadState('networkidle');
  const seen = views();
  await page.route(/\/api\/stories\//, (route) => route.abort('aborted'));
  const counted = page.waitForRequest(/\/view$/);
  await next.tap();
  await heading(page, second.title).waitFor();
  await counted;
  assert.equal(views(), seen + 1);
  reader.problems.splice(0);
  await reader.leave();
});

test('a browser that saves data fetches nothing before the tap', async () => {
  const reader = await newReader({ width: 390, height: 844, touch: true });
  const { page } = reader;
  await reader.context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await reader.open(addressOf(first));
  await reader.untilHydrated();
  await page.getByRole('link', { name: `Next Chapter ${second.title}` }).scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  assert.deepEqual(
    requests.filter((path) => path.includes(`/chapters/${second.id}`)),
    [],
  );
  reader.assertNoProblems();
  await reader.leave();
});

test('keyboard hints are shown with a mouse and not on a touch screen', async () => {
  for (const touch of [true, false]) {
    const reader = await newReader({ width: 1024, touch });
    const { page } = reader;
    await reader.open(urls.help());
    await reader.untilHydrated();
    const bar = page.getByRole('banner');
    for (const [name, keys] of [
      ['Search', ' ( / )'],
      ['Quick exit', ' (Shift, three times)'],
    ] as const) {
      const control = bar.getByTitle(name, { exact: true });
      if (!touch) await control.hover();
      await bar.getByTitle(touch ? name : name + keys, { exact: true }).waitFor();
    }
    const hint = page.getByText('So do the arrow keys');
    assert.equal(await hint.isVisible(), !touch);
    reader.assertNoProblems();
    await reader.leave();
  }
});
