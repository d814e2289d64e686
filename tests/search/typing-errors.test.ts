import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOrCreateAccount } from '#features/accounts/service/imported-accounts.ts';
import { addChapter } from '#features/chapters/service/chapters.ts';
import { loadSampleLibrary } from '#features/library/service.ts';
import { search, suggestions } from '#features/search/contract.ts';
import { searchLibrary } from '#features/search/service/search.ts';
import { suggest } from '#features/search/service/suggest.ts';
import { addStory } from '#tests/support/add-story.ts';
import { testDatabase } from '#tests/support/test-database.ts';

/** Typing errors in a word that was just published, and titles remembered not quite right. */

const { context } = await testDatabase();
const { db } = context;
await loadSampleLibrary(context);
const author = await findOrCreateAccount(db, { username: 'qwertz' });
assert.ok(author.ok);
const authorId = author.data.id;

async function publish(title: string, text = 'Nothing of the kind.'): Promise<number> {
  const story = await addStory(db, { author_id: authorId, title, synopsis: '', tags: ['sea'] });
  assert.ok(story.ok);
  const chapter = await addChapter(db, {
    story_id: story.data.id,
    title: 'One',
    order: 1,
    html: `<p>${text}</p>`,
  });
  assert.ok(chapter.ok);
  return story.data.id;
}

async function searchTitles(query: string): Promise<string[]> {
  const outcome = await searchLibrary(context, search.input.parse({ query }));
  assert.ok(outcome.ok, query);
  return outcome.data.stories.map(({ title }) => title);
}

async function suggestTitles(query: string): Promise<string[]> {
  const outcome = await suggest(context, suggestions.input.parse({ query }));
  assert.ok(outcome.ok, query);
  return outcome.data.suggestions.map(({ text }) => text);
}

/** A word with one letter or digit mistaken, missing, doubled, added or swapped with the next, at every position. */
function typingErrorsOf(word: string): string[] {
  const places = Array.from({ length: word.length }, (_, at) => at);
  const typed = places.flatMap((at) => {
    const [before, letter = '', after] = [word.slice(0, at), word[at], word.slice(at + 1)];
    const other = /\d/.test(letter) ? String((Number(letter) + 7) % 10) : letter === 'k' ? 'j' : 'k';
    return [
      before + other + after,
      before + after,
      before + letter + letter + after,
      before + other + letter + after,
      before + after.slice(0, 1) + letter + after.slice(1),
    ];
  });
  return [...new Set(typed)].filter((candidate) => candidate !== word);
}

/** Only every third error of a word is tried, which still covers each kind and each position. */
const EVERY = 3;

const fresh = [
  'Kapitel 1984b',
  'Zwielicht 2077',
  'Morgenrot',
  'Protokoll qx7',
  '4711',
  'Vane',
  'Ümläute 88th',
];

for (const title of fresh) {
  test(`a typing error in any word of “${title}” finds it right after publishing`, async () => {
    const words = title.split(' ');
    const typed = words.flatMap((word, at) =>
      typingErrorsOf(word.toLowerCase())
        .filter((_, nth) => nth % EVERY === 0)
        .map((typo) => words.with(at, typo).join(' ')),
    );
    const [first = ''] = typed;
    // Control: the search finds no story before it exists.
    assert.ok(![...(await searchTitles(first)), ...(await suggestTitles(first))].includes(title), first);
    await publish(title);
    const missed: string[] = [];
    for (const query of [title, ...typed]) {
      if (!(await searchTitles(query)).includes(title)) missed.push(`search ${query}`);
      if (!(await suggestTitles(query)).includes(title)) missed.push(`suggestions ${query}`);
    }
    assert.deepEqual(missed, []);
    assert.ok(typed.length >= 5, `${typed.length} slips`);
  });
}

test('a typing error that gives another known word finds the title too', async () => {
  await publish('Kursbuch 3011');
  await publish('An Almanac', 'In 3017 and in 3110 all trains were late.');
  for (const query of ['kursbuch 3017', 'kursbuch 3110', 'Kursbuch 3010']) {
    assert.equal((await searchTitles(query))[0], 'Kursbuch 3011', query);
    assert.deepEqual(await suggestTitles(query), ['Kursbuch 3011'], query);
  }
  // Control: the other word alone has no typing error.
  assert.deepEqual(await searchTitles('3017'), ['An Almanac']);
});

