import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { chromium } from 'playwright-core';
import { openBrowser } from '#tests/support/browser.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { openPage } from './account-steps.ts';

/** Readers whose browser has its own colours or larger letters. */

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);

const TWICE_THE_SIZE = 32;

test('in the reader’s own colours the bar shows the current section and that something is unread', async () => {
  const reader = await newReader();
  const { page } = reader;
  await page.emulateMedia({ forcedColors: 'active' });
  await openPage(reader, urls.authors());
  const marks = (selector: string) =>
    page.evaluate((each) => {
      const element = document.querySelector(each);
      return (
        element && [getComputedStyle(element, '::after').backgroundColor, getComputedStyle(element).color]
      );
    }, selector);
  const [line, current] = (await marks('nav[aria-label="Main"] [aria-current]')) ?? [];
  const [, other] = (await marks('nav[aria-label="Main"] a:not([aria-current])')) ?? [];
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.notEqual(
    line,
    await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor),
  );
  assert.notEqual(line, ground);
  assert.notEqual(current, other);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.evaluate(() => {
    document.documentElement.dataset.unread = '';
  });
  const [dot] = (await marks('header button[aria-controls]')) ?? [];
  assert.equal(dot, line);
  reader.assertNoProblems();
  await reader.leave();
});

test('with letters of twice the size no page of a phone scrolls sideways or begins below the bar', async () => {
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      `--blink-settings=defaultFontSize=${TWICE_THE_SIZE}`,
    ],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 320, height: 800 }, reducedMotion: 'reduce' });
    const troubles: string[] = [];
    for (const path of [
      ...[urls.home(), urls.allStories(), urls.story('the-left-side-of-the-bed')],
      ...[urls.tags(), urls.tag('slow burn'), urls.authors(), urls.author('the-lamplighter')],
      ...[urls.search({ q: 'the' }), urls.login(), urls.register(), urls.warnings(), urls.takedownRequest()],
      ...[urls.help(), urls.faq(), urls.terms(), urls.contact(), '/no-such-page'],
    ]) {
      await page.goto(site.url + path);
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 800 });
        const widest = await page.evaluate(() => document.documentElement.scrollWidth);
        if (widest > width) troubles.push(`${path}: ${widest} wide where ${width} are`);
        const covered = await page.evaluate(() => {
          const [bar, main] = ['header', 'main'].map((name) => document.querySelector(name));
          return (
            (bar?.getBoundingClientRect().bottom ?? 0) - (main?.getBoundingClientRect().top ?? 0) - scrollY
          );
        });
        // The bar has a line at its foot.
        if (covered > 1) troubles.push(`${path}: ${covered} below the bar at ${width}`);
      }
    }
    assert.deepEqual(troubles, []);
  } finally {
    await browser.close();
  }
});
