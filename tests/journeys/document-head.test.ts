import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openBrowser } from '#tests/support/browser.ts';
import { get, startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { allAddresses } from './addresses.ts';
import { fillFixtures } from './fixtures.ts';

const site = await startSite({ fill: fillFixtures });
after(() => site.stop());
const { newReader } = await openBrowser(site);
// A page for parsing documents: those of the site let no text become elements.
const { page: parser } = await newReader();

/** Runs in the browser: what a document's head says about its page; of a sent text, or of the open document. */
function readHead(html: string | null): string[] {
  const shown = html === null ? document : new DOMParser().parseFromString(html, 'text/html');
  const about = shown.head.querySelectorAll(
    'title, meta, link:not([rel="stylesheet"], [rel="preload"], [rel="modulepreload"])',
  );
  return [shown.documentElement.lang, ...[...about].map((element) => element.outerHTML)].sort();
}

test('a reader who follows links gets the same head of a document as one who loads each page', async () => {
  const reader = await newReader();
  const { page } = reader;
  await reader.open(urls.home());
  await reader.untilHydrated();
  // Script sends a visitor who is not signed in on from the others.
  const screens = (await allAddresses(site)).filter(({ kind }) => kind === 'screen');
  assert.ok(screens.length > 80);
  const wrong: object[] = [];
  for (const { path } of screens) {
    const { text } = await get(site, path);
    const sent = await parser.evaluate(readHead, text);
    await page.evaluate((href) => {
      const link = Object.assign(document.createElement('a'), { href });
      document.body.append(link);
      link.click();
      link.remove();
    }, path);
    const isEqual = async () => JSON.stringify(await page.evaluate(readHead, null)) === JSON.stringify(sent);
    const until = Date.now() + 10_000;
    while (!(await isEqual()) && Date.now() < until) await reader.untilPainted();
    const shown = await page.evaluate(readHead, null);
    const missing = sent.filter((line) => !shown.includes(line));
    const stale = shown.filter((line) => !sent.includes(line));
    if (missing.length > 0 || stale.length > 0) wrong.push({ path, missing, stale });
  }
  // It is for search engines, which load each page, and the first page's would be wrong.
  assert.equal(await page.locator('script[type="application/ld+json"]').count(), 0);
  assert.deepEqual(wrong, []);
  await reader.leave();
});

test('discreet mode takes the page out of the head, and its end puts it back', async () => {
  const reader = await newReader();
  const { page } = reader;
  await reader.open(urls.authors());
  await reader.untilHydrated();
  const described = page
    .locator('head')
    .locator('meta[name="description"], meta[property], link[rel="canonical"]');
  const before = await described.count();
  assert.ok(before > 5);
  const toggle = page.getByRole('switch', { name: 'Discreet mode' });
  await toggle.click();
  await page.waitForFunction(() => document.querySelector('link[rel="canonical"]') === null);
  assert.equal(await described.count(), 0);
  await toggle.click();
  await page.waitForFunction(() => document.querySelector('link[rel="canonical"]') !== null);
  assert.equal(await described.count(), before);
  await reader.leave();
});

test('discreet mode keeps the title of a page out of the tab while script takes the page over', async () => {
  const reader = await newReader();
  const { page, context } = reader;
  await context.addCookies([{ name: 'discreet', value: '1', url: site.url }]);
  await page.addInitScript(() => {
    const titles: (string | null)[] = [];
    new MutationObserver((changes) => {
      // Two titles set in one task arrive together, when the element has the last one.
      for (const { target, addedNodes } of changes)
        if (target.nodeName === 'TITLE') titles.push(...[...addedNodes].map((node) => node.textContent));
    }).observe(document, { childList: true, subtree: true });
    Object.assign(window, { titles });
  });
  for (const path of [urls.authors(), '/no/such/page']) {
    await reader.open(path);
    await reader.untilHydrated();
    await reader.untilPainted();
    const titles: string[] = await page.evaluate(() => Reflect.get(window, 'titles'));
    assert.deepEqual(new Set(titles), new Set(['Notes']), path);
  }
  await reader.leave();
});
