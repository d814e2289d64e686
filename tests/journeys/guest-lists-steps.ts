import type { Page } from 'playwright-core';

/** Delays the code that joins a guest’s lists to the account until a call of the page itself is answered. */
export async function joinListsAfter(page: Page, path: string): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().endsWith(path));
  await page.route('**/join-guest-lists-*.js', async (route) => {
    await answered;
    await route.continue();
  });
}

/** Holds back the answers of a call from now on. `release` resolves once the page has got the first of them. */
export async function holdAnswers(
  page: Page,
  path: string,
): Promise<{ asked: Promise<unknown>; release: () => Promise<void> }> {
  const { promise: released, resolve: open } = Promise.withResolvers<void>();
  const { promise: answered, resolve: setAnswered } = Promise.withResolvers<void>();
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    await released;
    await route.fulfill({ response }).catch(() => undefined);
    setAnswered();
  });
  const asked = page.waitForRequest(`**${path}`);
  return {
    asked,
    release: () => {
      open();
      return answered;
    },
  };
}
