import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import type { InputOf } from '#base/contract.ts';
import {
  chapterMessages,
  createChapter,
  getChapter,
  listChapters,
} from '#features/chapters/contract/chapters.ts';
import { severalMessages } from '#features/chapters/contract/several-chapters.ts';
import { publishSoon } from '#features/chapters/service/publication.ts';
import { createSeries, setSeriesStories } from '#features/series/contract.ts';
import { publishDraftMessages } from '#features/stories/contract/publish-draft.ts';
import {
  editStory,
  getStory,
  publishStory,
  type Story,
  storyMessages,
} from '#features/stories/contract/stories.ts';
import { visibilities } from '#features/stories/contract/visibility.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { get, startSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import { buttonOf, fieldOf, heading, mainOf, newAccount, openPage, remember } from './account-steps.ts';
import { applyViewport, problemsIn, VIEWPORTS } from './viewports.ts';
import { editorOf } from './writing-steps.ts';

/** A folder for pictures of every state, for looking at them. */
const PICTURES = process.env.STATE_PICTURES;

const site = await startSite();
after(() => site.stop());
const { newReader } = await openBrowser(site);
const nora = await newAccount(site, 'nora-inkwell');
const member = await newAccount(site, 'a-member');

const newStory = (fields: InputOf<typeof publishStory>) => site.call(publishStory, fields, nora.token);

async function addChapter(story: Story, fields: object): Promise<number> {
  const input = {
    id: String(story.id),
    title: 'One',
    content: `<p>${'The lamp was lit at eight. '.repeat(30)}</p>`,
    ...fields,
  };
  return (await site.call(createChapter, input, nora.token)).id;
}

const texts = {
  synopsis: 'Two keepers share a lighthouse, and one night the lamp stays dark.',
  tags: ['slow-burn', 'lighthouse'],
};
const draft = await newStory({ ...texts, title: 'Still in the Drawer', visibility: 'draft' });
const draftChapter = await addChapter(draft, {});
const members = await newStory({ ...texts, title: 'For the House Alone', visibility: 'members' });
const membersChapter = await addChapter(members, { content: '<p>A word for members: quincunx.</p>' });
const linked = await newStory({ ...texts, title: 'Passed From Hand to Hand', visibility: 'link' });
const linkedChapter = await addChapter(linked, { content: '<p>Another word: lanthorn.</p>' });
const serial = await newStory({ ...texts, title: 'A Serial on Fridays' });
await addChapter(serial, {});
const work = await newStory({
  ...texts,
  title: 'Das Haus am Deich',
  language: 'de-AT',
  status: 'complete',
  warnings: ['death', 'grief'],
});
const workChapters = [
  await addChapter(work, { title: 'Ein Anfang', volume: 'Erster Teil', warnings: ['violence'] }),
  await addChapter(work, { title: 'Zwischenspiel', volume: 'Erster Teil', kind: 'interlude' }),
  await addChapter(work, { title: 'Eine Pause', kind: 'notice', content: '<p>Wir sind bald zurück.</p>' }),
  await addChapter(work, {
    title: 'Ein Ende',
    volume: 'Zweiter Teil',
    note_before: '<p>Für alle, die gewartet haben.</p>',
    note_after: '<p>Danke fürs Lesen.</p>',
  }),
];
const [firstChapter = 0, , notice = 0, lastChapter = 0] = workChapters;
const sequel = await newStory({ ...texts, title: 'Das Haus im Wind' });
await addChapter(sequel, {});
const series = await site.call(createSeries, { title: 'Die Häuser' }, nora.token);
await site.call(setSeriesStories, { id: String(series.id), story_ids: [work.id, sequel.id] }, nora.token);

type Visitor = 'guest' | 'member' | 'author';

async function visitor(who: Visitor, viewport = VIEWPORTS[1]): Promise<Reader> {
  const reader = await newReader({ theme: viewport.theme, width: viewport.width });
  await applyViewport(reader, viewport);
  if (who !== 'guest') await remember(reader, site, who === 'author' ? nora : member);
  return reader;
}

const pageOf = async (path: string) => (await get(site, path)).text;
const isNoindex = (html: string) => /<meta name="robots" content="noindex/.test(html);

