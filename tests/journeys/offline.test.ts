import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { listChapters } from '#features/chapters/contract/chapters.ts';
import { offlineMessages } from '#features/offline/contract.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { siteBehindProxy } from '#tests/support/site-proxy.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import { newAccount, remember } from './account-steps.ts';
import { untilAnswered, untilMentioned } from './cached-pages.ts';
import { everyKindTitle, fillFixtures } from './fixtures.ts';

const site = await startSite({ fill: fillFixtures });
after(() => site.stop());
const { newReader } = await openBrowser(site);

const SLUG = 'eleven-cents-flat';
const { chapters } = await site.call(listChapters, { id: SLUG });

/** Keeps a story by its button. */
async function keep(reader: Reader, slug: string): Promise<void> {
  await reader.open(urls.story(slug));
  await reader.untilHydrated();
  await reader.page.getByRole('button', { name: offlineMessages.keep }).click();
  await reader.page.getByText(offlineMessages.keptNow).waitFor({ timeout: 10_000 });
}

/** All that is stored in the database, as text. */
const storedText = (reader: Reader) =>
  reader.page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const request = indexedDB.open('kept');
        request.onsuccess = () => {
          const { result } = request;
          if (!result.objectStoreNames.contains('records')) {
            result.close();
            indexedDB.deleteDatabase('kept');
            resolve('');
            return;
          }
          const all = result.transaction('records').objectStore('records').getAll();
          all.onsuccess = () => {
            result.close();
            resolve(all.result.map((bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)).join(''));
          };
        };
      }),
  );

const workers = (reader: Reader) =>
  reader.page.evaluate(async () => ({
    registrations: (await navigator.serviceWorker.getRegistrations()).length,
    caches: await caches.keys(),
  }));

// Interface, Following, feeds, books: /service-worker.js keeps stories for reading offline
test('a reader keeps a story and reads it without a network, from any address', async () => {
  const reader = await newReader();
  const { page, context } = reader;
  await reader.open(urls.story(SLUG));
  await reader.untilHydrated();
  assert.deepEqual(await workers(reader), { registrations: 0, caches: [] });
  await keep(reader, SLUG);
  assert.equal((await workers(reader)).registrations, 1);
  const stored = await storedText(reader);
  assert.ok(stored.length > 5000);
  assert.doesNotMatch(stored, /Eleven|cents|<p>/);
  reader.assertNoProblems();

  await context.setOffline(true);
  await page.goto(site.url + urls.chapter(SLUG, chapters[0]?.id ?? 0));
  await page.waitForURL(`**${urls.kept()}#${urls.chapter(SLUG, chapters[0]?.id ?? 0)}`);
  await page.getByRole('heading', { name: chapters[0]?.title ?? '' }).waitFor();
  assert.ok(((await page.locator('.chapter-prose').textContent()) ?? '').length > 500);
  await page.getByRole('link', { name: `Next: ${chapters[1]?.title}` }).click();
  await page.getByRole('heading', { name: chapters[1]?.title ?? '' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: chapters[1]?.title ?? '' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: chapters[0]?.title ?? '' }).waitFor();
  await page.goto(`${site.url}${urls.tags()}`);
  await page.getByText('This page is not on your device.').waitFor();
  await page.getByRole('link', { name: 'Eleven Cents Flat' }).click();
  await page.getByRole('link', { name: chapters[0]?.title ?? '' }).waitFor();
  assert.deepEqual(await reader.violations(), []);

  await context.setOffline(false);
  await reader.open(urls.kept());
  await reader.untilHydrated();
  await page.getByRole('button', { name: 'Delete Eleven Cents Flat' }).click();
  await page.getByText(offlineMessages.nothing).waitFor();
  assert.deepEqual(await workers(reader), { registrations: 0, caches: [] });
  assert.equal(await page.evaluate(() => localStorage.getItem('keptKey')), null);
  await reader.leave();
});

