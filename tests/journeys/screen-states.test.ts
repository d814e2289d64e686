import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { everyAddress, onePerScreen } from './addresses.ts';
import { fillShelf } from './shelf.ts';

const site = await startSite({ fill: fillShelf });
after(() => site.stop());
const { newReader } = await openBrowser(site);
const screens = onePerScreen(await everyAddress(site)).filter(
  ({ kind, status }) => kind === 'screen' && status === 200,
);

const title = (page: Page) => page.getByRole('heading', { level: 1 });

/** Goes to an address as by a link of the page that is open. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    const link = document.createElement('a');
    link.href = href;
    document.body.append(link);
    link.click();
    link.remove();
  }, path);
}

/** The screens that ask the server for something, and what stands above them; all of their code is fetched by then. */
async function screensThatAsk(reader: Reader): Promise<{ path: string; name: string }[]> {
  const { page } = reader;
  const found: { path: string; name: string }[] = [];
  await reader.open(urls.guidelines());
  await reader.untilHydrated();
  for (const { path } of screens) {
    let asked = 0;
    const count = (request: { url(): string; method(): string }) => {
      if (request.url().includes('/api/') && request.method() === 'GET') asked += 1;
    };
    page.on('request', count);
    await follow(page, path);
    await page.waitForURL(site.url + path);
    await reader.untilPainted();
    page.off('request', count);
    if (asked > 0) found.push({ path, name: (await title(page).textContent()) ?? '' });
  }
  return found;
}

const refuse = (status: number) => (route: Route) =>
  route.request().method() === 'GET'
    ? route.fulfill({
        status,
        contentType: 'application/json',
        body: JSON.stringify({ success: false, error: { code: 'internal', message: 'A bug' } }),
      })
    : route.continue();

test('explore', async () => {
  const reader = await newReader({ width: 390 });
  const { page, context } = reader;
  const asking = await screensThatAsk(reader);
  console.log(asking);
  for (const { path, name } of asking) {
    await follow(page, urls.guidelines());
    await title(page).getByText(/./).waitFor();
    await page.waitForURL(site.url + urls.guidelines());
    await context.route('**/api/**', refuse(500));
    await follow(page, path);
    await reader.untilPainted();
    await page.waitForTimeout(300);
    console.log(path, '|', name, '|', page.url(), '|', (await page.getByRole('main').innerText()).slice(0, 200).replaceAll('\n', ' / '), '|', await page.getByRole('button', { name: 'Try again' }).count());
    await context.unroute('**/api/**');
    await follow(page, urls.guidelines());
    await page.waitForURL(site.url + urls.guidelines());
    await context.setOffline(true);
    await follow(page, path);
    await page.waitForTimeout(300);
    console.log('OFF', page.url(), '|', (await page.getByRole('main').innerText()).slice(0, 150).replaceAll('\n', ' / '));
    await context.setOffline(false);
  }
});
