import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createChapter, listChapters } from '#features/chapters/contract/chapters.ts';
import { offlineMessages } from '#features/offline/contract.ts';
import { createShelf, putOnShelf } from '#features/shelves/contract/shelves.ts';
import { publishStory } from '#features/stories/contract/stories.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { buttonOf, logOut, mainOf, newAccount, openPage, remember } from './account-steps.ts';
import { fillFixtures } from './fixtures.ts';

const site = await startSite({ fill: fillFixtures });
after(() => site.stop());
const { newReader } = await openBrowser(site);
const author = await newAccount(site, 'keeps-writing');

async function write(
  title: string,
  details: object = {},
  paragraphs = 3,
): Promise<{ id: number; slug: string }> {
  const story = await site.call(publishStory, { title, ...details }, author.token);
  const content = Array.from(
    { length: paragraphs },
    (_, at) => `<p>The ${at + 1}th lamp was lit at eight.</p>`,
  );
  await site.call(
    createChapter,
    { id: String(story.id), title: 'One', content: content.join('') },
    author.token,
  );
  return story;
}

/** The titles on the page of kept stories, once it has looked after them. */
async function keptTitles(reader: Reader): Promise<string[]> {
  await openPage(reader, urls.kept());
  await reader.page.waitForLoadState('networkidle');
  const titles = await mainOf(reader.page).getByRole('listitem').getByRole('link').allInnerTexts();
  return titles.sort();
}

test('the controls of a story stay where they are when the session is known and later parts arrive', async () => {
  const { slug } = await write('In Its Place');
  const member = await newAccount(site, 'keeps-still');
  for (const isSignedIn of [false, true]) {
    const reader = await newReader();
    if (isSignedIn) await remember(reader, site, member);
    await reader.context.addInitScript(watchControls);
    await openPage(reader, urls.story(slug));
    await buttonOf(reader.page, offlineMessages.keep).waitFor();
    await mainOf(reader.page)
      .getByRole('button', { name: /^Follow/ })
      .waitFor();
    await reader.untilPainted();
    assert.deepEqual(await reader.page.evaluate(() => window.movedControls), []);
    await reader.leave();
  }
});

declare global {
  interface Window {
    movedControls: string[];
  }
}

/** Notes the names of links and buttons that are in another place than in an earlier frame. */
function watchControls(): void {
  const places = new Map<Element, { x: number; y: number }>();
  window.movedControls = [];
  function look() {
    // Half a document, or another font, has other places.
    if (document.readyState === 'loading' || document.fonts.status === 'loading') places.clear();
    for (const control of document.querySelectorAll<HTMLElement>(
      'header :is(a, button), main :is(a, button)',
    )) {
      const { x, y, width } = control.getBoundingClientRect();
      const before = places.get(control);
      const isMoved = before !== undefined && (Math.abs(before.x - x) > 1 || Math.abs(before.y - y) > 1);
      if (isMoved) window.movedControls.push(control.ariaLabel ?? control.textContent);
      if (width > 0) places.set(control, { x, y });
    }
    requestAnimationFrame(look);
  }
  requestAnimationFrame(look);
}

test('a guest keeps all stories of a reading list, or stops on the way and deletes what there is', async () => {
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.list('postcards-to-keep'));
  await buttonOf(page, offlineMessages.keep).click();
  await page.getByText('3 stories are kept on this device.').waitFor({ timeout: 20_000 });
  assert.equal((await keptTitles(reader)).length, 3);
  await page.context().setOffline(true);
  await page.reload();
  await mainOf(page).getByRole('listitem').getByRole('link').first().click();
  await mainOf(page).getByRole('link', { name: 'All kept stories' }).waitFor();
  await page.context().setOffline(false);
  await openPage(reader, urls.kept());
  await buttonOf(page, 'Delete All').click();
  await page.getByText(offlineMessages.nothing).waitFor();

  let requests = 0;
  await page.route('**/api/stories/*/whole**', async (route) => {
    requests += 1;
    // The second story never arrives.
    if (requests === 1) await route.continue();
  });
  await openPage(reader, urls.list('postcards-to-keep'));
  await buttonOf(page, offlineMessages.keep).click();
  await page.getByText('Keeping 2 of 3...').waitFor();
  await buttonOf(page, 'Stop').click();
  await page.getByText('1 story is kept on this device.').waitFor();
  await page.unroute('**/api/stories/*/whole**');
  assert.equal((await keptTitles(reader)).length, 1);
  await reader.leave();
});

test('a member keeps a shelf with a story for members, and logging out takes all of it away', async () => {
  const session = await newAccount(site, 'keeps-shelves');
  const members = await write('For Us Alone', { visibility: 'members' });
  const open = await write('For Everybody');
  const shelf = await site.call(createShelf, { title: 'By the sea' }, session.token);
  for (const { id } of [members, open])
    await site.call(putOnShelf, { id: shelf.id, story_id: String(id) }, session.token);
  const reader = await newReader();
  const { page } = reader;
  await remember(reader, site, session);
  await openPage(reader, urls.shelves({ shelf: shelf.id }));
  await buttonOf(page, offlineMessages.keep).click();
  await page.getByText('2 stories are kept on this device.').waitFor({ timeout: 20_000 });
  assert.deepEqual(await keptTitles(reader), ['For Everybody', 'For Us Alone']);
  await openPage(reader, urls.home());
  await logOut(page, 'keeps-shelves');
  assert.equal(await page.evaluate(() => localStorage.getItem('keptKey')), null);
  await page.context().setOffline(true);
  const answer = await page.goto(site.url + urls.story(members.slug)).catch(() => null);
  assert.ok(answer === null || !(await page.content()).includes('lamp was lit'));
  // The page of the missing network opens the story again by itself, in the middle of the next visit.
  await page.goto('about:blank');
  await page.context().setOffline(false);
  assert.deepEqual(await keptTitles(reader), []);
  await reader.leave();
});

test('a kept chapter keeps its reader’s place, and has the reading settings, without a network', async () => {
  const story = await write('A Long Evening', {}, 120);
  const { chapters } = await site.call(listChapters, { id: story.slug });
  const reader = await newReader();
  const { page } = reader;
  await openPage(reader, urls.story(story.slug));
  await buttonOf(page, offlineMessages.keep).click();
  await page.getByText(offlineMessages.keptNow).waitFor({ timeout: 20_000 });
  await page.context().setOffline(true);
  const chapterUrl = urls.chapter(story.slug, chapters[0]?.id ?? 0);
  await page.goto(site.url + chapterUrl);
  const paragraph = page.getByText('The 60th lamp was lit at eight.');
  await paragraph.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }));
  await page.waitForFunction(() =>
    /"block":(?:5[5-9]|6\d)/.test(localStorage.getItem('readingPlaces') ?? ''),
  );
  await page.getByRole('link', { name: 'A Long Evening' }).click();
  await page.getByRole('link', { name: 'Continue chapter 1' }).click();
  await paragraph.waitFor();
  await page.waitForFunction(() => window.scrollY > 500);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await buttonOf(page, 'Reading settings').click();
  await page.getByRole('dialog', { name: 'Reading settings' }).waitFor();
  assert.deepEqual(await reader.violations(), []);
  await reader.leave();
});