/** The titles of a guest's lists, search and sitemap that name a story. */
async function placesWith(story: Story, words: string): Promise<string[]> {
  const tag = urls.tag('slow-burn');
  const places = [urls.allStories(), tag, urls.author('nora-inkwell'), urls.search({ q: words })];
  const found: string[] = [];
  for (const path of places) if ((await pageOf(path)).includes(urls.story(story.slug))) found.push(path);
  const index = await pageOf('/sitemap.xml');
  const parts = [...index.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => new URL(url ?? '').pathname);
  for (const path of parts.filter((part) => part.endsWith('.xml')))
    if ((await pageOf(path)).includes(urls.story(story.slug))) found.push('sitemap');
  return found;
}

// Interface, Stories and chapters: A draft is for its owner alone, and 404 for others
test('a draft is on no page but its author’s, who sees what it is', async () => {
  for (const path of [urls.story(draft.slug), urls.chapter(draft.slug, draftChapter)]) {
    assert.equal((await get(site, path)).status, 404);
    const other = await visitor('member');
    await other.page.goto(site.url + path);
    await heading(other.page, 'Page not found').or(heading(other.page, 'Story not found')).waitFor();
    await other.leave();
  }
  assert.deepEqual(await placesWith(draft, 'drawer'), []);
  const author = await visitor('author');
  await openPage(author, urls.story(draft.slug));
  await heading(author.page, draft.title).waitFor();
  await mainOf(author.page).getByText('Draft. Only you can see it.').waitFor();
  await mainOf(author.page)
    .getByText(/^Begun /)
    .waitFor();
  await mainOf(author.page).getByRole('link', { name: 'Start Reading' }).click();
  await heading(author.page, 'One').waitFor();
  await mainOf(author.page)
    .getByText('In a draft. Only you can see it until you publish the story.')
    .waitFor();
  await openPage(author, urls.editStory(draft.slug));
  const chapters = mainOf(author.page).getByRole('list', { name: 'Chapters of this story' });
  await chapters.getByText('With the story', { exact: true }).waitFor();
  await chapters.getByRole('link', { name: 'One' }).click();
  await mainOf(author.page).getByText('Readers find it with the story.').waitFor();
  await author.leave();
});

