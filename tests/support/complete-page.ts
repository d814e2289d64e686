import type { Page, Request } from 'playwright-core';
import { getProfile } from '#features/accounts/contract/session.ts';

/**
 * Opens an address and waits until its page is complete: nothing in it is loading, all requests are answered, and the
 * frames that paint the answers begin no other.
 */
export async function openCompletely(page: Page, address: string): Promise<void> {
  const requests: Request[] = [];
  const pending = new Set<Request>();
  const begin = (request: Request) => {
    requests.push(request);
    pending.add(request);
  };
  const end = (request: Request) => pending.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await page.goto(address);
  // The switch names the theme only once script has determined it. The description of the API has no script.
  await page.waitForFunction(
    () =>
      document.querySelector('script[data-entry]') === null ||
      document.querySelector('button[aria-label^="Switch to "]') !== null,
  );
  const isSignedIn = await page.evaluate(() => localStorage.getItem('token') !== null);
  // The page of someone who is signed in asks for their account last.
  const hasAskedLast = () =>
    !isSignedIn || requests.some((request) => request.url().endsWith(getProfile.path));
  for (let round = 0; round < 500; round += 1) {
    const before = requests.length;
    const isLoading = await paintFrames(page);
    if (isLoading || pending.size > 0 || requests.length > before || !hasAskedLast()) continue;
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
    return;
  }
  const urls = [...pending].map((request) => request.url());
  throw new Error(`${address} is never complete; unanswered: ${urls.join(' ') || 'nothing'}`);
}

/** Lets a page paint its state; tells whether it shows that something is loading. */
function paintFrames(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
    await document.fonts.ready;
    return [...document.querySelectorAll('[aria-busy="true"]')].some((part) => part.checkVisibility());
  });
}
