import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { allAddresses, onePerScreen } from './addresses.ts';
import { fillFixtures } from './fixtures.ts';
import { focusProblems } from './focus-order.ts';

/** Readers who set text wider, zoom to 400 %, choose their own colours, reduce motion, or use a screen reader. */

const site = await startSite({ fill: fillFixtures });
after(() => site.stop());
const { newReader } = await openBrowser(site);
const screens = onePerScreen(await allAddresses(site)).filter(
  ({ kind, status }) => kind === 'screen' && status === 200,
);

/** The text spacing that WCAG 2.2, 1.4.12 lets a reader set without loss of content. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`;

/** Texts that are partly cut off without a scroll bar or an ellipsis to show it. */
function clipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const clippedTexts: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { overflowX, overflowY, textOverflow, position, webkitLineClamp } = getComputedStyle(element);
      const isHidden = [overflowX, overflowY].some(
        (overflow) => overflow === 'hidden' || overflow === 'clip',
      );
      // Text for screen readers is one pixel large, and text cut on purpose ends in an ellipsis.
      const isForEars = element.clientWidth <= 1 || element.clientHeight <= 1;
      if (!isHidden || isForEars || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') continue;
      if (element.textContent.trim() === '' || position === 'fixed') continue;
      const isCut =
        element.scrollHeight > element.clientHeight + 2 || element.scrollWidth > element.clientWidth + 2;
      if (isCut) clippedTexts.push(element.outerHTML.slice(0, 120));
    }
    return clippedTexts;
  });
}

const overflowsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

async function textLostBySpacing(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 800 });
  const before = await clipped(page);
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, SPACING);
  const lost = (await clipped(page)).filter((text) => !before.includes(text));
  if (await overflowsSideways(page)) lost.push('has to be scrolled sideways');
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  return lost;
}

async function contentCoveredByZoom(page: Page): Promise<string[]> {
  // 1280 by 1024 pixels at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  const problems = (await overflowsSideways(page)) ? ['has to be scrolled sideways'] : [];
  const covered = await page.evaluate(async () => {
    scrollTo(0, 600);
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
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
  if (covered > 0.5) problems.push(`${Math.round(covered * 100)} % of the window stay covered`);
  return problems;
}

async function invisibleInForcedColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const problems = await page.evaluate(() => {
    const unseen: string[] = [];
    const parts = document.querySelectorAll<HTMLElement>(
      'main a[href], main button, main input, main textarea, header a[href], header button',
    );
    for (const part of [...parts].slice(0, 60)) {
      if (!part.checkVisibility()) continue;
      part.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
      if (document.activeElement !== part) continue;
      let box: Element | null = part;
      // Some elements show it on an ancestor, or on a pseudo-element spread over that.
      const isShown = (element: Element) =>
        [undefined, '::after'].some((pseudo) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(element, pseudo);
          return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
        });
      while (box !== null && box.localName !== 'main' && !isShown(box)) box = box.parentElement;
      if (box === null || box.localName === 'main') unseen.push(`focus: ${part.outerHTML.slice(0, 120)}`);
    }
    const chosen = '[aria-current="page"], [aria-pressed="true"]';
    for (const element of document.querySelectorAll<HTMLElement>(
      'main :is([aria-current], [aria-pressed])',
    )) {
      if (!element.matches(chosen) || !element.checkVisibility()) continue;
      const others = element.closest('ul, nav, div')?.querySelectorAll('a[href], button') ?? [];
      const other = [...others].find((sibling) => !sibling.matches(chosen));
      if (other === undefined) continue;
      const styleOf = (element: Element) => {
        const style = getComputedStyle(element);
        const names = ['color', 'backgroundColor', 'borderColor', 'borderWidth', 'fontWeight'] as const;
        return [...names, 'textDecorationLine' as const].map((name) => style[name]).join();
      };
      if (styleOf(element) === styleOf(other))
        unseen.push(`looks like its neighbours: ${element.outerHTML.slice(0, 120)}`);
    }
    (document.activeElement as HTMLElement | null)?.blur();
    return unseen;
  });
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
  return problems;
}

function animatedElements(page: Page): Promise<string[]> {
  return page.evaluate(() =>
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
}

/** One visit to every screen is shared by all readers, because getting there is most of its cost. */
async function checkAllScreens() {
  const checks = {
    textLostBySpacing,
    contentCoveredByZoom,
    invisibleInForcedColours,
    animatedElements,
    focusProblems,
  };
  const findings = {
    textLostBySpacing: [],
    contentCoveredByZoom: [],
    invisibleInForcedColours: [],
    animatedElements: [],
    focusProblems: [],
  };
  const lists: Record<keyof typeof checks, string[]> = findings;
  const reader = await newReader();
  for (const { path } of screens) {
    await reader.page.setViewportSize({ width: 1280, height: 800 });
    await reader.open(path);
    await reader.untilHydrated();
    // Some parts are loaded after the page or once a reader comes near, and would arrive in the middle of a walk.
    await reader.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await reader.page.waitForLoadState('networkidle');
    await reader.page.evaluate(() => scrollTo(0, 0));
    await reader.untilPainted();
    for (const name of [
      'animatedElements',
      'focusProblems',
      'invisibleInForcedColours',
      'textLostBySpacing',
      'contentCoveredByZoom',
    ] as const) {
      lists[name].push(...(await checks[name](reader.page)).map((problem) => `${path}: ${problem}`));
    }
  }
  return { ...lists, reader };
}

const findings = await checkAllScreens();

test('wider text spacing clips no text on any screen', () => {
  assert.deepEqual(findings.textLostBySpacing, []);
  findings.reader.assertNoProblems();
});

test('at 400 % zoom the content has most of the window on every screen', () => {
  assert.deepEqual(findings.contentCoveredByZoom, []);
});

test('in forced colours focus, buttons and selections stay visible', () => {
  assert.deepEqual(findings.invisibleInForcedColours, []);
});

test('with reduced motion nothing moves', async () => {
  assert.deepEqual(findings.animatedElements, []);
  await findings.reader.page.emulateMedia({ reducedMotion: 'no-preference' });
  assert.notDeepEqual(await animatedElements(findings.reader.page), [], 'with motion something does move');
});

test('every focusable element has a name, and the Tab order equals the accessibility tree’s order', async () => {
  assert.deepEqual(findings.focusProblems, []);

  const { page } = findings.reader;
  await findings.reader.open(urls.help());
  await findings.reader.untilHydrated();
  await page.evaluate(() => {
    const [nameless, first] = [document.createElement('button'), document.createElement('a')];
    first.href = '/';
    first.textContent = 'Out of order';
    first.tabIndex = 1;
    document.querySelector('main')?.append(nameless, first);
  });
  const troubles = (await focusProblems(page)).join('\n');
  assert.match(troubles, /button without a name/);
  assert.match(troubles, /out of order/i);
});