test('a mistyped number finds the story with a similar number in its title', async () => {
  for (const year of ['1901', '1911', '1912', '1921', '1931', '1941'])
    await publish(`Almanac of ${year}`, `${year} again.`);
  await publish('Inventory of 1951');
  for (const query of ['inventory of 1971', 'inventory of 19512', 'inventory 1915'])
    assert.equal((await searchTitles(query))[0], 'Inventory of 1951', query);
  assert.deepEqual(await suggestTitles('inventory of 1971'), ['Inventory of 1951']);
});

test('an almost correct title returns its story first', async () => {
  const titles = {
    'Far from the Madding Crowd': [
      'far from the maddening crowd',
      'far from the madding crowds',
      'far of the madding crowd',
      'far from maddening crowd',
      'Far From The Maddening Croud',
    ],
    'The Importance of Being Earnest': [
      'the importance of being ernest',
      'importance of being earnest',
      'the importance of being honest',
    ],
    'Withering Heights': ['weathering heights', 'withering height'],
  };
  // These texts contain all of the words, close together, and twice.
  const texts = [
    'Far off, the maddening crowd went from door to door; far from the maddening crowd of crowds, honest and ernest.',
    'Of the importance of being honest and of being ernest. Weathering the heights, weathering heights.',
    'He was of maddening far crowds, from the madding crowd of Far. The withering height.',
  ];
  for (const [at, text] of texts.entries())
    for (const copy of [1, 2, 3]) await publish(`Distraction ${'xyz'[at]}${copy}`, text);
  for (const title of Object.keys(titles)) await publish(title);
  for (const [title, queries] of Object.entries(titles))
    for (const query of [title, ...queries]) {
      assert.equal((await searchTitles(query))[0], title, query);
      assert.ok((await suggestTitles(query)).includes(title), `suggestions ${query}`);
    }
  // Controls: a query that only shares words with a title means another one, and quoted words are taken
  // literally.
  for (const query of [
    'madding from crowds so very far away',
    'being honest',
    '"far from the maddening crowd"',
  ])
    assert.ok(!Object.keys(titles).includes((await searchTitles(query))[0] ?? ''), query);
});

test('an almost correct title respects excluded words and required tags', async () => {
  await publish('The Tenant of Wildfell Hall', 'A gallows.');
  const query = 'the tennant of wildfell hall';
  const [story] = await searchTitles(query);
  assert.equal(story, 'The Tenant of Wildfell Hall');
  assert.ok(!(await searchTitles(`${query} -gallows`)).includes('The Tenant of Wildfell Hall'));
  const tagged = async (tags: string) => {
    const outcome = await searchLibrary(
      context,
      search.input.parse({ query: 'the tenants wildfell hall', tags }),
    );
    assert.ok(outcome.ok);
    return outcome.data.stories.length;
  };
  assert.deepEqual([await tagged('sea'), await tagged('gothic')], [1, 0]);
});

test('of titles with forms of one word the one nearest to what was typed comes first', async () => {
  const rate = (id: number, votes: number) =>
    db.updateTable('stories').set({ ranked_upvote_count: votes }).where('id', '=', id).execute();
  const near = await publish('The Lamplighter of Sorrow Street');
  const far = await publish('By Lamplight');
  const titles = ['The Lamplighter of Sorrow Street', 'By Lamplight'];
  // The ratings must not decide, nor the lengths of the titles, nor the age of the stories.
  for (const better of [far, near]) {
    await rate(better, 90);
    for (const typed of [
      'lampligter',
      'lamplihgter',
      'lamplightrr',
      'blamplighter',
      'lamplighter',
      'lamplighters',
    ])
      assert.deepEqual((await searchTitles(typed)).slice(0, 2), titles, typed);
    for (const typed of ['lamlight', 'lampight', 'lamplght', 'amplight', 'lamplight'])
      assert.deepEqual((await searchTitles(typed)).slice(0, 2), titles.toReversed(), typed);
    await rate(better, 0);
  }
});

test('of two words that are equally near the one of a title was meant', async () => {
  // Texts have “note”, “manners” and “sallow”.
  for (const [typed, title] of [
    ['notce', 'Notice to Mariners'],
    ['mainers', 'Notice to Mariners'],
    ['ballow', 'Six Lamps on the Tallow Stair'],
  ] as const)
    assert.equal((await searchTitles(typed))[0], title, typed);
});
