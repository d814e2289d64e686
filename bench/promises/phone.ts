import type { Browser, CDPSession, Page } from 'playwright-core';
import { listChapters } from '#features/chapters/contract/chapters.ts';
import { frontpage } from '#features/stories/contract/stories.ts';
import { launchChromium } from '#tests/support/chromium.ts';
import { type RunningSite, startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { type Measurement, median } from './promise.ts';

const ROUNDS = 5;

/** A mid-range phone on slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms for each request, a processor a quarter as fast. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const PROCESSOR_SLOWDOWN = 4;

/** The reader's time on a page before a tap. */
const READING_MILLISECONDS = 3000;

declare const scheduler: { postTask(task: () => void, options: { priority: 'user-blocking' }): unknown };

declare global {
  interface Window {
    phone: { largestPaint: number; shift: number; delays: number[]; tapped: number };
  }
}

/** Measures the waits of a reader with a phone, in a Chromium slowed down, and the bytes of a first visit. */
export async function measurePhone(): Promise<Measurement[]> {
  const site = await startSite();
  const browser = await launchChromium();
  try {
    const { stories } = await site.call(frontpage, {});
    const story = stories.find(({ chapter_count }) => chapter_count >= 3);
    if (story === undefined) throw new Error('no story has three chapters');
    const { chapters } = await site.call(listChapters, { id: story.slug });
    const [first, second] = chapters;
    if (first === undefined || second === undefined) throw new Error('no chapters');
    const chapter = urls.chapter(story.slug, first.id);
    const visits: Awaited<ReturnType<typeof visit>>[] = [];
    const turns: Awaited<ReturnType<typeof visit>>[] = [];
    const opened: Awaited<ReturnType<typeof visit>>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      visits.push(await visit(browser, site, { address: chapter }));
      turns.push(
        await visit(browser, site, {
          address: chapter,
          tap: `a[rel=next][href="${urls.chapter(story.slug, second.id)}"]`,
          heading: second.title,
        }),
      );
      opened.push(
        await visit(browser, site, {
          address: urls.home(),
          tap: `article a[href="${urls.story(story.slug)}"]`,
          heading: story.title,
        }),
      );
    }
    const all = [...visits, ...turns, ...opened];
    return [
      kilobytes(
        'first visit to a chapter: script',
        75,
        visits.map(({ script }) => script),
      ),
      kilobytes(
        'first visit to a chapter: fonts',
        90,
        visits.map(({ fonts }) => fonts),
      ),
      time(
        'largest paint of a chapter',
        1200,
        visits.map(({ largestPaint }) => largestPaint),
      ),
      time(
        'largest paint of the home page',
        1200,
        opened.map(({ largestPaint }) => largestPaint),
      ),
      time(
        'from the tap to the next chapter',
        100,
        turns.map(({ shown }) => shown),
      ),
      time(
        'from the tap on a story in view to its page',
        100,
        opened.map(({ shown }) => shown),
      ),
      time(
        'longest response to a press',
        100,
        [...turns, ...opened].map(({ longestResponse }) => longestResponse),
      ),
      {
        name: 'layout shift',
        ...{ limit: 0.01, better: 'less' },
        reached: Math.max(...all.map(({ shift }) => shift)),
        detail: all.map(({ shift }) => shift.toFixed(3)).join(', '),
      },
    ];
  } finally {
    await browser.close();
    await site.stop();
  }
}

const list = (values: readonly number[]) => values.map((value) => value.toFixed(0)).join(', ');

function time(name: string, limit: number, values: readonly number[]): Measurement {
  return { name, limit, unit: 'ms', better: 'less', reached: median(values), detail: list(values) };
}

function kilobytes(name: string, limit: number, values: readonly number[]): Measurement {
  const reached = median(values) / 1000;
  return { name, limit, unit: 'kB', better: 'less', reached, detail: `${list(values)} bytes` };
}

interface Visit {
  address: string;
  /** The link that is tapped, and the heading of its page. */
  tap?: string;
  heading?: string;
}

/** A visit in a new profile, and perhaps a tap on a link. */
async function visit(browser: Browser, site: RunningSite, { address, tap, heading }: Visit) {
  const context = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  });
  await context.addInitScript(() => {
    localStorage.setItem('contentWarningAccepted', 'true');
  });
  await context.addInitScript(watchPage);
  const page = await context.newPage();
  const slow = await context.newCDPSession(page);
  const weights = await watchWeights(slow);
  await slow.send('Network.emulateNetworkConditions', NETWORK);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN });
  await page.goto(site.url + address);
  await page.locator('button[aria-label^="Switch to "]').waitFor({ state: 'attached' });
  await page.waitForTimeout(READING_MILLISECONDS);
  const { script, fonts } = weights();
  const { largestPaint } = await page.evaluate(() => window.phone);
  const shown = tap === undefined || heading === undefined ? 0 : await tapUntilShown(page, tap, heading);
  const { shift, delays } = await page.evaluate(() => window.phone);
  await context.close();
  return { script, fonts, largestPaint, shown, shift, longestResponse: Math.max(0, ...delays) };
}

function watchPage(): void {
  window.phone = { largestPaint: 0, shift: 0, delays: [], tapped: 0 };
  const watch = (type: string, add: (entry: PerformanceEntry) => void, options = {}) =>
    new PerformanceObserver((entries) => entries.getEntries().forEach(add)).observe({
      type,
      buffered: true,
      ...options,
    });
  watch('largest-contentful-paint', ({ startTime }) => {
    window.phone.largestPaint = startTime;
  });
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) window.phone.shift += value;
  });
  watch(
    'event',
    (entry) => {
      if ((entry as PerformanceEntry & { interactionId: number }).interactionId > 0)
        window.phone.delays.push(entry.duration);
    },
    { durationThreshold: 16 },
  );
  addEventListener(
    'click',
    ({ timeStamp }) => {
      window.phone.tapped = timeStamp;
    },
    true,
  );
}

/** Counts the bytes of script and fonts on the wire. */
async function watchWeights(session: CDPSession): Promise<() => { script: number; fonts: number }> {
  const kinds = new Map<string, string>();
  const weights = { script: 0, fonts: 0 };
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    kinds.set(requestId, /\.js$/.test(response.url) ? 'Script' : type);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (kinds.get(requestId) === 'Script') weights.script += encodedDataLength;
    if (kinds.get(requestId) === 'Font') weights.fonts += encodedDataLength;
  });
  await session.send('Network.enable');
  return () => ({ ...weights });
}

/** Scrolls to a link as a reader does, taps it, and returns the milliseconds until its page is painted. */
async function tapUntilShown(page: Page, tap: string, heading: string): Promise<number> {
  const link = page.locator(tap).first();
  await link.scrollIntoViewIfNeeded();
  await page.waitForTimeout(READING_MILLISECONDS);
  const shown = page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector('h1')?.textContent !== text) return requestAnimationFrame(look);
          // A task of this priority comes after the paint of this frame, and before what React does then.
          return scheduler.postTask(() => resolve(performance.now() - window.phone.tapped), {
            priority: 'user-blocking',
          });
        };
        requestAnimationFrame(look);
      }),
    heading,
  );
  await link.tap();
  const milliseconds = await shown;
  await page.waitForTimeout(500);
  return milliseconds;
}
