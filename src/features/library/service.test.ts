import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '#tests/support/test-database.ts';
import { readBook, subjectTags } from './rules.ts';
import { importBook, loadSampleLibrary } from './service.ts';

const { context } = await testDatabase();
const { db } = context;

const book = {
  title: 'A Book',
  author: 'Somebody Else',
  description: '<p>About <i>it</i>.</p>',
  subjects: ['England -- Fiction', 'Love stories'],
  source: 'ignored',
  status: 'ongoing',
  chapters: [
    { title: 'I', html: '<p>One.</p>' },
    { title: 'II', html: '<p>Two.<script>x</script></p>' },
  ],
};

function checked(value: unknown) {
  const result = readBook(value);
  assert.ok(result.ok);
  return result.book;
}

// Interface, Running: SAMPLE_LIBRARY fills an empty embedded database once
test('the sample library is loaded only into an empty database', async () => {
  const loaded = await loadSampleLibrary(context);
  assert.ok(loaded >= 12);
  assert.equal(await loadSampleLibrary(context), 0);
  const stories = await db.selectFrom('stories').selectAll().execute();
  assert.equal(stories.length, loaded);
  assert.equal(new Set(stories.map((story) => story.author_id)).size, 5);
  for (const story of stories) {
    assert.ok(story.chapter_count >= 2 && story.chapter_count <= 6, story.title);
    assert.ok(story.synopsis.length > 100, story.title);
    assert.ok(story.published_at !== null);
    assert.equal(story.status, 'complete', story.title);
  }
  for (const chapter of await db.selectFrom('chapters').select(['title', 'word_count']).execute()) {
    assert.ok(
      chapter.word_count >= 500 && chapter.word_count <= 1500,
      `${chapter.title}: ${chapter.word_count}`,
    );
  }
  const totals = await db.selectFrom('story_totals').selectAll().executeTakeFirstOrThrow();
  assert.equal(totals.listed, loaded);
});

test('importing a book creates an account and a story with sanitised chapters in order', async () => {
  const seen: number[] = [];
  const imported = await importBook(context, checked(book), 'new-press', ({ chapter }) => seen.push(chapter));
  assert.ok(imported.ok);
  assert.equal(imported.data.authorIsNew, true);
  assert.deepEqual(seen, [1, 2]);
  const chapters = await db
    .selectFrom('chapters')
    .selectAll()
    .where('story_id', '=', imported.data.id)
    .orderBy('order')
    .execute();
  assert.deepEqual(
    chapters.map((chapter) => [chapter.order, chapter.title, chapter.content]),
    [
      [1, 'I', '<p>One.</p>'],
      [2, 'II', '<p>Two.</p>'],
    ],
  );
  const story = await db
    .selectFrom('stories')
    .selectAll()
    .where('id', '=', imported.data.id)
    .executeTakeFirstOrThrow();
  assert.equal(story.synopsis, 'About it.');
  assert.equal(story.status, 'ongoing');
  const tags = await db
    .selectFrom('story_tags')
    .innerJoin('tags', 'tags.id', 'tag_id')
    .select('name')
    .where('story_id', '=', story.id)
    .orderBy('position')
    .execute();
  assert.deepEqual(
    tags.map((tag) => tag.name),
    ['england', 'fiction', 'love stories'],
  );
});

test('the chapters of an imported serial keep their dates', async () => {
  const [first, second] = book.chapters;
  const chapters = [first, { ...second, published: '2021-04-12' }];
  const imported = await importBook(
    context,
    checked({ ...book, title: 'A Serial', published: '2021-04-05', chapters }),
    'serials',
  );
  assert.ok(imported.ok);
  const times = await db
    .selectFrom('chapters')
    .select('published_at')
    .where('story_id', '=', imported.data.id)
    .orderBy('order')
    .execute();
  const [begun, latest] = times.map(({ published_at }) => published_at);
  assert.deepEqual([begun, latest], [new Date('2021-04-05T20:00Z'), new Date('2021-04-12T20:00Z')]);
  const story = await db
    .selectFrom('stories')
    .select(['created_at', 'published_at', 'last_chapter_at'])
    .where('id', '=', imported.data.id)
    .executeTakeFirstOrThrow();
  assert.deepEqual(story, { created_at: begun, published_at: begun, last_chapter_at: latest });
  const bad = readBook({ ...book, chapters: [{ ...first, published: 'in spring' }] });
  assert.deepEqual(bad, { ok: false, problems: ['chapter 1: published must be a date like 2026-08-31'] });
});

test('an imported book gets its tags from the parts of its subjects', () => {
  const table: [string, string[]][] = [
    ['England -- Fiction', ['England', 'Fiction']],
    ['Dracula, Count (Fictitious character)--Fiction', ['Dracula, Count (Fictitious character)', 'Fiction']],
    ['Vampires -- Fiction--19th century', ['Vampires', 'Fiction', '19th century']],
    ['Slow-burn', ['Slow-burn']],
    ['Letters --- Fiction --', ['Letters', 'Fiction']],
    ['--', []],
  ];
  for (const [subject, tags] of table) assert.deepEqual(subjectTags([subject]), tags, subject);
});

test('a second import with the same title gets another slug, and names the first one of the same author', async () => {
  const again = await importBook(context, checked(book), 'new-press');
  assert.ok(again.ok);
  const { slug, authorIsNew, sameTitleSlug } = again.data;
  assert.deepEqual([slug, authorIsNew, sameTitleSlug], ['a-book-2', false, 'a-book']);
  const other = await importBook(context, checked(book), 'other-press');
  assert.ok(other.ok);
  assert.equal(other.data.sameTitleSlug, undefined);
});

test('a book with one invalid chapter is not imported, and the error names the chapter', async () => {
  const before = await db.selectFrom('story_slugs').selectAll().execute();
  const bad = { ...book, chapters: [...book.chapters, { title: 'III', html: '<script>only</script>' }] };
  const refused = await importBook(context, checked(bad), 'brand-new-author');
  assert.ok(!refused.ok);
  assert.equal(refused.message, 'chapter 3 (III): Chapter content is required');
  assert.deepEqual(await db.selectFrom('story_slugs').selectAll().execute(), before);
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('username', '=', 'brand-new-author')
    .executeTakeFirst();
  assert.equal(account, undefined);
});

test('an import with an invalid username is refused', async () => {
  const refused = await importBook(context, checked(book), 'no spaces here');
  assert.ok(!refused.ok && refused.fields?.username !== undefined);
});

test('an invalid book file is refused with every problem and its chapter', () => {
  const table: [unknown, string[]][] = [
    [null, ['the file must contain one JSON object']],
    [[], ['the file must contain one JSON object']],
    [{ ...book, title: ' ' }, ['title is empty']],
    [{ ...book, chapters: [] }, ['chapters is empty']],
    [{ ...book, chapters: 'x' }, ['chapters must be a list']],
    [
      { ...book, chapters: [{ title: '', html: '<p>x</p>' }, { title: 'II' }, 7] },
      [
        'chapter 1: title is empty',
        'chapter 2: html must be a string',
        'chapter 3: must be an object with title and html',
      ],
    ],
    [
      { ...book, chapters: [{ title: 'x'.repeat(101), html: '<p>x</p>' }] },
      ['chapter 1: title is longer than 100 characters'],
    ],
    [{ ...book, published: 'yesterday' }, ['published must be a date like 2026-08-31']],
  ];
  for (const [value, problems] of table) {
    const result = readBook(value);
    assert.ok(!result.ok);
    assert.deepEqual(result.problems, problems);
  }
});
