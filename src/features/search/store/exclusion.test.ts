import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addChapter } from '#features/chapters/service/chapters.ts';
import { addStory } from '#tests/support/add-story.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { type StoryHit, searchMessages } from '../contract.ts';
import type { Exclusion } from '../rules/query.ts';
import { withoutExcluded, withoutExcludedByScan } from './exclusion.ts';

const { context } = await testDatabase();
const { db } = context;
const app = await testServer(context);
const author = await signedIn(context, 'keeper-of-lights');

async function write(title: string, more: { tags?: string[]; synopsis?: string; texts?: string[] } = {}) {
  const created = await addStory(db, {
    author_id: author.id,
    title,
    synopsis: more.synopsis ?? '',
    tags: more.tags ?? ['sea'],
  });
  assert.ok(created.ok);
  for (const [at, text] of (more.texts ?? ['The lighthouse stood alone.']).entries()) {
    const html = `<p>${text}</p>`;
    const added = await addChapter(db, {
      story_id: created.data.id,
      title: `Part ${at + 1}`,
      order: at + 1,
      html,
    });
    assert.ok(added.ok);
  }
  return created.data.id;
}

async function search(query: Record<string, string | number>) {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const response = await app.inject(`/api/search?${parameters}`);
  assert.equal(response.statusCode, 200, response.payload);
  return response.json();
}

async function titles(query: string, more: Record<string, string | number> = {}): Promise<string[]> {
  const { data } = await search({ query, ...more });
  const titles = data.stories.map((story: StoryHit) => story.title);
  assert.equal(data.pagination.stories.total, titles.length);
  return titles.toSorted();
}

const lamp = 'The lamp of the lighthouse burned.';
const PLAIN = 'A Quiet Lighthouse';
const all = {
  [PLAIN]: await write(PLAIN, { texts: [lamp, 'Nothing else.'] }),
  'Lighthouse by Tag': await write('Lighthouse by Tag', { tags: ['sea', 'Gallows Humour'], texts: [lamp] }),
  'Lighthouse by Synopsis': await write('Lighthouse by Synopsis', {
    synopsis: 'Full of gallows and humour.',
    texts: [lamp],
  }),
  'Lighthouse in Another Chapter': await write('Lighthouse in Another Chapter', {
    texts: [lamp, 'An ordinary day.', 'They joked of <em>gall</em>ows.'],
  }),
  'Gallows at the Lighthouse': await write('Gallows at the Lighthouse', { texts: [lamp] }),
};
const everyTitle = Object.keys(all).toSorted();

test('excluding a word removes every story that contains it anywhere', async () => {
  assert.deepEqual(await titles('lighthouse'), everyTitle);
  for (const query of [
    'lighthouse -gallows',
    'lamp -gallows',
    '-gallows lighthouse',
    'lighthouse -GALLOWS',
  ]) {
    assert.deepEqual(await titles(query), [PLAIN], query);
    for (const sort of ['newest', 'popular', 'trending', 'updated']) {
      assert.deepEqual(await titles(query, { sort }), [PLAIN], `${query} ${sort}`);
    }
  }
  // Excluded words are checked everywhere, even when only titles are searched.
  assert.deepEqual(await titles('lighthouse -gallows', { match_title_only: 'true' }), [PLAIN]);
  assert.deepEqual(await titles('the -gallows', { match_title_only: 'true' }), []);
  assert.deepEqual(await titles('lighthouse -keeper'), [], 'the name of the author');
});

test('several words, quoted words and other forms of a word can be excluded', async () => {
  const withoutHumour = everyTitle.filter((title) => !/Tag|Synopsis/.test(title));
  assert.deepEqual(await titles('lighthouse -humour'), withoutHumour);
  assert.deepEqual(
    await titles('lighthouse -"gallows humour"'),
    everyTitle.filter((title) => !/Tag/.test(title)),
  );
  assert.deepEqual(
    await titles('lighthouse -"they joked of gallows"'),
    everyTitle.filter((title) => !/Another/.test(title)),
  );
  assert.deepEqual(await titles('lighthouse -joking -humours'), [
    'A Quiet Lighthouse',
    'Gallows at the Lighthouse',
  ]);
  assert.deepEqual(await titles(`${'lighthouse '.repeat(16)}-gallows`), [PLAIN]);
});

test('exclusions apply to partial matches and corrected queries too', async () => {
  assert.deepEqual(await titles('lighthose -gallows'), [PLAIN]);
  assert.deepEqual(await titles('lighthouse harmonium -gallows'), [PLAIN]);
  assert.deepEqual(await titles('ordinary lighthouse -gallows'), [PLAIN]);
  assert.deepEqual(await titles('ordinary -gallows'), []);
});

test('exclusions apply to the stories with a tag', async () => {
  assert.deepEqual(await titles('-gallows', { tags: 'sea' }), [PLAIN]);
  assert.deepEqual(await titles('lamp -gallows', { tags: 'sea' }), [PLAIN]);
});

