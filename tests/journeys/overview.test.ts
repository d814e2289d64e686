import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openCase } from '#features/moderation/contract/cases.ts';
import { frontpage } from '#features/stories/contract/stories.ts';
import { staffUrls } from '#staff-urls.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { urls } from '#urls.ts';
import { barOf, buttonOf, mainOf, openPage } from './account-steps.ts';
import { signInAs } from './moderation-steps.ts';
import { problemsInBothLooks } from './viewports.ts';

const site = await startSite();
after(() => site.stop());
const { ada, mia } = await site.within(async (context) => ({
  ada: await signedIn(context, 'ada-keeps', { role: 'admin' }),
  mia: await signedIn(context, 'mia-keeps', { role: 'moderator' }),
}));
const { newReader } = await openBrowser(site);

const rowOf = ({ page }: Reader, name: string) =>
  mainOf(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) });

async function newAdmin(): Promise<Reader> {
  const admin = await newReader();
  await signInAs(admin, site, ada);
  return admin;
}

async function noteBackupOf(hoursAgo: number): Promise<void> {
  const madeAt = new Date(Date.now() - hoursAgo * 3_600_000);
  await site.within(async ({ db }) => {
    await db.deleteFrom('last_backup').execute();
    await db.insertInto('last_backup').values({ made_at: madeAt, bytes: 12_345_678 }).execute();
  });
}

test('an admin sees what waits, new accounts, mail, storage, the last backup and slow routes', async () => {
  const { stories } = await site.call(frontpage, { sort: 'trending', limit: 1 });
  await site.call(openCase, { story: stories[0]?.slug ?? '' }, mia.token);
  await site.within(({ db }) =>
    db
      .insertInto('outbox_mails')
      .values({
        ...{ kind: 'x', address: 'nobody@example.org' },
        ...{ send_at: new Date(0), try_at: new Date(), parked_at: new Date() },
      })
      .execute(),
  );
  const admin = await newAdmin();
  await openPage(admin, staffUrls.queue());
  await admin.page.getByRole('link', { name: 'Overview', exact: true }).click();
  await rowOf(admin, 'Tag suggestions').waitFor();
  const staffPages = mainOf(admin.page).getByRole('navigation', { name: 'Moderation' });
  const pagesOf = (name: string) => staffPages.getByRole('list', { name }).getByRole('link').count();
  assert.deepEqual([await pagesOf('Work'), await pagesOf('Members'), await pagesOf('Site')], [4, 4, 7]);
  const cases = rowOf(admin, 'Open cases');
  await cases.waitFor();
  assert.match((await cases.textContent()) ?? '', /^Open cases1since \d\d:\d\d$/);
  await mainOf(admin.page)
    .getByText(/^\d+ accounts altogether\./)
    .waitFor();
  assert.match((await rowOf(admin, 'Mail').textContent()) ?? '', /1 given up/);
  assert.match((await rowOf(admin, 'Database').textContent()) ?? '', /\d+ MB/);
  assert.match((await rowOf(admin, 'Free space').textContent()) ?? '', /\d+ MB/);
  assert.match(
    (await rowOf(admin, 'Last backup').textContent()) ?? '',
    /none is known: make one every night/,
  );
  const slow = mainOf(admin.page).getByRole('table', { name: 'Slow routes' });
  const rows = slow.getByRole('rowheader');
  const routes = await rows.allInnerTexts();
  assert.ok(routes.length > 0 && routes.length <= 10, `${routes}`);
  for (const route of routes) assert.match(route, /^(All pages|[A-Z]+ \/\S*)$/);
  assert.ok(!routes.join().includes(stories[0]?.slug ?? 'no story'));
  assert.match((await slow.getByRole('row').nth(1).textContent()) ?? '', /\d(?: ms|\.\d s)\d+(?:\.\d)? m?s$/);

  await mainOf(admin.page).getByText('The same as a table').click();
  const today = mainOf(admin.page).getByRole('region', { name: 'New each day' }).getByRole('row').nth(1);
  assert.match((await today.textContent()) ?? '', / \d{4}\d{3,}$/);
  await cases.getByRole('link').click();
  await admin.page.waitForURL(site.url + staffUrls.queue());
  admin.assertNoProblems();
  await admin.leave();
});

for (const width of [390, 1280])
  test(`a moderator's menu counts what waits and leads there, ${width} wide`, async () => {
    const moderator = await newReader();
    const { page } = moderator;
    await page.setViewportSize({ width, height: 800 });
    await signInAs(moderator, site, mia);
    await openPage(moderator, urls.faq());
    const isWide = width > 768;
    if (isWide) await page.getByRole('button', { name: /your menu/ }).click();
    else await page.getByRole('button', { name: 'Open menu' }).click();
    const entry = isWide ? page.getByRole('menuitem') : barOf(page).getByRole('link');
    await entry.filter({ hasText: 'Moderation (1)' }).click();
    await page.waitForURL(site.url + staffUrls.queue());
    await mainOf(page).getByRole('list', { name: 'Cases' }).waitFor();
    moderator.assertNoProblems();
    await moderator.leave();
  });

test('an admin is warned of a backup that is older than a day', async () => {
  const admin = await newAdmin();
  await noteBackupOf(25);
  await openPage(admin, staffUrls.overview());
  await rowOf(admin, 'Last backup').getByText('12 MB: older than 24 hours').waitFor();
  await noteBackupOf(2);
  await openPage(admin, staffUrls.overview());
  await rowOf(admin, 'Last backup')
    .getByText(/12 MB$/)
    .waitFor();
  admin.assertNoProblems();
  await admin.leave();
});

test('an admin whose overview could not be loaded tries again', async () => {
  const admin = await newAdmin();
  await admin.page.route('**/api/moderation/overview', (route) => route.abort(), { times: 1 });
  await openPage(admin, staffUrls.overview());
  await buttonOf(admin.page, 'Try again').click();
  await rowOf(admin, 'Open cases').waitFor();
  await admin.leave();
});

test('a moderator gets the page of what is not found', async () => {
  const moderator = await newReader();
  await signInAs(moderator, site, mia);
  await openPage(moderator, staffUrls.overview());
  await moderator.page.getByRole('heading', { level: 1, name: /not found/i }).waitFor();
  assert.equal(await rowOf(moderator, 'Open cases').count(), 0);
  await moderator.leave();
});

test('the overview has no barriers', async () => {
  const admin = await newAdmin();
  await openPage(admin, staffUrls.overview());
  await rowOf(admin, 'Last backup').waitFor();
  assert.deepEqual(await problemsInBothLooks(admin), []);
  admin.assertNoProblems();
  await admin.leave();
});
