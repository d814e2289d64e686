import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);

const CONTINUE = 'I Understand, Continue';

declare global {
  interface Window {
    /** The visibility of the warning at every frame since the document began. */
    warningSeen: boolean[];
  }
}

/** Records from the first frame on whether the warning is painted. */
async function watchWarning({ context }: Reader): Promise<void> {
  await context.addInitScript(() => {
    window.warningSeen = [];
    const viewport = () => {
      const button = document.querySelector('[data-accept-warning]');
      if (button !== null) window.warningSeen.push(button.checkVisibility());
      requestAnimationFrame(viewport);
    };
    requestAnimationFrame(viewport);
  });
}

async function seenOver(reader: Reader): Promise<boolean[]> {
  await reader.untilHydrated();
  await reader.untilPainted();
  const seen = await reader.page.evaluate(() => window.warningSeen);
  assert.ok(seen.length >= 5);
  return [...new Set(seen)];
}

// Spec 1: Adults only: 18 or older, or the age of legal majority where higher; consent to sensitive material
// Interface, Pages: The content warning covers the page until it is accepted
test('a new visitor sees nothing of a story before confirming their age', async () => {
  for (const width of [390, 1280]) {
    const reader = await newReader({ accepted: false, width, theme: width === 390 ? 'paper' : 'lamp' });
    await watchWarning(reader);
    const { html } = await reader.open(urls.home());
    // On a slow network the page arrives in pieces, the cover first.
    assert.ok(html.indexOf('data-accept-warning') < html.indexOf('<header'));
    const { page } = reader;
    assert.deepEqual(await seenOver(reader), [true]);

    const uncovered = await page.evaluate(() => {
      const parts = [0.02, 0.25, 0.5, 0.75, 0.98];
      const warning = document.querySelector('[data-accept-warning]')?.closest('#root > *');
      // The width excludes the gutter reserved for a scrollbar, which no element can occupy.
      const { width } = document.documentElement.getBoundingClientRect();
      return parts.flatMap((x) =>
        parts.flatMap((y) => {
          const at = document.elementFromPoint(width * x, innerHeight * y);
          return at !== null && warning?.contains(at) ? [] : [`${x} ${y} ${at?.outerHTML.slice(0, 100)}`];
        }),
      );
    });
    assert.deepEqual(uncovered, []);

    const dialog = page.getByRole('dialog', { name: 'For adult readers' });
    assert.match((await dialog.textContent()) ?? '', /at least 18 years old/);
    assert.match((await dialog.textContent()) ?? '', /consent to sensitive material/);
    for (const part of ['main', 'header', 'footer']) {
      assert.ok(await page.locator(part).evaluate((element) => element.closest('[inert]') !== null), part);
    }
    await page.mouse.wheel(0, 600);
    await page.keyboard.press('PageDown');
    assert.equal(await page.evaluate(() => scrollY), 0);
    assert.deepEqual(await reader.violations(), []);
    reader.assertNoProblems();
    await reader.leave();
  }
});

// Interface, Pages: The content warning traps the focus
test('a new visitor with a keyboard stays within the warning until they answer it', async () => {
  const reader = await newReader({ accepted: false });
  await reader.open(urls.tags());
  await reader.untilHydrated();
  const { page } = reader;
  const dialog = page.getByRole('dialog');
  const focusInside = () => dialog.evaluate((element) => element.contains(document.activeElement));
  await dialog.and(page.locator(':focus')).waitFor();

  for (const key of ['Tab', 'Shift+Tab']) {
    const stops = new Set<string | null>();
    for (let press = 0; press < 7; press += 1) {
      await page.keyboard.press(key);
      assert.ok(await focusInside(), `${key} leads out`);
      stops.add(await page.evaluate(() => document.activeElement?.textContent ?? null));
    }
    assert.deepEqual([...stops].sort(), ['Exit Site', CONTINUE].sort());
  }
  await page.keyboard.press('Escape');
  assert.ok(await dialog.isVisible());
  assert.ok(await focusInside());
  assert.equal(await page.evaluate(() => localStorage.getItem('contentWarningAccepted')), null);

  await page.getByRole('button', { name: CONTINUE }).focus();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await page.locator('[inert]').count(), 0);
  // The focus is not lost with its removed element: the next Tab stays within the page.
  assert.ok(await page.evaluate(() => document.activeElement?.closest('main') !== null));
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 2, Shell: ‘I Understand, Continue’ stores the flag and closes; shown unless it is stored
// Spec 3: Local storage: contentWarningAccepted = true
// Interface, Pages: The content warning does not flash for those who accepted it
test('a visitor who has confirmed their age never sees the warning again', async () => {
  const reader = await newReader({ accepted: false });
  await reader.open(urls.home());
  await reader.untilHydrated();
  const { page } = reader;
  await page.getByRole('button', { name: CONTINUE }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  assert.equal(await page.evaluate(() => localStorage.getItem('contentWarningAccepted')), 'true');

  await watchWarning(reader);
  await page.reload();
  assert.deepEqual(await seenOver(reader), [false]);
  await reader.open(urls.authors());
  assert.deepEqual(await seenOver(reader), [false]);
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.equal(await page.locator('[inert]').count(), 0);
  reader.assertNoProblems();
  await reader.leave();
});

// Spec 2, Shell: ‘Exit Site’ leaves to a search engine
test('a visitor who is not an adult finds the way out', async () => {
  const reader = await newReader({ accepted: false });
  await reader.open(urls.home());
  const exit = reader.page.getByRole('link', { name: 'Exit Site' });
  const target = new URL((await exit.getAttribute('href')) ?? '', site.url);
  assert.notEqual(target.origin, site.url);
  assert.equal(target.protocol, 'https:');
  assert.match((await exit.getAttribute('rel')) ?? '', /noreferrer/);
  reader.assertNoProblems();
  await reader.leave();
});

test('a visitor can answer the warning when the page’s script fails to load', async () => {
  const reader = await newReader({ accepted: false });
  const { page } = reader;
  await reader.context.route('**/assets/client-*.js', (route) => route.abort());
  await reader.open(urls.home());
  const accept = page.getByRole('button', { name: CONTINUE });
  assert.ok(await page.locator('main').evaluate((main) => main.closest('[inert]') !== null));
  assert.ok(await page.locator(':focus').filter({ has: accept }).isVisible());
  await accept.click();
  await accept.waitFor({ state: 'hidden' });
  assert.equal(await page.locator('[inert]').count(), 0);
  assert.equal(await page.evaluate(() => localStorage.getItem('contentWarningAccepted')), 'true');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await reader.leave();
});

test('an answer in one tab is valid in the next tab', async () => {
  const reader = await newReader({ accepted: false });
  await reader.open(urls.home());
  await reader.page.getByRole('button', { name: CONTINUE }).click();
  const second = await reader.context.newPage();
  await second.goto(site.url + urls.tags());
  await second.getByRole('heading', { level: 1, name: 'Browse Tags' }).waitFor();
  assert.ok(!(await second.getByText('For adult readers').isVisible()));
  reader.assertNoProblems();
  await reader.leave();
});

test('without JavaScript the warning leaves a phone most of its screen', async () => {
  const reader = await newReader({ javaScript: false, width: 390, height: 844 });
  await reader.open(urls.home());
  const bar = await reader.page.getByRole('region', { name: 'For adult readers' }).boundingBox();
  assert.ok(bar !== null && bar.height > 0);
  // The system's letters, which stay where the site's own arrive late, are wider and take one more line.
  assert.ok(bar.height < 844 * 0.17, `${bar.height} of 844 pixels`);
  await reader.leave();
});
