import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { editAnnouncement, endAnnouncement, writeAnnouncement } from '#features/announcements/contract.ts';
import { staffUrls } from '#staff-urls.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { get, startSite } from '#tests/support/running-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { urls } from '#urls.ts';
import { mainOf } from './account-steps.ts';
import { signInAs } from './moderation-steps.ts';
import { applyViewport, problemsIn, VIEWPORTS } from './viewports.ts';

const EXIT_URL = 'https://exit.invalid/';
const site = await startSite({ env: { EXIT_URL } });
after(() => site.stop());
const ada = await site.within((context) => signedIn(context, 'ada-keeps', { role: 'admin' }));
const { newReader } = await openBrowser(site);

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const announce = (
  text: string,
  fields: { kind?: 'notice' | 'maintenance'; from?: number; to?: number } = {},
) =>
  site.call(
    writeAnnouncement,
    {
      ...{ kind: fields.kind ?? 'notice', text },
      ...{ starts_at: inSeconds(fields.from ?? -60), ends_at: inSeconds(fields.to ?? 3600) },
    },
    ada.token,
  );
const end = ({ id, revision }: { id: number; revision: number }) =>
  site.call(endAnnouncement, { id, revision }, ada.token);
const bannerOf = ({ page }: Reader, name = 'Notice') => page.getByRole('complementary', { name });

async function untilHome(isShown: (html: string) => boolean): Promise<string> {
  for (;;) {
    const { text } = await get(site, urls.home());
    if (isShown(text)) return text;
    await pause(50);
  }
}

test('a cached page shows an announcement from its start, and no longer from its end', async () => {
  const text = 'The lamp is lit at eight.';
  const announcement = await announce(text, { from: 1800 });
  assert.doesNotMatch(await untilHome(() => true), /data-notice/);
  const edit = (revision: number, from: number, to: number) =>
    site.call(
      editAnnouncement,
      {
        ...{ id: announcement.id, revision, kind: 'notice' as const, text },
        ...{ starts_at: inSeconds(from), ends_at: inSeconds(to) },
      },
      ada.token,
    );
  // The pages stay cached from here to the start, and from the next edit to the end.
  const begun = await edit(announcement.revision, 2, 1800);
  assert.match(await untilHome((html) => html.includes(text)), /<html [^>]*data-notice="\d+"/);
  await edit(begun.revision, -1, 2);
  await untilHome((html) => !html.includes(text));
});

test('a reader dismisses a banner before the script has come, and no page shows it again, but the next one', async () => {
  const first = await announce('We move tonight. [Why](/help)');
  for (const width of [390, 1280]) {
    const reader = await newReader({ width });
    await reader.page.route(/\/assets\/(?:client|entry)[^/]*\.js$/, (route) => route.abort());
    await reader.open(urls.tags());
    const banner = bannerOf(reader);
    assert.equal(await banner.getByRole('link', { name: 'Why' }).getAttribute('href'), '/help');
    await banner.getByRole('button', { name: 'Dismiss' }).click();
    await banner.waitFor({ state: 'hidden' });
    await reader.page.unroute(/\/assets\/(?:client|entry)[^/]*\.js$/);
    for (const path of [urls.home(), urls.terms()]) {
      await reader.page.goto(site.url + path);
      await reader.untilHydrated();
      assert.equal(await bannerOf(reader).isVisible(), false);
      assert.ok((await reader.layoutShift()) < 0.02);
    }
    const next = await announce('And another one.');
    await reader.page.goto(site.url + urls.home());
    await bannerOf(reader).getByText('And another one.').waitFor();
    await bannerOf(reader).getByRole('button', { name: 'Dismiss' }).click();
    await end(next);
    await reader.page.goto(site.url + urls.home());
    await reader.untilHydrated();
    assert.match(await reader.page.content(), /We move tonight/);
    assert.equal(await bannerOf(reader).isVisible(), false, 'the end of the next one brings back none');
    await reader.leave();
  }
  await end(first);
});

test('Quick exit forgets that a banner was dismissed', async () => {
  const notice = await announce('A dull sentence.');
  const reader = await newReader();
  await reader.page.route(`${EXIT_URL}**`, (route) => route.fulfill({ body: 'dull' }));
  await reader.open(urls.home());
  await reader.untilHydrated();
  await bannerOf(reader).getByRole('button', { name: 'Dismiss' }).click();
  assert.equal(await reader.page.evaluate(() => localStorage.getItem('notice')), String(notice.id));
  await reader.page.locator('[data-quick-exit]').first().click();
  await reader.page.waitForURL(`${EXIT_URL}**`);
  await reader.page.goto(site.url + urls.home());
  await bannerOf(reader).waitFor();
  await end(notice);
});

