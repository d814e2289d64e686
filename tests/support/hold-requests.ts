import type { Page, Request } from 'playwright-core';

/**
 * Holds back a page’s requests to an address, or those of them that a test chooses, until `release`. `requests` has all of
 * these so far; later ones pass. Routes that the page had before answer what is released.
 */
export async function holdRequests(
  page: Page,
  address: string | RegExp,
  isHeld: (request: Request) => boolean = () => true,
): Promise<{ requests: readonly Request[]; release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const requests: Request[] = [];
  await page.route(address, async (route) => {
    const request = route.request();
    if (isHeld(request)) {
      requests.push(request);
      await released;
    }
    await route.fallback();
  });
  return { requests, release };
}
