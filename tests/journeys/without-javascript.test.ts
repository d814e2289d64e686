import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { listChapters } from '#features/chapters/contract/chapters.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { allAddresses, onePerScreen } from './addresses.ts';
import { fillFixtures } from './fixtures.ts';

const site = await startSite({ fill: fillFixtures });
after(() => site.stop());
const { newReader } = await openBrowser(site);

// Interface, Pages: Every page can be read without JavaScript
test('a reader without JavaScript reads from the home page to the next chapter and back', async () => {
  const reader = await newReader({ javaScript: false });
  const { page } = reader;
  await reader.open(urls.home());
  const slug = 'eleven-cents-flat';
  const { chapters } = await site.call(listChapters, { id: slug });
  await page.getByRole('navigation', { name: 'About this site' }).waitFor();
  const card = page.getByRole('article').filter({ has: page.locator(`a[href="${urls.story(slug)}"]`) });
  await card.getByRole('heading').getByRole('link').click();
  await page.waitForURL(`**${urls.story(slug)}`);

  await page.getByRole('link', { name: 'Start Reading' }).click();
  await page.waitForURL(`**${urls.chapter(slug, chapters[0]?.id ?? 0)}`);
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), chapters[0]?.title);
  assert.ok(((await page.locator('#page-html').textContent()) ?? '').length > 500);

  await page.getByRole('link', { name: 'Next Chapter' }).click();
  await page.waitForURL(`**${urls.chapter(slug, chapters[1]?.id ?? 0)}`);
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), chapters[1]?.title);
  // Text browsers have no styles, and show the links as one line.
  const steps = page.getByRole('navigation', { name: 'Chapters' }).filter({ hasText: 'Next Chapter' });
  assert.equal(
    await steps.textContent(),
    `Previous Chapter: ${chapters[0]?.title} Next Chapter: ${chapters[2]?.title}, 4 min `,
  );
  await page.getByRole('link', { name: 'Previous Chapter' }).click();
  await page.waitForURL(`**${urls.chapter(slug, chapters[0]?.id ?? 0)}`);
  await page.getByRole('link', { name: /^Back to / }).click();
  await page.waitForURL(`**${urls.story(slug)}`);
  reader.assertNoProblems();
  await reader.leave();
});

test('on a phone without JavaScript the bar’s links stand at one edge, and pages of one’s own say what they need', async () => {
  const reader = await newReader({ javaScript: false, width: 390 });
  const { page } = reader;
  await reader.open(urls.shelves());
  const menu = page.getByRole('navigation', { name: 'Main' });
  const placeOf = async (name: string) => {
    const box = await menu.getByRole('link', { name, exact: true }).boundingBox();
    assert.ok(box !== null, name);
    return box;
  };
  assert.equal((await placeOf('Search')).x, (await placeOf('Stories')).x);
  assert.equal((await placeOf('Search')).y, (await placeOf('Register')).y);
  await page.getByText('This page needs JavaScript.').waitFor();
  await reader.leave();
});

test('a reader without JavaScript searches the tags, sorts them and opens one', async () => {
  const reader = await newReader({ javaScript: false, width: 390 });
  const { page } = reader;
  await reader.open(urls.tags());
  await page.getByRole('searchbox', { name: 'Search tags' }).fill('slow');
  await page.getByRole('search').getByRole('button', { name: 'Search' }).click();
  await page.waitForURL(`**${urls.tags({ q: 'slow' })}`);
  assert.equal(await page.getByRole('searchbox').inputValue(), 'slow');
  await page.getByText('tags matching "slow"').or(page.getByText('tag matching "slow"')).waitFor();

  // Another order preserves the search, and a search preserves the order.
  await page.getByRole('navigation', { name: 'Sort tags' }).getByRole('link', { name: 'Popular' }).click();
  await page.waitForURL(`**${urls.tags({ q: 'slow', sort: 'popularity' })}`);
  await page.getByRole('searchbox').fill('burn');
  await page.getByRole('searchbox').press('Enter');
  await page.waitForURL((url) => url.searchParams.get('q') === 'burn');
  assert.equal(new URL(page.url()).searchParams.get('sort'), 'popularity');

  await page
    .getByRole('main')
    .getByRole('link', { name: /^slow burn/ })
    .click();
  await page.waitForURL(`**${urls.tag('slow burn')}`);
  await page.getByRole('navigation', { name: 'Sort stories' }).getByRole('link', { name: 'New' }).click();
  await page.waitForURL(`**${urls.tag('slow burn', 'new')}`);
  reader.assertNoProblems();
  await reader.leave();
});

test('a reader without JavaScript changes the pages of a list', async () => {
  const reader = await newReader({ javaScript: false });
  const { page } = reader;
  await reader.open(urls.home());
  const pages = page.getByRole('navigation', { name: 'Pages of stories' });
  await pages.getByRole('link', { name: 'Next page' }).click();
  await page.waitForURL(`**${urls.home('trending', 2)}`);
  await page.getByText(/^Showing 19 - 36 of \d+ stories$/).waitFor();
  await pages.getByRole('link', { name: 'First page' }).click();
  await page.getByText(/^Showing 1 - 18 of \d+ stories$/).waitFor();
  reader.assertNoProblems();
  await reader.leave();
});

// Interface, Pages: Every page can be read without JavaScript
// Interface, Pages: The content warning hides no text from search engines or readers without JavaScript
test('without JavaScript the page shows the text below the content warning and no dead buttons', async () => {
  const reader = await newReader({ javaScript: false });
  const { page } = reader;
  const addresses = await allAddresses(site);
  const alsoAtDesk = new Set(onePerScreen(addresses));
  for (const address of addresses) {
    const { path, status } = address;
    assert.equal((await reader.open(path)).status, status, path);
    for (const width of alsoAtDesk.has(address) ? [390, 1280] : [390]) {
      await page.setViewportSize({ width, height: 800 });
      const seen = await page.evaluate(() => {
        const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
        const h1 = document.querySelector('h1');
        const box = h1?.getBoundingClientRect() ?? new DOMRect();
        const at = document.elementFromPoint(box.x + Math.min(8, box.width / 2), box.y + box.height / 2);
        const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
        return {
          h1IsOnTop: h1?.contains(at) ?? false,
          middleIsThePage: middle?.closest('main, footer, body > *:not(#root)') !== null,
          idleButtons: [
            ...document.querySelectorAll('button:not([type="submit"]), [role="button"], [role="dialog"]'),
          ]
            .filter(isSeen)
            .map((button) => button.textContent || button.getAttribute('aria-label')),
          isLocked: document.documentElement.dataset.warning !== undefined,
          sideways: document.documentElement.scrollWidth > document.documentElement.clientWidth,
        };
      });
      assert.deepEqual(
        seen,
        { h1IsOnTop: true, middleIsThePage: true, idleButtons: [], isLocked: false, sideways: false },
        `${path} at ${width}`,
      );
    }
  }
  await reader.open(urls.home());
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const warning = page.getByText('Please read on only if you are at least 18 years old');
    assert.ok(await warning.isVisible());
    // The warning is a bar at the bottom of the window, although it comes first in the HTML.
    const { y = 0, height = 0 } = (await warning.boundingBox()) ?? {};
    assert.ok(y > 600 && y + height <= 800, `${y} to ${y + height} at ${width}`);
    for (const name of ['Stories', 'Tags', 'Authors']) {
      const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
      assert.ok(await link.isVisible(), name);
    }
  }
  reader.assertNoProblems();
  await reader.leave();
});
