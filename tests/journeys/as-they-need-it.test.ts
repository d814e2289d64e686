import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { everyAddress, onePerScreen } from './addresses.ts';
import { fillShelf } from './shelf.ts';

/** Readers who set text wider, zoom to 400 %, choose their own colours or want nothing to move. */

const site = await startSite({ fill: fillShelf });
after(() => site.stop());
const { newReader } = await openBrowser(site);
const screens = onePerScreen(await everyAddress(site)).filter(
  ({ kind, status }) => kind === 'screen' && status === 200,
);

/** What WCAG 2.2, 1.4.12 lets a reader set, and nothing may be lost. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`;

/** Texts of which a part can't be seen, though nothing says so: neither a scroll bar nor dots. */
function clipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { overflowX, overflowY, textOverflow, position, webkitLineClamp } = getComputedStyle(element);
      const isHidden = [overflowX, overflowY].some((one) => one === 'hidden' || one === 'clip');
      // What only screen readers are told is one pixel large, and what is cut on purpose ends in dots.
      const isForEars = element.clientWidth <= 1 || element.clientHeight <= 1;
      if (!isHidden || isForEars || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') continue;
      if (element.textContent.trim() === '' || position === 'fixed') continue;
      const isCut =
        element.scrollHeight > element.clientHeight + 2 || element.scrollWidth > element.clientWidth + 2;
      if (isCut) found.push(element.outerHTML.slice(0, 120));
    }
    return found;
  });
}

const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test('a reader who sets letters, words and lines further apart loses no text on any screen', async () => {
  const reader = await newReader({ width: 390 });
  const { page } = reader;
  for (const { path } of screens) {
    await reader.open(path);
    await reader.untilHydrated();
    const before = await clipped(page);
    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets = [sheet];
    }, SPACING);
    const after = await clipped(page);
    assert.deepEqual(
      after.filter((one) => !before.includes(one)),
      [],
      path,
    );
    assert.equal(await isWide(page), false, `${path} has to be scrolled sideways`);
  }
  reader.assertUntroubled();
  await reader.leave();
});

test('a reader who zooms to 400 % has most of the window for what they came for, on every screen', async () => {
  // 1280 by 1024 pixels at 400 %.
  const reader = await newReader({ width: 320, height: 256 });
  const { page } = reader;
  for (const { path } of screens) {
    await reader.open(path);
    await reader.untilHydrated();
    assert.equal(await isWide(page), false, `${path} has to be scrolled sideways`);
    await page.evaluate(() => scrollTo(0, 600));
    await reader.untilPainted();
    const covered = await page.evaluate(() => {
      const main = document.querySelector('main');
      let rows = 0;
      for (let y = 4; y < innerHeight; y += 8) {
        const top = document.elementFromPoint(innerWidth / 2, y);
        const isStuck = top !== null && getComputedStyle(top.closest('header, nav') ?? top).position;
        if (isStuck === 'fixed' || isStuck === 'sticky' || !(main?.parentElement?.contains(top) ?? true))
          rows += 8;
      }
      return rows / innerHeight;
    });
    assert.ok(covered <= 0.5, `on ${path} ${Math.round(covered * 100)} % of the window stay covered`);
  }
  await reader.leave();
});

test('a reader with colours of their own sees what has the focus, what is a button and what is chosen', async () => {
  const reader = await newReader();
  const { page } = reader;
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  for (const { path } of screens) {
    await reader.open(path);
    await reader.untilHydrated();
    const unseen = await page.evaluate(() => {
      const found: string[] = [];
      const parts = document.querySelectorAll<HTMLElement>(
        'main a[href], main button, main input, main textarea, header a[href], header button',
      );
      for (const part of [...parts].slice(0, 60)) {
        if (!part.checkVisibility()) continue;
        part.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
        if (document.activeElement !== part) continue;
        let box: Element | null = part;
        // Some show it around what holds them, or around what they spread over it.
        const isShown = (element: Element) =>
          [undefined, '::after'].some((pseudo) => {
            const { outlineStyle, outlineWidth } = getComputedStyle(element, pseudo);
            return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
          });
        while (box !== null && box.localName !== 'main' && !isShown(box)) box = box.parentElement;
        if (box === null || box.localName === 'main') found.push(part.outerHTML.slice(0, 120));
      }
      return found;
    });
    assert.deepEqual(unseen, [], path);
    const chosen = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main [aria-current="page"], main [aria-pressed="true"]')]
        .filter((one) => one.checkVisibility())
        .filter((one) => {
          const other = [...(one.closest('ul, nav, div')?.querySelectorAll('a[href], button') ?? [])].find(
            (sibling) => !sibling.matches('[aria-current="page"], [aria-pressed="true"]'),
          );
          if (other === undefined) return false;
          const look = (element: Element) => {
            const style = getComputedStyle(element);
            const names = ['color', 'backgroundColor', 'borderColor', 'borderWidth', 'fontWeight'] as const;
            return [...names, 'textDecorationLine' as const].map((name) => style[name]).join();
          };
          return look(one) === look(other);
        })
        .map((one) => one.outerHTML.slice(0, 120)),
    );
    assert.deepEqual(chosen, [], `${path}: looks like its neighbours`);
  }
  await reader.leave();
});

test('for a reader who wants nothing to move, nothing moves', async () => {
  const reader = await newReader();
  const { page } = reader;
  const moving = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter((element) => {
          const { animationName, animationDuration, transitionDuration, scrollBehavior } =
            getComputedStyle(element);
          const longest = (durations: string) => Math.max(...durations.split(',').map(Number.parseFloat));
          const isAnimated = animationName !== 'none' && longest(animationDuration) > 0.01;
          return isAnimated || longest(transitionDuration) > 0.01 || scrollBehavior === 'smooth';
        })
        .map((element) => element.outerHTML.slice(0, 100)),
    );
  for (const { path } of screens) {
    await reader.open(path);
    await reader.untilHydrated();
    assert.deepEqual(await moving(), [], path);
  }
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  assert.notDeepEqual(await moving(), [], 'with motion something does move, so this would be noticed');
  await reader.leave();
});
