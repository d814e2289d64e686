import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createChapter } from '#features/chapters/contract/chapters.ts';
import { follow, unfollow } from '#features/follows/contract/follows.ts';
import { getPush, pushMessages, removePushBrowser } from '#features/push/contract.ts';
import { publishStory } from '#features/stories/contract/stories.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { newPushBrowser } from '#tests/support/push-service.ts';
import { startSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import { buttonOf, mainOf, newAccount, openPage, remember } from './account-steps.ts';
import { PHONE, problemsInBothLooks } from './viewports.ts';

const SERVICE = 'https://updates.push.services.mozilla.com';
const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const session = await newAccount(site, 'wants-to-know');
const author = await newAccount(site, 'writes-on');
const story = await site.call(publishStory, { title: 'The Night Ferry' }, author.token);
const chapter = { title: 'Departure', content: '<p>The lamp was lit at eight.</p>' };
await site.call(createChapter, { id: String(story.id), ...chapter }, author.token);
const followed = await site.call(follow, { kind: 'story', id: String(story.id) }, session.token);

/** Answers for the browser's vendor, whom a test can't reach: with a subscription at this address, or not at all. */
async function standInForVendor({ context }: Reader, endpoint: string | undefined): Promise<void> {
  let isSubscribed = false;
  await context.exposeFunction('vendorKnows', (isNow?: boolean) => {
    isSubscribed = isNow ?? isSubscribed;
    return isSubscribed;
  });
  const subscription = endpoint === undefined ? undefined : newPushBrowser(endpoint).subscription;
  await context.addInitScript((known) => {
    const { vendorKnows } = window as unknown as { vendorKnows: (isNow?: boolean) => Promise<boolean> };
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
        .buffer;
    const made = known && {
      endpoint: known.endpoint,
      getKey: (name: string) => bytes(name === 'auth' ? known.auth : known.p256dh),
      unsubscribe: () => vendorKnows(false),
    };
    // The browser of the tests has no notifications.
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    Notification.requestPermission = async () => 'granted';
    Object.assign(PushManager.prototype, {
      async subscribe() {
        if (made === undefined) throw new DOMException('push service not available', 'AbortError');
        await vendorKnows(true);
        return made;
      },
      getSubscription: async () => ((await vendorKnows()) ? made : null),
    });
  }, subscription);
}

async function openFollows(endpoint?: string): Promise<Reader> {
  const reader = await newReader(PHONE);
  await standInForVendor(reader, endpoint);
  await remember(reader, site, session);
  await openPage(reader, urls.follows());
  await mainOf(reader.page).getByRole('heading', { name: 'Notifications' }).waitFor();
  return reader;
}

/** The service workers and the caches of this browser. */
const leftBehind = (page: Reader['page']) =>
  page.evaluate(async () => [
    ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
    ...(await caches.keys()),
  ]);

test('a reader is notified in a browser until it is turned off', async () => {
  const reader = await openFollows(`${SERVICE}/wpush/here`);
  const { page } = reader;
  await buttonOf(page, 'Notify This Browser').click();
  await mainOf(page)
    .getByText(/^On in this browser since /)
    .waitFor();
  assert.deepEqual(await problemsInBothLooks(reader), []);

  await page.reload();
  await mainOf(page)
    .getByText(/^On in this browser since /)
    .waitFor();
  await buttonOf(page, 'Turn Off').click();
  await buttonOf(page, 'Notify This Browser').waitFor();
  assert.deepEqual((await site.call(getPush, {}, session.token)).browsers, []);
  await untilEqual(() => leftBehind(page), []);
  await reader.leave();
});

test('the worker of notifications goes with the session', async () => {
  const reader = await openFollows(`${SERVICE}/wpush/signed-out`);
  const { page } = reader;
  await buttonOf(page, 'Notify This Browser').click();
  await mainOf(page)
    .getByText(/^On in this browser since /)
    .waitFor();
  assert.notDeepEqual(await leftBehind(page), []);
  await page.evaluate(() => {
    for (const name of ['token', 'refreshToken', 'userData']) localStorage.removeItem(name);
  });
  await openPage(reader, urls.faq());
  await untilEqual(() => leftBehind(page), []);
  for (const { id } of (await site.call(getPush, {}, session.token)).browsers)
    await site.call(removePushBrowser, { id: String(id) }, session.token);
  await reader.leave();
});

test('a reader learns that the vendor can’t be reached, and nothing is stored', async () => {
  const reader = await openFollows();
  await buttonOf(reader.page, 'Notify This Browser').click();
  await reader.page.getByText(pushMessages.unreachable).waitFor();
  await buttonOf(reader.page, 'Notify This Browser').waitFor();
  assert.deepEqual((await site.call(getPush, {}, session.token)).browsers, []);
  await reader.leave();
});

test('the browser of another device is turned off from here, also after the last unfollow', async () => {
  const elsewhere = await openFollows(`${SERVICE}/wpush/elsewhere`);
  await buttonOf(elsewhere.page, 'Notify This Browser').click();
  await mainOf(elsewhere.page)
    .getByText(/^On in this browser since /)
    .waitFor();
  await site.call(unfollow, { id: String(followed.id) }, session.token);
  const reader = await openFollows();
  await mainOf(reader.page).getByText('You follow nothing yet.').waitFor();
  await mainOf(reader.page)
    .getByText(/^Another browser, through Mozilla, since /)
    .waitFor();
  await buttonOf(reader.page, 'Turn Off').click();
  await mainOf(reader.page)
    .getByText(/^Another browser/)
    .waitFor({ state: 'detached' });
  await elsewhere.page.reload();
  await buttonOf(elsewhere.page, 'Notify This Browser').waitFor();
  await elsewhere.leave();
  await reader.leave();
});
