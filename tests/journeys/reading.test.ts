import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { listChapters, PREVIEW_CHARACTERS } from '#features/chapters/contract/chapters.ts';
import { frontpage } from '#features/stories/contract/stories.ts';
import { openBrowser, placeSettled } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { heading } from './account-steps.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);

const { stories } = await site.call(frontpage, {});
const story = stories.find((candidate) => candidate.chapter_count >= 3);
assert.ok(story, 'the home page has no story of three chapters');
const { chapters } = await site.call(listChapters, { id: story.slug });
const storyUrl = site.url + urls.story(story.slug);
const chapterUrls = chapters.map((chapter) => site.url + urls.chapter(story.slug, chapter.id));

const place = (page: Page) => page.evaluate(() => scrollY);

// Spec 1: Visitors search, read and share
// Spec 2, Route list: Every route change scrolls to top (note 1)
// Spec 2, Story page: Start Reading opens the first chapter by order
// Spec 2, Chapter page: Previous/Next Chapter by order, back link
test('a reader goes from the home page through a story’s chapters and back to the story', async () => {
  const reader = await newReader();
  const { page } = reader;
  await reader.open(urls.home());
  await reader.untilHydrated();
  await page.evaluate(() => Object.assign(window, { sameVisit: true }));

  const card = page.getByRole('article').getByRole('link', { name: story.title, exact: true });
  await card.scrollIntoViewIfNeeded();
  await card.click();
  await heading(page, story.title).waitFor();
  assert.equal(page.url(), storyUrl);
  assert.equal(await place(page), 0);

  await page.getByRole('link', { name: 'Start Reading' }).click();
  await heading(page, chapters[0]?.title ?? '').waitFor();
  assert.equal(page.url(), chapterUrls[0]);
  assert.ok(await page.getByText(`Chapter 1 of ${chapters.length}`, { exact: true }).isVisible());
  assert.equal(await page.getByRole('link', { name: 'Previous Chapter' }).count(), 0);

  const next = page.getByRole('link', { name: 'Next Chapter' });
  await next.scrollIntoViewIfNeeded();
  await reader.untilPainted();
  const endOfFirst = await place(page);
  assert.ok(endOfFirst > 0);
  await next.click();
  await heading(page, chapters[1]?.title ?? '').waitFor();
  assert.equal(page.url(), chapterUrls[1]);
  assert.equal(await place(page), 0, 'the next chapter does not begin at its top');

  await page.goBack();
  await heading(page, chapters[0]?.title ?? '').waitFor();
  const back = await placeSettled(page, endOfFirst);
  assert.ok(Math.abs(back - endOfFirst) <= 1, `left at ${endOfFirst}, back at ${back}`);
  await page.goForward();
  await heading(page, chapters[1]?.title ?? '').waitFor();

  await page.getByRole('link', { name: 'Previous Chapter' }).click();
  await heading(page, chapters[0]?.title ?? '').waitFor();
  await page.getByRole('link', { name: `Back to ${story.title}` }).click();
  await heading(page, story.title).waitFor();
  assert.equal(page.url(), storyUrl);

  await page.getByRole('link', { name: chapters.at(-1)?.title ?? '', exact: true }).click();
  await heading(page, chapters.at(-1)?.title ?? '').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Next Chapter' }).count(), 0);
  assert.ok(await page.evaluate(() => 'sameVisit' in window), 'a page was loaded anew');
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 1: Visitors search, read and share
// Spec 2, Shell: Toast with success or error
// Spec 2, Story page: Copy link
// Spec 2, Chapter page: Title, author link, copy link, HTML content
test('copying the link of a story or chapter counts as a share', async () => {
  const reader = await newReader();
  const { page } = reader;
  for (const address of [storyUrl, chapterUrls[0] ?? '']) {
    // The shared address drops parameters that a previous link added.
    await reader.open(`${address.slice(site.url.length)}?utm_source=elsewhere`);
    await reader.untilHydrated();
    const shared = page.waitForRequest((request) => request.url().endsWith('/share'));
    await page.getByRole('button', { name: 'Copy link' }).click();
    const request = await shared;
    assert.equal(request.method(), 'POST');
    assert.equal(request.url(), `${site.url}/api/tracking/stories/${story.id}/share`);
    assert.deepEqual(request.postDataJSON(), { shared_platform: 'copy' });
    assert.equal((await request.response())?.status(), 200);
    const toast = page.getByRole('status').getByText('Link copied', { exact: true });
    await toast.waitFor();
    // The message stays while the pointer is on it, however long the checks take.
    await toast.hover();
    assert.deepEqual(await reader.violations(), []);
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), address);
    await page.getByRole('button', { name: 'Close message' }).click();
    await toast.waitFor({ state: 'detached' });
  }
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 2, Story page: Show/Hide Preview: first 1000 characters of the first chapter
test('a reader opens the preview of a story on its page', async () => {
  const reader = await newReader();
  const { page } = reader;
  const first = chapters[0]?.id ?? 0;
  await reader.open(urls.chapter(story.slug, first));
  const whole = await page
    .locator('#page-html > *')
    .evaluateAll((blocks) => blocks.map((block) => block.textContent.trim()).join(''));
  assert.ok([...whole].length > PREVIEW_CHARACTERS);

  await reader.open(urls.story(story.slug));
  await reader.untilHydrated();
  await page.getByText('Show Preview').click();
  const on = page.getByRole('link', { name: 'Continue reading' });
  await on.waitFor();
  const shown = await page
    .locator('details p')
    .evaluateAll((paragraphs) => paragraphs.map((paragraph) => paragraph.textContent).join(''));
  assert.equal(shown, `${[...whole].slice(0, PREVIEW_CHARACTERS).join('').trimEnd()}…`);
  assert.equal(page.url(), storyUrl);
  assert.deepEqual(await reader.violations(), []);

  await page.getByText('Hide Preview').click();
  await on.waitFor({ state: 'hidden' });
  // The second preview reuses the fetched chapter.
  const chapterRequest = page.waitForRequest(/\/chapters\/\d+$/).catch(() => undefined);
  await page.getByText('Show Preview').click();
  await on.click();
  await heading(page, chapters[0]?.title ?? '').waitFor();
  assert.ok((await chapterRequest)?.url().endsWith(`/chapters/${first}`));
  reader.assertNoProblems();
  await reader.leave();
});

test('an outdated link leads to a not-found page that offers other pages', async () => {
  const reader = await newReader();
  const { page } = reader;
  const outdated: [string, string][] = [
    [urls.story('no-such-story'), 'Story not found'],
    [urls.chapter(story.slug, 999_999_999), 'Chapter Not Found'],
    [urls.author('nobody-of-that-name'), 'Author not found or profile is unavailable'],
    ['/no/such/page', 'Page not found'],
  ];
  for (const [path, message] of outdated) {
    assert.equal((await reader.open(path)).status, 404);
    await reader.untilHydrated();
    await heading(page, message).waitFor();
    await page.getByRole('link', { name: 'Browse stories' }).click();
    await page.getByRole('article').first().waitFor();
    assert.equal(page.url(), site.url + urls.home());
  }
  reader.assertNoProblems();
  await reader.leave();
});

test('a reader gets from the home page to the second chapter by keyboard alone', async () => {
  const reader = await newReader();
  const { page } = reader;
  await reader.open(urls.home());
  await reader.untilHydrated();
  const focused = page.locator(':focus');

  /** Presses Tab until the link has the focus, and checks that the focus is visible. */
  async function tabTo(name: string | RegExp) {
    const link = page.getByRole('link', { name, exact: true }).and(focused);
    for (let presses = 0; (await link.count()) === 0; presses += 1) {
      assert.ok(presses < 80, `the link ${name} is not reached`);
      await page.keyboard.press('Tab');
    }
    // A card's link draws the ring around the card.
    const hasRing = await link.evaluate((element) =>
      [undefined, '::after'].some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      }),
    );
    assert.ok(hasRing, `${name}: no focus ring`);
    const box = await link.boundingBox();
    assert.ok(box && box.y + box.height > 0 && box.y < 800, `${name} is out of sight`);
  }

  await page.keyboard.press('Tab');
  await page.getByRole('link', { name: 'Skip to content' }).and(focused).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('main:focus').waitFor();
  await page.keyboard.press('Tab');
  assert.ok(
    await focused.evaluate((element) => element.closest('main') !== null),
    'the skip link skips nothing',
  );

  await tabTo(story.title);
  await page.keyboard.press('Enter');
  await heading(page, story.title).waitFor();
  await page.locator('main h1:focus').waitFor();
  await tabTo('Start Reading');
  await page.keyboard.press('Enter');
  await heading(page, chapters[0]?.title ?? '').waitFor();
  await page.locator('main h1:focus').waitFor();
  await tabTo(/^Next Chapter/);
  await page.keyboard.press('Enter');
  await heading(page, chapters[1]?.title ?? '').waitFor();
  assert.equal(page.url(), chapterUrls[1]);
  reader.assertNoProblems();
  await reader.leave();
});