test('a page that is not kept opens by itself once there is a network, and Back does not return to its outline', async () => {
  const reader = await newReader({ width: 390 });
  const { page, context } = reader;
  await keep(reader, SLUG);
  await context.setOffline(true);
  await page.goto(`${site.url}${urls.tags()}`);
  await page.getByText('This page is not on your device.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('There is still no network.').waitFor();
  assert.deepEqual(await reader.violations(), []);
  await context.setOffline(false);
  await page.waitForURL(site.url + urls.tags());
  await page.getByRole('heading', { name: 'Browse Tags' }).waitFor();
  await page.goBack();
  await page.waitForURL(site.url + urls.story(SLUG));
  await reader.leave();
});

test('without a network a link to a kept story’s chapter leads to the kept copy', async () => {
  const reader = await newReader();
  const { page, context } = reader;
  await keep(reader, SLUG);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Start Reading' }).click();
  await page.waitForURL(`**${urls.kept()}#${urls.chapter(SLUG, chapters[0]?.id ?? 0)}`);
  await page.getByRole('heading', { name: chapters[0]?.title ?? '' }).waitFor();
  await reader.leave();
});

test('Quick exit makes kept texts unreadable at once', async () => {
  const reader = await newReader();
  const { page } = reader;
  await keep(reader, SLUG);
  await page.route('https://www.wikipedia.org/**', (route) => route.fulfill({ body: 'elsewhere' }));
  const key = page.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener('historycleared', () => resolve(localStorage.getItem('keptKey')));
      }),
  );
  await page.getByRole('link', { name: 'Quick exit' }).first().click({ noWaitAfter: true });
  assert.equal(await key.catch(() => null), null);
  await page.waitForURL('https://www.wikipedia.org/**');
  await reader.open(urls.kept());
  await page.getByText(offlineMessages.nothing).waitFor();
  assert.equal(await storedText(reader), '');
  await reader.leave();
});

test('a story goes when its days are over, and one that the site no longer has', async () => {
  const reader = await newReader();
  const { page, context } = reader;
  await keep(reader, SLUG);
  const slug = await site.within(async ({ db }) => {
    const story = await db
      .selectFrom('stories')
      .select('slug')
      .where('title', '=', everyKindTitle)
      .executeTakeFirstOrThrow();
    return story.slug;
  });
  await keep(reader, slug);
  await reader.open(urls.kept());
  await page.getByLabel('Delete automatically').selectOption('7');
  await page.getByText('Saved').waitFor();
  await site.within(({ db }) =>
    db.updateTable('stories').set({ visibility: 'draft' }).where('slug', '=', slug).execute(),
  );
  await untilAnswered(site, urls.story(slug), 404);
  await reader.open(urls.kept());
  await page.getByText(`“${everyKindTitle}” is no longer here.`).waitFor();
  assert.equal(await page.getByRole('link', { name: everyKindTitle }).count(), 0);
  await page.getByRole('button', { name: 'All right' }).click();
  await page.getByText('is no longer here').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Eleven Cents Flat' }).waitFor();

  await page.clock.setFixedTime(Date.now() + 8 * 86_400_000);
  await context.setOffline(true);
  await page.reload();
  await page.getByText(offlineMessages.nothing).waitFor();
  await reader.leave();
});

test('a changed story is fetched again at the next visit', async () => {
  const reader = await newReader();
  const { page, context } = reader;
  await keep(reader, SLUG);
  await site.within(({ db }) =>
    db
      .updateTable('chapters')
      .set({ content: '<p>Another beginning.</p>', updated_at: new Date() })
      .where('id', '=', chapters[0]?.id ?? 0)
      .execute(),
  );
  await untilMentioned(site, urls.chapter(SLUG, chapters[0]?.id ?? 0), 'Another beginning.');
  await reader.open(urls.kept());
  await reader.untilHydrated();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.goto(`${site.url}${urls.kept()}#${urls.chapter(SLUG, chapters[0]?.id ?? 0)}`);
  await page.getByText('Another beginning.').waitFor();
  await reader.leave();
});

test('nothing that a member kept comes back when the session ends at the next visit', async () => {
  const reader = await newReader();
  const { page } = reader;
  const mira = await newAccount(site, 'mira-keeps');
  await remember(reader, site, mira);
  const slug = 'the-shared-meter';
  const letIn = (visibility: 'members' | 'public') =>
    site.within(({ db }) => db.updateTable('stories').set({ visibility }).where('slug', '=', slug).execute());
  await letIn('members');
  await keep(reader, slug);
  await keep(reader, SLUG);
  await site.within(({ db }) =>
    db.deleteFrom('sessions').where('account_id', '=', mira.user.account_id).execute(),
  );
  await reader.open(urls.kept());
  await page.getByText(offlineMessages.nothing).waitFor();
  await page.waitForLoadState('networkidle');
  const stored = () => page.evaluate(() => localStorage.getItem('keptKey'));
  assert.equal(await stored(), null);
  assert.equal(await storedText(reader), '');
  await letIn('public');
  await reader.leave();
});

