import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { getChapter, listChapters } from '#features/chapters/contract/chapters.ts';
import { importBookIn } from '#features/library/service.ts';
import { listStories } from '#features/stories/contract/stories.ts';
import { MAX_PART_CHAPTERS, wholeStory } from '#features/whole-story/contract.ts';
import type { Context } from '#platform/runtime/context.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { longProse } from '#tests/support/long-prose.ts';
import { startSite } from '#tests/support/running-site.ts';
import { urls } from '#urls.ts';
import { everyKindTitle, fillFixtures } from './fixtures.ts';

/** A long chapter beside a short one, which a reading mode could take for something else. */
async function addUnequalStory(context: Context): Promise<void> {
  const chapters = [
    {
      title: 'Mostly Talk',
      html: '<p>“Stay,” she said.</p><p>“I can’t,” he said, and stayed.</p>'.repeat(90),
    },
    {
      title: 'The Morning',
      html: '<p>It rained, and nobody minded, least of all the two of them.</p>'.repeat(4),
    },
    { title: 'The Letter', html: longProse(6000) },
  ];
  const book = {
    title: 'Unequal Halves',
    description: '',
    subjects: ['letters'],
    published: '2026-08-01',
    chapters,
  };
  const imported = await context.db
    .transaction()
    .execute((transaction) => importBookIn(transaction, book, 'post-office'));
  assert.ok(imported.ok);
}

const site = await startSite({
  fill: async (context) => {
    await fillFixtures(context);
    await addUnequalStory(context);
  },
});
after(() => site.stop());
const { newReader } = await openBrowser(site);
const { stories } = await site.call(listStories, { limit: 100 });

const wordsIn = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

const documentOf = (html: string) => parseHTML(html).document;

/** Text of HTML; the ends of blocks part words. */
function textOf(html: string): string {
  const { document } = parseHTML(
    `<main>${html.replaceAll(/(?=<\/(?:p|h\d|li|blockquote|pre)>|<br)/g, '\n')}</main>`,
  );
  return document.querySelector('main')?.textContent ?? '';
}

async function fetchDocument(path: string) {
  const answer = await fetch(site.url + path);
  assert.equal(answer.status, 200, path);
  return documentOf(await answer.text());
}

/** The words that a reading mode takes from a page, and its title. */
async function extracted(path: string) {
  const article = new Readability((await fetchDocument(path)) as unknown as Document).parse();
  assert.ok(article, path);
  return { title: article.title, byline: article.byline, words: wordsIn(textOf(article.content ?? '')) };
}

