import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, afterEach } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import type { RunningSite } from './running-site.ts';

export interface Reader {
  page: Page;
  context: BrowserContext;
  /** The problems on the pages so far: errors, warnings, policy violations, failed and foreign requests. */
  problems: string[];
  /** Opens an address of the site; returns the server's answer. */
  open(path: string): Promise<{ status: number; html: string }>;
  /** Waits until the page's script has taken over. */
  untilHydrated(): Promise<void>;
  /** Waits some frames: by then the page has saved its scroll position and painted its state. */
  untilPainted(): Promise<void>;
  /** The cumulative layout shift since the page was loaded, without session windows. */
  layoutShift(): Promise<number>;
  /** Violations of WCAG 2.2 AA in the page as it stands, as far as axe can detect them; or only those of contrast. */
  violations(among?: 'all' | 'contrast'): Promise<string[]>;
  /** Fails if anything went wrong so far. */
  assertNoProblems(): void;
  leave(): Promise<void>;
}

export interface ReaderOptions {
  /** The colour scheme of their system. */
  theme?: 'lamp' | 'paper';
  javaScript?: boolean;
  width?: number;
  height?: number;
  /** Tells whether they have a touch screen, and no keyboard. */
  touch?: boolean;
  /** Tells whether they confirmed their age on an earlier visit. */
  accepted?: boolean;
  /** The user agent of their browser; the site takes headless Chromium for a crawler. */
  userAgent?: string;
}

declare global {
  interface Window {
    reportViolation: (text: string) => void;
  }
}

/** A test leaves its pages before optimised code has repaid its compilation, an eighth of their time. */
const UNOPTIMISED = ['--js-flags=--no-opt --no-maglev'];

/** One Chromium for a test file; each reader has a profile of their own in it. */
export async function openBrowser(
  site: RunningSite,
): Promise<{ newReader: (options?: ReaderOptions) => Promise<Reader> }> {
  const browser = await launchChromium(UNOPTIMISED);
  after(() => browser.close());
  const readers: Reader[] = [];
  afterEach(async (test) => {
    // A locator that waits in vain says nothing about the page it waited on.
    const cause = 'error' in test && !test.passed ? test.error?.cause : undefined;
    if (!(cause instanceof Error)) return;
    for (const { page, problems } of readers.filter((reader) => !reader.page.isClosed()))
      cause.stack += `\n    on ${page.url()}: ${problems.join('; ') || 'no problems'}; ${await stateOf(page)}`;
  });
  return {
    newReader: async (options = {}) => {
      const reader = await newReader(browser, site, options);
      readers.push(reader);
      return reader;
    },
  };
}

/** The messages on a page and its focused element, for the report of a failure; a page that hangs has none. */
async function stateOf(page: Page): Promise<string> {
  const state = page.evaluate(() => {
    const alerts = [...document.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent);
    const focused = document.activeElement?.cloneNode();
    const element = focused instanceof Element ? focused.outerHTML.slice(0, 200) : 'nothing';
    return `alerts “${alerts.join(' ').trim()}”, focus on ${element}`;
  });
  const patience = setTimeout(2_000, 'it does not answer', { ref: false });
  return Promise.race([state, patience]).catch((error: Error) => error.message);
}

/** The time that a step of a journey may take. Playwright's own 30 seconds end journeys of a very busy machine. */
const PATIENCE_MS = 120_000;

async function newReader(browser: Browser, site: RunningSite, options: ReaderOptions): Promise<Reader> {
  const { theme = 'lamp', javaScript = true, width = 1280, height = 800, accepted = true } = options;
  const { touch = false } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme === 'lamp' ? 'dark' : 'light',
    reducedMotion: 'reduce',
    javaScriptEnabled: javaScript,
    hasTouch: touch,
    isMobile: touch,
    locale: 'en-GB',
    ...(options.userAgent === undefined ? {} : { userAgent: options.userAgent }),
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const problems: string[] = [];
  if (javaScript) {
    await context.exposeFunction('reportViolation', (text: string) => problems.push(`policy: ${text}`));
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        window.reportViolation(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
      });
    });
  }
  if (accepted && javaScript) await context.addInitScript(accept, new URL(site.url).origin);
  const page = await context.newPage();
  watch(page, site, problems);
  return {
    page,
    context,
    problems,
    open: async (path) => {
      const answer = await page.goto(site.url + path);
      assert.ok(answer, `${path} is no page of its own`);
      return { status: answer.status(), html: await answer.text() };
    },
    untilHydrated: async () => {
      // The switch names the theme only once script has determined it.
      const named = page.locator('button[aria-label^="Switch to "]');
      await named.waitFor({ state: 'attached' }).catch((error: Error) => {
        throw new Error(`${page.url()} is not taken over by script: ${problems.join('; ')}`, {
          cause: error,
        });
      });
    },
    untilPainted: () =>
      page.evaluate(async () => {
        for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
      }),
    layoutShift: () => shiftOf(page),
    violations: (among = 'all') => violationsOn(page, among),
    assertNoProblems: () => assert.deepEqual(problems, []),
    leave: () => context.close(),
  };
}

/**
 * Runs at the first page of a tab, whose history starts with an empty page. A context with a stored state
 * would open and close a page for it each time.
 */
function accept(origin: string): void {
  if (location.origin === origin && history.length <= 2)
    localStorage.setItem('contentWarningAccepted', 'true');
}

function watch(page: Page, site: RunningSite, problems: string[]): void {
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // Answers with an error status are judged below, which tells the page's own from those of its parts.
    if (message.text().startsWith('Failed to load resource')) return;
    problems.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && origin !== site.url) problems.push(`foreign request: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // Requests that the browser aborts at a navigation are no failures.
    if (reason === 'net::ERR_ABORTED') return;
    problems.push(`failed request: ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() < 400 || response.request().isNavigationRequest()) return;
    problems.push(`answer ${response.status()}: ${response.url()}`);
  });
}

function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const sum = (entries: PerformanceEntryList) =>
          entries.reduce((all, entry) => all + (entry as unknown as { value: number }).value, 0);
        const observer = new PerformanceObserver((list) => resolve(sum(list.getEntries())));
        observer.observe({ type: 'layout-shift', buffered: true });
        // The observer reports earlier shifts at once, and never calls back on a page without any.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum(observer.takeRecords()))));
      }),
  );
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function violationsOn(page: Page, among: 'all' | 'contrast'): Promise<string[]> {
  // The source of axe is long, and stays loaded on a page that is checked again.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const results = await page.evaluate(
    async (runOnly) => {
      type Run = (context: ElementContext, options: RunOptions) => Promise<AxeResults>;
      const { axe } = window as unknown as { axe: { run: Run } };
      // The edges of an open menu are excluded: a focus that reaches one moves on at once.
      return axe.run(
        { exclude: ['[data-base-ui-focus-guard]'] },
        {
          runOnly,
          resultTypes: ['violations'],
          // It would fetch the style sheets a second time.
          preload: false,
        },
      );
    },
    among === 'all' ? LEVELS : ['color-contrast'],
  );
  return results.violations.map(({ id, help, nodes }) => {
    const [first] = nodes;
    return `${id} (${help}) ${nodes.length} times: ${first?.html} ${first?.failureSummary?.replaceAll('\n', ' ')}`;
  });
}

/** The page's scroll position, once it is the expected one, or after some sixty frames. */
export async function placeSettled(page: Page, expected: number): Promise<number> {
  const place = () => page.evaluate(() => scrollY);
  for (let frame = 0; frame < 60 && Math.abs((await place()) - expected) > 1; frame += 1) {
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  return place();
}