test('without script a banner is shown, and has no button that would do nothing', async () => {
  const notice = await announce('A plain sentence <b>with</b> marks.');
  const reader = await newReader({ javaScript: false, width: 390 });
  await reader.open(urls.home());
  await bannerOf(reader).getByText('A plain sentence <b>with</b> marks.').waitFor();
  assert.equal(await reader.page.getByText('Dismiss', { exact: true }).isVisible(), false);
  await end(notice);
});

test('an admin writes, previews, edits and ends an announcement, and undoes that', async () => {
  const admin = await newReader();
  await signInAs(admin, site, ada);
  await admin.open(staffUrls.announcements());
  const main = mainOf(admin.page);
  const form = main.getByRole('form', { name: 'New announcement' });
  await form.getByRole('button', { name: 'Announce' }).click();
  await form.getByText('Text is required').waitFor();
  await form.getByLabel('Text').fill('See [the help](/help).');
  await form.getByLabel('Kind').selectOption('maintenance');
  await form.getByRole('figure').getByText('Maintenance').waitFor();
  await form.getByRole('figure').getByRole('link', { name: 'the help' }).waitFor();
  await form.getByLabel('End').fill('2020-01-01T10:00');
  await form.getByRole('button', { name: 'Announce' }).click();
  await form.getByText('End must be after the start').waitFor();
  assert.equal(await form.getByLabel('Text').inputValue(), 'See [the help](/help).');
  await form.getByLabel('End').fill(inSeconds(7200).slice(0, 16));
  await form.getByRole('button', { name: 'Announce' }).click();
  await form.getByText('The announcement is saved.').waitFor();
  assert.equal(await form.getByLabel('Kind').inputValue(), 'notice');
  await form.getByLabel('Text').fill('Another.');
  await form.getByRole('figure').getByText('Notice').waitFor();
  const list = main.getByRole('list', { name: 'Announcements' });
  await list.getByRole('button', { name: /^Edit announcement/ }).click();
  const editing = list.getByRole('form', { name: 'Edit announcement' });
  await editing.getByLabel('Text').fill('See [the help](/help), please.');
  await editing.getByRole('button', { name: 'Save' }).click();
  await editing.waitFor({ state: 'detached' });
  assert.match(
    await untilHome((html) => html.includes('please')),
    /<a href="\/help">the help<\/a>, please\./,
  );
  await list.getByRole('button', { name: /^End now announcement/ }).click();
  await admin.page.getByText('The announcement has ended.').waitFor();
  assert.doesNotMatch((await get(site, urls.home())).text, /data-maintenance/);
  const log = main.getByRole('list', { name: 'Changes' });
  // Both ends of the time have their day: “23:24 to 23:24 on 29 November” left the first one open.
  await log
    .getByText(/from (?:today|\d+ \w+ \d{4}) at \d\d:\d\d to (?:today|\d+ \w+ \d{4}) at \d\d:\d\d, “/)
    .first()
    .waitFor();
  const ended = log.getByText('Ended:');
  await log.getByRole('listitem').first().getByText('Ended:').waitFor();
  const endings = await ended.count();
  await log
    .getByRole('button', { name: /^Undo the latest change/ })
    .first()
    .click();
  await admin.page.getByText('The change is undone.').waitFor();
  assert.match((await get(site, urls.home())).text, /data-maintenance/);
  await list.getByRole('button', { name: /^End now announcement/ }).click();
  await ended.nth(endings).waitFor();
});

for (const viewport of VIEWPORTS)
  test(`banners and their page have no barriers in ${viewport.theme} at ${viewport.width}`, async () => {
    const long = `${'We are moving to another shelf tonight, and the site may be slow. '.repeat(3)}[Why](/help)`;
    const both = [await announce(long), await announce('Back at nine.', { kind: 'maintenance' })];
    const reader = await newReader();
    await applyViewport(reader, viewport);
    await reader.open(urls.home());
    await reader.untilHydrated();
    assert.ok((await reader.layoutShift()) < 0.02);
    await bannerOf(reader, 'Maintenance').waitFor();
    assert.deepEqual(await problemsIn(reader, viewport), []);
    await reader.leave();
    const admin = await newReader();
    await applyViewport(admin, viewport);
    await signInAs(admin, site, ada);
    await admin.open(staffUrls.announcements());
    await mainOf(admin.page).getByRole('list', { name: 'Changes' }).waitFor();
    assert.deepEqual(await problemsIn(admin, viewport), []);
    await admin.leave();
    for (const each of both) await end(each);
  });