/** The words of one list that another one lacks, each as often as it is missing. */
function missing(words: readonly string[], from: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const word of from) left.set(word, (left.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}

const longest = stories.toSorted((a, b) => b.word_count - a.word_count)[0]?.slug ?? '';
const everyKind = stories.find(({ title }) => title === everyKindTitle)?.slug ?? '';

for (const slug of new Set([longest, 'unequal-halves', ...stories.slice(0, 5).map((story) => story.slug)])) {
  test(`a reading mode takes every word of ${slug} from one page, and nothing else`, async () => {
    const { chapters, texts } = await site.call(wholeStory, { id: slug });
    const page = await extracted(urls.wholeStory(slug));
    for (const { id, content } of texts) {
      const words = wordsIn(textOf(content));
      const lost = missing(words, page.words);
      assert.ok(lost.length <= words.length * 0.01, `chapter ${id} loses ${lost.slice(0, 20).join(' ')}`);
    }
    const allowed = [...texts.map(({ content }) => textOf(content)), ...chapters.map(({ title }) => title)];
    const added = missing(page.words, wordsIn(allowed.join('\n')));
    assert.ok(added.length <= 5, added.slice(0, 40).join(' '));
  });
}

test('a reading mode takes a chapter from its own page', async () => {
  const { chapters } = await site.call(listChapters, { id: longest });
  const { id = 0, title = '' } = chapters[0] ?? {};
  const { content } = await site.call(getChapter, { id: longest, chapterId: String(id) });
  const page = await extracted(urls.chapter(longest, id));
  const words = wordsIn(textOf(content));
  assert.ok(missing(words, page.words).length <= words.length * 0.01);
  assert.ok(missing(page.words, [...words, ...wordsIn(title)]).length <= 5);
  assert.match(page.title ?? '', new RegExp(title.replaceAll(/[^\w ]/g, '.')));
});

test('the promised selectors and ids find titles, texts and dates on both kinds of pages', async () => {
  const { chapters, texts } = await site.call(wholeStory, { id: longest });
  const whole = await fetchDocument(urls.wholeStory(longest));
  const sections = [...whole.querySelectorAll('.chapter-prose')];
  assert.equal(sections.length, texts.length);
  for (const [at, chapter] of chapters.entries()) {
    const section = whole.getElementById(`chapter-${chapter.id}`);
    assert.equal(section?.querySelector('.chapter-title')?.textContent, chapter.title);
    assert.equal(section?.querySelector('.chapter-prose')?.id, `prose-${chapter.id}`);
    const time = section?.querySelector('time.chapter-date')?.getAttribute('dateTime');
    assert.equal(time, chapter.published_at);
    assert.ok((sections[at]?.textContent ?? '').length > 100);
  }
  const [data] = [...whole.querySelectorAll('script[type="application/ld+json"]')];
  const book = JSON.parse(data?.textContent ?? '{}');
  assert.equal(book['@type'], 'Book');
  assert.deepEqual(
    book.hasPart.map((part: { position: number }) => part.position),
    chapters.map((_, at) => at + 1),
  );
  const canonical = whole.querySelector('link[rel="canonical"]')?.getAttribute('href');
  assert.equal(canonical, site.url + urls.story(longest));
  const single = await fetchDocument(urls.chapter(longest, chapters[0]?.id ?? 0));
  assert.equal(single.querySelector('.chapter-title')?.textContent, chapters[0]?.title);
  assert.equal(single.querySelectorAll('.chapter-prose').length, 1);
  assert.ok(single.querySelector('[rel="author"]'));
});

test('a very long story comes in parts that lead to each other', async () => {
  const slug = await site.within(async ({ db }) => {
    const story = await db
      .selectFrom('stories')
      .selectAll()
      .where('title', '=', 'Postcard 2')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('chapters')
      .values(
        Array.from({ length: MAX_PART_CHAPTERS }, (_, at) => ({
          ...{ story_id: story.id, title: `More ${at}`, order: at + 10, content: `<p>Line ${at}.</p>` },
          ...{ word_count: 2, cleaner_version: 1 },
        })),
      )
      .execute();
    return story.slug;
  });
  const first = await fetchDocument(urls.wholeStory(slug));
  const next = first.querySelector('link[rel="next"]')?.getAttribute('href') ?? '';
  assert.equal(next, site.url + urls.wholeStory(slug, 2));
  assert.equal(first.querySelector('link[rel="prev"]'), null);
  assert.equal(first.querySelectorAll('.chapter-prose').length, MAX_PART_CHAPTERS);
  const second = await fetchDocument(urls.wholeStory(slug, 2));
  assert.equal(second.querySelectorAll('.chapter-prose').length, 1);
  assert.equal(second.querySelectorAll('a[rel="prev"]').length, 2);
  const contents = [...second.querySelectorAll('nav ol a')].map((link) => link.getAttribute('href'));
  assert.equal(contents.length, MAX_PART_CHAPTERS + 1);
  assert.match(contents[0] ?? '', /\/all#chapter-\d+$/);
  assert.match(contents.at(-1) ?? '', /\/all\?part=2#chapter-\d+$/);
  for (const part of ['3', '0', 'x']) {
    const answer = await fetch(`${site.url}${urls.wholeStory(slug)}?part=${part}`);
    assert.equal(answer.status, 404, part);
  }
});

// Interface, Following, feeds, books: /story/:slug/all is the whole story
test('a reader opens the whole story, follows its contents and shows the pictures of one chapter', async () => {
  const reader = await newReader({ width: 390 });
  const { page } = reader;
  await reader.open(urls.story(longest));
  await reader.untilHydrated();
  await page.getByRole('link', { name: 'All on one page' }).click();
  await page.waitForURL(`**${urls.wholeStory(longest)}`);
  const { chapters } = await site.call(listChapters, { id: longest });
  const last = chapters.at(-1);
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: last?.title }).click();
  await page.waitForURL(`**#chapter-${last?.id}`);
  await page.getByRole('heading', { name: last?.title }).waitFor();
  const text = await page.locator(`#prose-${last?.id}`).innerHTML();
  // The same page by its own address: the texts are read back from it.
  await reader.open(urls.wholeStory(longest));
  await reader.untilHydrated();
  assert.equal(await page.locator(`#prose-${last?.id}`).innerHTML(), text);
  assert.deepEqual(await reader.violations(), []);
  await reader.open(urls.wholeStory(everyKind));
  await reader.untilHydrated();
  await page
    .locator('a.blocked-image')
    .first()
    .evaluate((link: HTMLElement) => link.focus());
  assert.equal((await page.locator('.chapter-prose').count()) > 1, true);
  reader.assertNoProblems();
  await reader.leave();
});

test('a story for members shows no text to a guest', async () => {
  const slug = await site.within(async ({ db }) => {
    const story = await db
      .updateTable('stories')
      .set({ visibility: 'members' })
      .where('title', '=', 'Postcard 1')
      .returning('slug')
      .executeTakeFirstOrThrow();
    return story.slug;
  });
  const answer = await fetch(site.url + urls.wholeStory(slug));
  const html = await answer.text();
  assert.equal(answer.status, 200);
  assert.match(html, /This story is for members/);
  assert.doesNotMatch(html, /still here, still yours/);
  assert.match(html, /<meta name="robots" content="noindex">/);
});