// Interface, Finding and avoiding: A search of only -word answers 200 with no results and a sentence that explains
test('a query of only exclusions finds nothing and explains why', async () => {
  for (const query of ['-gallows', '-"gallows humour"', '-lighthouse -gallows', '\u2212gallows']) {
    const { data, message } = await search({ query });
    assert.deepEqual([data.stories, data.authors, data.pagination.stories.total], [[], [], 0], query);
    assert.equal(data.notice, searchMessages.onlyExcluding);
    assert.equal(message, searchMessages.onlyExcluding);
  }
  assert.equal((await search({ query: 'lighthouse -gallows' })).data.notice, null);
  const common = await search({ query: 'lighthouse -the' });
  assert.deepEqual(
    [common.data.notice, common.data.stories.length],
    ['“the” is in nearly every story, so it can’t be excluded.', 5],
  );
});

test('exclusions apply to authors and to suggested titles', async () => {
  await db
    .updateTable('accounts')
    .set({ display_name: 'Ottilie Brandt', bio: 'Writes of gallows.' })
    .where('id', '=', author.id)
    .execute();
  const authors = async (query: string, more = {}) => (await search({ query, ...more })).data.authors.length;
  assert.equal(await authors('ottilie'), 1);
  assert.equal(await authors('ottilie -gallows'), 0);
  assert.equal(await authors('ottilie -gallows', { match_title_only: 'true' }), 0);
  assert.equal(await authors('ottilie harmonium -gallows'), 0);
  const { data } = (await app.inject('/api/search/suggestions?query=lighthouse+-gallows')).json();
  const texts = data.suggestions.map((suggestion: { text: string }) => suggestion.text);
  assert.deepEqual(
    texts.toSorted(),
    everyTitle.filter((title) => !/Gallows/.test(title)),
  );
});

test('a name that nearly all authors have is looked for in the order of lists, without excluded words', async () => {
  const common = ['ottili', 'ottilie*'].map((term) => ({
    place: 'author' as const,
    term,
    share: 0.9,
    total: 100_000,
  }));
  await db.insertInto('search_term_counts').values(common).execute();
  const found = async (query: string) => {
    const { data } = await search({ query, type: 'authors' });
    return [data.authors.length, data.is_complete];
  };
  assert.deepEqual(await found('ottilie'), [1, false]);
  assert.deepEqual(await found('ottilie -gallows'), [0, false]);
  await db.deleteFrom('search_term_counts').execute();
});

test('a common excluded word is checked story by story, and unchecked stories are omitted', async () => {
  const ids = Object.values(all);
  const exclusions: [Exclusion, string[]][] = [
    [{ query: "('gallow')", unordered: "('gallow')" }, [PLAIN]],
    [
      { query: "('gallow' <-> 'humour')", unordered: "('gallow' & 'humour')" },
      Object.keys(all).filter((title) => !/Tag/.test(title)),
    ],
  ];
  for (const [exclusion, allowed] of exclusions) {
    const expected = Object.entries(all).flatMap(([title, id]) => (allowed.includes(title) ? [id] : []));
    const answer = { ids: expected, isComplete: true };
    assert.deepEqual(await withoutExcluded(db, ids, exclusion), answer, exclusion.query);
    assert.deepEqual(await withoutExcludedByScan(db, ids, exclusion), answer, exclusion.query);
  }
  await db.updateTable('stories').set({ chapter_count: 5_000 }).where('id', '=', all[PLAIN]).execute();
  const [[exclusion] = [{ query: '', unordered: '' }]] = exclusions;
  assert.deepEqual(await withoutExcludedByScan(db, ids, exclusion), { ids: [all[PLAIN]], isComplete: false });
});

test('a search that could not check every story for an excluded word says so', async () => {
  await db.updateTable('stories').set({ chapter_count: 5_000 }).execute();
  const common = { place: 'text' as const, term: 'gallow', share: 0.9, total: 100_000 };
  await db.insertInto('search_term_counts').values(common).execute();
  const cases: [string, Record<string, string>][] = [
    ['lighthouse -gallows', { match_title_only: 'true' }],
    ['ordinary lighthouse harmonium -gallows', {}],
    ['-gallows', { tags: 'sea' }],
  ];
  for (const [query, more] of cases) {
    const { data, message } = await search({ query, ...more });
    assert.deepEqual([data.is_complete, message], [false, searchMessages.incomplete], query);
  }
  await db.deleteFrom('search_term_counts').execute();
});

test('in very long chapters a phrase is excluded regardless of word order', async () => {
  const { id } = await db
    .selectFrom('chapters')
    .select('id')
    .where('story_id', '=', all[PLAIN])
    .where('order', '=', 1)
    .executeTakeFirstOrThrow();
  assert.ok((await titles('lighthouse -"burned lamp"')).includes(PLAIN));
  await db.updateTable('chapters').set({ word_count: 20_000 }).where('id', '=', id).execute();
  assert.ok(!(await titles('lighthouse -"burned lamp"')).includes(PLAIN));
});