test('an author publishes a draft from its page, by keyboard', async () => {
  const story = await newStory({ ...texts, title: 'Out of the Drawer', visibility: 'draft' });
  await addChapter(story, {});
  const author = await newReader();
  const { page } = author;
  await remember(author, site, nora);
  await openPage(author, urls.story(story.slug));
  await page.getByRole('button', { name: 'Publish…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Publish this draft' });
  await dialog.getByText(/^Its 1 chapter can be read at once\./).waitFor();
  const choice = dialog.getByLabel('Who can read it');
  await choice.and(page.locator(':focus')).waitFor();
  assert.deepEqual(await choice.locator('option').allTextContents(), ['Everyone', 'Members', 'By link']);
  await choice.selectOption('members');
  await dialog.getByText(visibilities.members.hint).waitFor();
  for (const viewport of VIEWPORTS) {
    await applyViewport(author, viewport);
    assert.deepEqual(await problemsIn(author, viewport), []);
    if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/publish-${viewport.width}.png` });
  }
  // A press while the title is changed elsewhere keeps the new title.
  await site.call(editStory, { id: story.slug, slug: story.slug, title: 'Out at Last' }, nora.token);
  await dialog.getByRole('button', { name: 'Publish' }).press('Enter');
  await page.getByText(publishDraftMessages.published).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(visibilities.members.hint).waitFor();
  const published = await site.call(getStory, { id: story.slug });
  assert.deepEqual([published.title, published.visibility], ['Out at Last', 'members']);
  author.assertNoProblems();
  await author.leave();
});

test('an author saves a new story as a draft with one press', async () => {
  const author = await newReader();
  const { page } = author;
  await remember(author, site, nora);
  await openPage(author, urls.createStory());
  await fieldOf(page, 'Title').fill('Not Before Spring');
  await editorOf(page).click();
  await page.keyboard.type('The ice is too thin for a first sentence.');
  await buttonOf(page, 'Save as draft').click();
  await heading(page, 'Not Before Spring').waitFor();
  await mainOf(page).getByText(`${visibilities.draft.label}. ${visibilities.draft.hint}`).waitFor();
  await buttonOf(page, 'Publish…').waitFor();
  assert.equal(
    (await site.call(getStory, { id: 'not-before-spring' }, nora.token)).visibility,
    'draft',
    'nobody else finds it',
  );
  author.assertNoProblems();
  await author.leave();
});

test('a refused draft is still published by the button that publishes', async () => {
  const author = await newReader();
  const { page } = author;
  await remember(author, site, nora);
  await openPage(author, urls.createStory());
  await editorOf(page).click();
  await page.keyboard.type('The harbour opened on the first of March.');
  await buttonOf(page, 'Save as draft').click();
  await page.getByText(storyMessages.titleRequired).waitFor();
  await fieldOf(page, 'Title').fill('After the Thaw');
  await buttonOf(page, 'Publish Story').click();
  await heading(page, 'After the Thaw').waitFor();
  assert.equal((await site.call(getStory, { id: 'after-the-thaw' })).visibility, 'public');
  author.assertNoProblems();
  await author.leave();
});

test('an author publishes a waiting chapter from the page of its story, and from its own', async () => {
  const story = await newStory({ ...texts, title: 'Two Letters Late' });
  await addChapter(story, {});
  await addChapter(story, { title: 'Two', order: 2, state: 'draft' });
  const last = { title: 'Three', order: 3, state: 'scheduled', publish_at: '2999-01-01T08:00:00Z' };
  const lastChapter = await addChapter(story, last);
  const author = await newReader();
  const { page } = author;
  await remember(author, site, nora);
  await openPage(author, urls.story(story.slug));
  await buttonOf(page, 'Publish… Two').click();
  const ask = (title: string) => page.getByRole('alertdialog', { name: `Publish “${title}” now?` });
  await ask('Two').getByRole('button', { name: 'Publish' }).click();
  await page.getByText(severalMessages.published).waitFor();
  await mainOf(page).getByRole('link', { name: 'Two', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Publish… Two' }).waitFor({ state: 'detached' });
  await openPage(author, urls.chapter(story.slug, lastChapter));
  await buttonOf(page, 'Publish… Three').waitFor();
  assert.deepEqual(
    await mainOf(page).getByRole('group', { name: 'Your chapter' }).getByRole('button').allTextContents(),
    ['Publish… Three', 'Delete Chapter'],
  );
  await buttonOf(page, 'Publish… Three').click();
  await ask('Three')
    .getByText(/not at the set time/)
    .waitFor();
  await ask('Three').getByRole('button', { name: 'Publish' }).click();
  await page.getByText(severalMessages.published).waitFor();
  await page.getByRole('button', { name: 'Publish… Three' }).waitFor({ state: 'detached' });
  const { chapters } = await site.call(listChapters, { id: String(story.id) });
  assert.deepEqual(
    chapters.map(({ title }) => title),
    ['One', 'Two', 'Three'],
  );
  await openPage(author, urls.editChapter(story.slug, lastChapter));
  await mainOf(page).getByText('Readers find it in the story.').waitFor();
  await author.leave();
});

// Interface, Stories and chapters: A story for members is listed
// Interface, Stories and chapters: Guests see title, synopsis and tags of a story for members, and are invited to sign in
test('guests find a story for members and are asked to sign in; members read it', async () => {
  const guest = await visitor('guest');
  await openPage(guest, urls.story(members.slug));
  await guest.page.getByText('This story is for members.').waitFor();
  await guest.page.getByText(texts.synopsis).waitFor();
  assert.equal(await guest.page.getByRole('link', { name: 'Start Reading' }).count(), 0);
  await openPage(guest, urls.chapter(members.slug, membersChapter));
  const login = mainOf(guest.page).getByRole('link', { name: 'Log in to read it' });
  assert.equal(await login.getAttribute('href'), urls.login(urls.chapter(members.slug, membersChapter)));
  assert.ok(!(await pageOf(urls.chapter(members.slug, membersChapter))).includes('quincunx'));
  assert.ok((await placesWith(members, 'house')).includes(urls.allStories()));
  assert.deepEqual(
    await placesWith(members, 'quincunx').then((all) => all.filter((at) => at.includes('quincunx'))),
    [],
  );
  guest.assertNoProblems();
  await guest.leave();
  const reader = await visitor('member');
  await reader.page.goto(site.url + urls.chapter(members.slug, membersChapter));
  await reader.page.getByText('A word for members: quincunx.').waitFor();
  await reader.leave();
});

// Interface, Stories and chapters: A story by link is absent from lists, feeds, search and sitemap
// Interface, Stories and chapters: A story by link is noindex
test('a story by link is read at its address, and found nowhere', async () => {
  const guest = await visitor('guest');
  await openPage(guest, urls.story(linked.slug));
  await mainOf(guest.page).getByRole('link', { name: 'Start Reading' }).click();
  await guest.page.getByText('Another word: lanthorn.').waitFor();
  assert.equal(await guest.page.locator('a[rel=author]').count(), 0, 'the author has no page');
  guest.assertNoProblems();
  await guest.leave();
  for (const path of [urls.story(linked.slug), urls.chapter(linked.slug, linkedChapter)])
    assert.ok(isNoindex(await pageOf(path)), path);
  assert.ok(!isNoindex(await pageOf(urls.story(serial.slug))));
  assert.deepEqual(await placesWith(linked, 'lanthorn'), []);
  assert.deepEqual(await placesWith(linked, 'hand'), []);
  assert.ok((await placesWith(serial, 'serial')).includes('sitemap'));
});

test('an author schedules a chapter in another time zone; it appears at its time', async () => {
  const author = await visitor('author', VIEWPORTS[0]);
  const { page } = author;
  await page.goto(site.url + urls.addChapter(serial.slug));
  await fieldOf(page, 'Chapter title').fill('On Friday');
  await editorOf(page).pressSequentially('At last.');
  await fieldOf(page, 'Publication').selectOption('scheduled');
  await buttonOf(page, 'Create Chapter').click();
  await page.getByText('Date and time').first().waitFor();
  await fieldOf(page, 'Date and time').fill('2020-11-29T18:00');
  await mainOf(page).getByText('This time has passed. Choose a later one.').waitFor();
  await buttonOf(page, 'Create Chapter').click();
  await mainOf(page).getByText(chapterMessages.publishAtPassed).waitFor();
  await fieldOf(page, 'Date and time').fill('2126-11-29T18:00');
  await mainOf(page).getByText('Until then only you can see it.').waitFor();
  await fieldOf(page, 'Time zone').selectOption('Asia/Tokyo');
  await buttonOf(page, 'Create Chapter').click();
  await page.getByText(/^Scheduled for .*Only you can see it\.$/).waitFor();
  await author.leave();
  const { chapters } = await site.call(listChapters, { id: serial.slug }, nora.token);
  const chapter = chapters.find(({ title }) => title === 'On Friday');
  assert.equal(chapter?.publish_at, '2126-11-29T09:00:00.000Z');
  const path = urls.chapter(serial.slug, chapter.id);
  assert.equal((await get(site, path)).status, 404);
  assert.ok(!(await pageOf(urls.story(serial.slug))).includes('On Friday'));

  await site.within(async (context) => {
    await sql`update chapters set publish_at = now() - interval '1 second' where id = ${chapter.id}`.execute(
      context.db,
    );
    await publishSoon(context);
  });
  await untilEqual(async () => (await get(site, path)).status, 200);
  await untilEqual(async () => (await pageOf(urls.story(serial.slug))).includes('On Friday'), true);
  const stored = await site.call(getChapter, { id: serial.slug, chapterId: String(chapter.id) });
  assert.equal(stored.state, 'published');
});

test('the chapters stand in their volumes, and a notice is not counted', async () => {
  const guest = await visitor('guest');
  const { page } = guest;
  await openPage(guest, urls.story(work.slug));
  assert.deepEqual(
    await page.getByRole('heading', { level: 3 }).filter({ hasText: 'Teil' }).allInnerTexts(),
    ['Erster Teil', 'Zweiter Teil'],
  );
  const first = page.getByRole('region', { name: 'Erster Teil' });
  assert.equal(await first.getByRole('listitem').count(), 2);
  await first.getByText(/^Interlude, /).waitFor();
  await mainOf(page)
    .getByText(/^Notice, /)
    .waitFor();
  await mainOf(page).getByText('3 chapters').first().waitFor();
  await page.getByText('Content warnings: Death, Grief').waitFor();
  for (const title of [work.title, texts.synopsis])
    assert.equal(
      await mainOf(page)
        .getByText(title, { exact: true })
        .first()
        .evaluate((at) => at.closest('[lang]')?.getAttribute('lang')),
      'de-AT',
    );
  await openPage(guest, urls.chapter(work.slug, notice));
  assert.equal(await page.getByText(/Chapter \d of \d/).count(), 0);
  guest.assertNoProblems();
  await guest.leave();
});

// Interface, Stories and chapters: language becomes lang on the story’s text
test('a chapter has its language, its warnings, the author’s notes and what follows in the series', async () => {
  const guest = await visitor('guest');
  const { page } = guest;
  await openPage(guest, urls.chapter(work.slug, firstChapter));
  await page.getByText('This chapter: Violence').waitFor();
  assert.equal(await page.locator('#page-html').getAttribute('lang'), 'de-AT');
  assert.equal(await page.getByText('Next in the series').count(), 0);
  await openPage(guest, urls.chapter(work.slug, lastChapter));
  await page.getByText('Chapter 3 of 3').waitFor();
  const notes = page.getByRole('complementary', { name: 'Author’s note' });
  assert.deepEqual(
    (await notes.allInnerTexts()).map((text) => text.split('\n').at(-1)),
    ['Für alle, die gewartet haben.', 'Danke fürs Lesen.'],
  );
  await page.getByText('The end.').waitFor();
  await page.getByText('Next in the series Die Häuser').getByRole('link', { name: sequel.title }).click();
  await heading(page, sequel.title).waitFor();
  guest.assertNoProblems();
  await guest.leave();
});

const looks: [name: string, who: Visitor, path: string, shown: string][] = [
  ['draft', 'author', urls.story(draft.slug), visibilities.draft.hint],
  ['draft-chapter', 'author', urls.chapter(draft.slug, draftChapter), 'Edit Chapter'],
  ['members', 'guest', urls.story(members.slug), 'This story is for members.'],
  ['members-chapter', 'guest', urls.chapter(members.slug, membersChapter), 'Log in to read it'],
  ['link', 'author', urls.story(linked.slug), visibilities.link.hint],
  ['volumes', 'guest', urls.story(work.slug), 'Erster Teil'],
  ['volumes-author', 'author', urls.story(work.slug), 'Edit Story'],
  ['notice', 'guest', urls.chapter(work.slug, notice), 'Wir sind bald'],
  ['last-chapter', 'guest', urls.chapter(work.slug, lastChapter), 'Next in the series'],
  ['schedule', 'author', urls.addChapter(serial.slug), 'Publication'],
];

for (const viewport of VIEWPORTS) {
  test(`every state is accessible: ${viewport.theme}, ${viewport.width} pixels`, async () => {
    for (const who of ['guest', 'author'] as const) {
      const reader = await visitor(who, viewport);
      for (const [name, , path, shown] of looks.filter(([, whose]) => whose === who)) {
        await applyViewport(reader, viewport);
        await reader.page.goto(site.url + path);
        await mainOf(reader.page).getByText(shown).first().waitFor();
        if (name === 'schedule') await fieldOf(reader.page, 'Publication').selectOption('scheduled');
        if (PICTURES !== undefined) {
          for (const colorScheme of ['dark', 'light'] as const) {
            await reader.page.emulateMedia({ colorScheme });
            const file = `${PICTURES}/${name}-${viewport.width}-${colorScheme}.png`;
            await reader.page.screenshot({ path: file, fullPage: true });
          }
          await reader.page.emulateMedia({ colorScheme: viewport.colorScheme });
        }
        assert.deepEqual(await problemsIn(reader, viewport), [], name);
      }
      await reader.leave();
    }
  });
}
