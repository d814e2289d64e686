import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { ageAddresses } from '#features/age/rules.ts';
import { exitWith } from '#platform/runtime/command.ts';
import { remember } from '#tests/journeys/account-steps.ts';
import { agePages } from '#tests/journeys/addresses.ts';
import { startAgeSite } from '#tests/support/age-site.ts';
import { launchChromium } from '#tests/support/chromium.ts';
import { openCompletely } from '#tests/support/complete-page.ts';
import { type RunningSite, startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { addFixtures } from './screenshots/fixtures.ts';
import { byPictureName, memberPages, staffPages, visitorPages } from './screenshots/pages.ts';

/**
 * Takes pictures of every screen with the sample library, in both themes, for phone, tablet and desktop, into
 * ./screenshots.
 */
const folder = new URL('../screenshots/', import.meta.url).pathname;
/** The pictures that the README shows, stored in a small size. */
const readmeFolder = new URL('../docs/pictures/', import.meta.url).pathname;
const widths = { phone: 360, tablet: 768, desktop: 1280 };
const heights = { phone: 780, tablet: 1024, desktop: 900 };
const themes = ['lamp', 'paper'] as const;

/** The five pictures of the README. */
async function takeReadmeScreenshots(site: RunningSite, browser: Browser): Promise<void> {
  const pages = await visitorPages(site);
  for (const [name, address, light, device] of [
    ['home', pages.home[''], 'lamp', 'desktop'],
    ['story', pages.story[''], 'paper', 'desktop'],
    ['filters', pages.allStories.filters, 'paper', 'desktop'],
    ['chapter', pages.chapter[''], 'lamp', 'phone'],
    ['tags', pages.tags[''], 'paper', 'phone'],
  ] as const) {
    const context = await newContext(browser, light, device);
    const page = await context.newPage();
    await accept(page, site);
    await openCompletely(page, site.url + address);
    await page.screenshot({ path: `${readmeFolder}${name}.jpg`, type: 'jpeg', quality: 80 });
    await context.close();
  }
}

function newContext(browser: Browser, light: (typeof themes)[number], device: keyof typeof widths) {
  return browser.newContext({
    viewport: { width: widths[device], height: heights[device] },
    colorScheme: light === 'lamp' ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
}

async function accept(page: Page, site: RunningSite): Promise<void> {
  await page.goto(site.url);
  await page.evaluate(() => localStorage.setItem('contentWarningAccepted', 'true'));
}

async function takeAll(site: RunningSite, browser: Browser, isWhole: boolean): Promise<number> {
  let taken = 0;
  const visitors = await visitorPages(site);
  const fixtures = await addFixtures(site);
  const membersAndStaff = [
    ...byPictureName(memberPages(fixtures)),
    ...byPictureName(staffPages(fixtures), 'moderation'),
  ];
  for (const light of themes) {
    for (const device of ['phone', 'tablet', 'desktop'] as const) {
      const context = await newContext(browser, light, device);
      const page = await context.newPage();
      const take = async (name: string, address: string) => {
        await openCompletely(page, site.url + address);
        await page.screenshot({ path: `${folder}${name}-${light}-${device}.png`, fullPage: isWhole });
        taken++;
      };
      await page.goto(site.url);
      await page.screenshot({ path: `${folder}content-warning-${light}-${device}.png` });
      await accept(page, site);
      for (const [name, address] of byPictureName(visitors)) await take(name, address);
      await openCompletely(page, site.url + visitors.chapter['']);
      await page.evaluate(() => window.scrollTo(0, 1200));
      await page.waitForFunction(() => localStorage.getItem('readingPlaces') !== null);
      await take('home-begun', urls.home());
      await remember({ page }, site, fixtures.session);
      for (const [name, address] of membersAndStaff) await take(name, address);
      await context.close();
    }
  }
  return taken;
}

/** The pages of the proof of age, which only a site that asks for it has. */
async function takeAgePages(site: RunningSite, browser: Browser, isWhole: boolean): Promise<number> {
  let taken = 0;
  for (const light of themes) {
    for (const device of ['phone', 'tablet', 'desktop'] as const) {
      const context = await newContext(browser, light, device);
      const page = await context.newPage();
      const take = async (name: string) => {
        await page.screenshot({ path: `${folder}${name}-${light}-${device}.png`, fullPage: isWhole });
        taken++;
      };
      for (const { name, path } of agePages) {
        await openCompletely(page, site.url + path);
        await take(name);
      }
      await page.goto(site.url + ageAddresses.begin);
      await take('age-in-the-app');
      await context.close();
    }
  }
  return taken;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { whole: { type: 'boolean', default: false }, readme: { type: 'boolean', default: false } },
  });
  for (const one of [folder, readmeFolder]) mkdirSync(one, { recursive: true });
  const site = await startSite();
  const browser = await launchChromium();
  try {
    if (values.readme) return await takeReadmeScreenshots(site, browser);
    const { site: ageSite } = await startAgeSite();
    const taken =
      (await takeAll(site, browser, values.whole)) +
      (await takeAgePages(ageSite, browser, values.whole).finally(ageSite.stop));
    process.stdout.write(`${taken} screenshots in ${folder}\n`);
  } finally {
    await browser.close();
    await site.stop();
  }
}

main().catch(exitWith);