test('without room nothing is half kept, and the reader is told', async () => {
  const reader = await newReader();
  const { page, context } = reader;
  await reader.open(urls.story(SLUG));
  await reader.untilHydrated();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: site.url, quotaSize: 20_000 });
  await page.getByRole('button', { name: offlineMessages.keep }).click();
  await page.getByText(offlineMessages.noSpace).waitFor();
  assert.equal(await storedText(reader), '');
  assert.deepEqual(await workers(reader), { registrations: 0, caches: [] });
  await reader.leave();
});

/** The site behind a proxy that can make its service worker that of another deployment. */
async function deployableSite() {
  let deployment = '';
  const deployed = await siteBehindProxy(site, (body, request, response) => {
    const isWorker = request.url === urls.serviceWorker();
    response.end(isWorker ? body.toString().replace('"version":"', `"version":"${deployment}`) : body);
  });
  return {
    site: deployed,
    deploy: (name: string) => {
      deployment = name;
    },
  };
}

test('the next visit after a deployment replaces the worker with its stored page, and no other page is ever stored', async () => {
  const behind = await deployableSite();
  const browser = await openBrowser(behind.site);
  const reader = await browser.newReader();
  const { page, context } = reader;
  await keep(reader, SLUG);
  const [earlier = ''] = (await workers(reader)).caches;
  await reader.open(urls.tags());
  behind.deploy('next-');
  const answer = await reader.open(urls.story(SLUG));
  assert.equal(answer.status, 200);
  await untilEqual(async () => (await workers(reader)).caches.includes(earlier), false);
  const [name, ...paths] = await page.evaluate(async () => {
    const [cacheName = ''] = await caches.keys();
    const requests = await (await caches.open(cacheName)).keys();
    return [cacheName, ...requests.map((request) => new URL(request.url).pathname)];
  });
  assert.match(name ?? '', /^shell next-/);
  assert.ok(paths.includes(urls.kept()));
  const others = paths.filter((path) => path !== urls.kept() && !/^\/(?:assets\/|favicon|plain)/.test(path));
  assert.deepEqual(others, []);
  await context.setOffline(true);
  await page.goto(behind.site.url + urls.story(SLUG));
  await page.getByRole('heading', { name: 'Eleven Cents Flat' }).waitFor();
  await reader.leave();
});

// Interface, Following, feeds, books: /manifest.webmanifest is neutral with the cookie discreet=1
// Interface, Following, feeds, books: /service-worker.js keeps stories for reading offline
test('the warning stands before kept stories, too, and discreet mode has a neutral manifest', async () => {
  const reader = await newReader({ accepted: false });
  const { page, context } = reader;
  await reader.open(urls.story(SLUG));
  await page.getByRole('button', { name: 'I Understand, Continue' }).click();
  await keep(reader, SLUG);
  await page.evaluate(() => localStorage.removeItem('contentWarningAccepted'));
  await context.setOffline(true);
  await page.goto(site.url + urls.story(SLUG));
  await page.getByRole('dialog', { name: 'For adult readers' }).waitFor();
  await reader.leave();

  const names = async (headers: Record<string, string>) => {
    const answer = await fetch(`${site.url}/manifest.webmanifest`, { headers });
    const manifest = (await answer.json()) as { name: string; icons: { src: string }[] };
    for (const { src } of manifest.icons) assert.equal((await fetch(site.url + src)).status, 200, src);
    return JSON.stringify(manifest);
  };
  const worker = await fetch(`${site.url}/service-worker.js`);
  assert.deepEqual([worker.status, /javascript/.test(worker.headers.get('content-type') ?? '')], [200, true]);
  assert.match(await names({}), /Nightstand/);
  const neutral = await names({ cookie: 'discreet=1' });
  assert.match(neutral, /"name":"Notes"/);
  assert.doesNotMatch(neutral, /Nightstand|fiction|favicon/i);
});
