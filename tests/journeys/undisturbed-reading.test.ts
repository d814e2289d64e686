import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { listChapters } from '#features/chapters/contract/chapters.ts';
import { addChapter } from '#features/chapters/service/chapters.ts';
import { frontpage } from '#features/stories/contract/stories.ts';
import type { Context } from '#platform/runtime/context.ts';
import { addStory } from '#tests/support/add-story.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { urls } from '#urls.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const { stories } = await site.call(frontpage, {});
const story = stories.find((candidate) => candidate.chapter_count >= 2);
assert.ok(story, 'the home page has no story of two chapters');
const { chapters } = await site.call(listChapters, { id: story.slug });
const first = chapters[0];
assert.ok(first);

async function addLongStory(context: Context): Promise<{ slug: string; chapterId: number }> {
  const author = await signedIn(context, 'long-writer');
  const long = await addStory(context.db, {
    ...{ author_id: author.id, title: 'The Long Stair', synopsis: 'Two climb it.', tags: ['stairs'] },
  });
  assert.ok(long.ok);
  const html = '<p>They climbed on, and neither of them counted.</p>'.repeat(60);
  const ids: number[] = [];
  for (const order of Array.from({ length: 30 }, (_, at) => at + 1)) {
    const chapter = await addChapter(context.db, {
      story_id: long.data.id,
      title: `Step ${order}`,
      order,
      html,
    });
    assert.ok(chapter.ok);
    ids.push(chapter.data.id);
  }
  return { slug: long.data.slug, chapterId: ids[19] ?? 0 };
}

const bar = (page: Page) => page.getByRole('banner');
const place = (page: Page) => page.getByRole('complementary', { name: 'Place in the chapter' });

/** Scrolls as a reader does, in steps of a finger. */
async function scrollBy(page: Page, pixels: number): Promise<void> {
  const step = Math.sign(pixels) * 50;
  for (let gone = 0; Math.abs(gone) < Math.abs(pixels); gone += step) {
    await page.evaluate((by) => {
      window.scrollBy(0, by);
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }, step);
  }
}

/** Waits until the bar is above the window, or back in it. */
function untilBarIs(page: Page, state: 'away' | 'back'): Promise<unknown> {
  return page.waitForFunction((isAway) => {
    const bottom = document.querySelector('header')?.getBoundingClientRect().bottom ?? Number.NaN;
    return isAway ? bottom <= 0 : bottom > 0;
  }, state === 'away');
}

for (const width of [390, 1280]) {
  test(`at ${width} pixels a reader sees nothing but the text, and the bar on the way up`, async () => {
    const reader = await newReader({ width, height: 844, touch: width === 390 });
    const { page } = reader;
    await reader.open(urls.chapter(story.slug, first.id));
    await reader.untilHydrated();
    assert.equal(await place(page).count(), 0);
    await scrollBy(page, 1200);
    await untilBarIs(page, 'away');
    await place(page).waitFor({ state: 'hidden' });
    await scrollBy(page, -100);
    await untilBarIs(page, 'back');
    await place(page).waitFor();
    const words = (await place(page).textContent()) ?? '';
    const [, percent] = /(\d+)%, \d+ min left/.exec(words) ?? [];
    assert.ok(Number(percent) > 0 && Number(percent) < 100, words);
    assert.deepEqual(await reader.violations(), []);

    await place(page).getByRole('button', { name: 'Reading settings' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await place(page).getByRole('link', { name: 'Contents' }).click();
    await page.getByRole('heading', { name: 'Chapters' }).waitFor();
    assert.equal(await page.locator('html[data-bar]').count(), 0);
    reader.assertNoProblems();
    await reader.leave();
  });
}

test('the contents of a long story open at the chapter that its reader is in, and mark it', async () => {
  const { slug, chapterId } = await site.within(addLongStory);
  const reader = await newReader({ width: 390, height: 844, touch: true });
  const { page } = reader;
  await reader.open(urls.chapter(slug, chapterId));
  await reader.untilHydrated();
  await scrollBy(page, 1200);
  await scrollBy(page, -100);
  await place(page).getByRole('link', { name: 'Contents' }).click();
  const current = page.locator('main a[aria-current]');
  await current.waitFor();
  assert.equal(await current.getAttribute('href'), urls.chapter(slug, chapterId));
  await page.waitForFunction(() => {
    const row = document.querySelector('main a[aria-current]')?.getBoundingClientRect();
    return row !== undefined && row.top > innerHeight / 4 && row.bottom < innerHeight;
  });
  assert.deepEqual(await reader.violations(), []);
  reader.assertNoProblems();
  await reader.leave();
});

test('a tap on the text brings the bar, and takes it away again', async () => {
  const reader = await newReader({ width: 390, height: 844, touch: true });
  const { page } = reader;
  await reader.open(urls.chapter(story.slug, first.id));
  await reader.untilHydrated();
  await scrollBy(page, 1200);
  await untilBarIs(page, 'away');
  await page.touchscreen.tap(195, 420);
  await untilBarIs(page, 'back');
  await bar(page)
    .getByRole('link', { name: 'Quick exit' })
    .or(bar(page).getByRole('button', { name: 'Quick exit' }))
    .waitFor();
  await page.touchscreen.tap(195, 420);
  await untilBarIs(page, 'away');
  reader.assertNoProblems();
  await reader.leave();
});

test('a reader with a keyboard has the bar as soon as the focus is in it', async () => {
  const reader = await newReader({ width: 1280, height: 844 });
  const { page } = reader;
  await reader.open(urls.chapter(story.slug, first.id));
  await reader.untilHydrated();
  await scrollBy(page, 1200);
  await untilBarIs(page, 'away');
  await bar(page).getByRole('link', { name: 'Tags' }).focus();
  await untilBarIs(page, 'back');
  await reader.leave();
});

test('the cover of a pressed story moves to its page, unless less motion is asked for', async () => {
  const reader = await newReader({ width: 1280, height: 844 });
  const { page } = reader;
  const press = async () => {
    await reader.open(urls.home());
    await reader.untilHydrated();
    await page.evaluate(() => {
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        const moving = document.querySelectorAll<HTMLElement>('img[style*="view-transition-name"]');
        document.documentElement.dataset.moved = [...moving].map((cover) => cover.getAttribute('src')).join();
        return start(update);
      };
    });
    await page
      .getByRole('main')
      .getByRole('listitem')
      .getByRole('link', { name: story.title, exact: true })
      .click();
    await page.getByRole('heading', { level: 1, name: story.title }).waitFor();
    return page.locator('html').getAttribute('data-moved');
  };
  assert.equal(await press(), null, 'readers of tests ask for less motion');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  assert.equal(await press(), `${urls.story(story.slug)}/cover.svg`);
  reader.assertNoProblems();
  await reader.leave();
});
