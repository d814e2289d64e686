import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { listChapters } from '#features/chapters/contract.ts';
import { frontpage } from '#features/stories/contract.ts';
import { exitWith } from '#platform/command.ts';
import { launchChromium } from '#tests/support/chromium.ts';
import { type RunningSite, startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';

/** Pictures of every screen with the sample library: both lights, phone and desktop, into ./screenshots. */
const folder = new URL('../screenshots/', import.meta.url).pathname;
const widths = { phone: 390, desktop: 1280 };
const lights = ['lamp', 'paper'] as const;

async function addresses(site: RunningSite): Promise<Record<string, string>> {
  const { stories } = await site.call(frontpage, { sort: 'trending', limit: 1 });
  const story = stories[0];
  if (story === undefined) throw new Error('there is no story to show');
  const { chapters } = await site.call(listChapters, { id: String(story.id) });
  return {
    home: urls.home(),
    stories: urls.allStories(),
    story: urls.story(story.slug),
    chapter: urls.chapter(story.slug, chapters[0]?.id ?? 0),
    author: urls.author(story.author_username),
    authors: urls.authors(),
    tag: urls.tag(story.tags[0]?.name ?? ''),
    tags: urls.tags(),
    'tags-trending': urls.tags({ sort: 'trending' }),
    'tags-none-found': urls.tags({ q: 'zzz' }),
    login: urls.login(),
    register: urls.register(),
    'reset-password': urls.resetPassword(),
    'verify-email': urls.verifyEmail(),
    search: urls.search({ q: 'lamp' }),
    'search-blank': urls.search(),
    'search-none-found': urls.search({ q: 'zzzzzz' }),
    privacy: urls.privacy(),
    terms: urls.terms(),
    guidelines: urls.guidelines(),
    help: urls.help(),
    contact: urls.contact(),
    faq: urls.faq(),
    takedown: urls.takedownRequest(),
    'newsletter-confirm': urls.newsletterConfirm('none'),
    'newsletter-unsubscribe': urls.newsletterUnsubscribe('none'),
    'newsletter-preferences': urls.newsletterPreferences(),
    'not-found': '/nothing-here',
    'api-docs': urls.apiDocs(),
  };
}

async function takeAll(site: RunningSite, browser: Browser, isWhole: boolean): Promise<number> {
  let taken = 0;
  const pages = Object.entries(await addresses(site));
  for (const light of lights) {
    for (const [device, width] of Object.entries(widths)) {
      const context = await browser.newContext({
        viewport: { width, height: device === 'phone' ? 844 : 900 },
        colorScheme: light === 'lamp' ? 'dark' : 'light',
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await page.goto(site.url);
      await page.screenshot({ path: `${folder}content-warning-${light}-${device}.png` });
      await page.evaluate(() => localStorage.setItem('contentWarningAccepted', 'true'));
      for (const [name, address] of pages) {
        await page.goto(site.url + address, { waitUntil: 'networkidle' });
        await page.screenshot({ path: `${folder}${name}-${light}-${device}.png`, fullPage: isWhole });
        taken++;
      }
      await context.close();
    }
  }
  return taken;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { whole: { type: 'boolean', default: false } } });
  mkdirSync(folder, { recursive: true });
  const site = await startSite();
  const browser = await launchChromium();
  try {
    const taken = await takeAll(site, browser, values.whole);
    process.stdout.write(`${taken} screenshots in ${folder}\n`);
  } finally {
    await browser.close();
    await site.stop();
  }
}

main().catch(exitWith);
