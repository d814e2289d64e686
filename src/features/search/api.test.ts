import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOrCreateAccount } from '#features/accounts/service/imported-accounts.ts';
import { authorSchema } from '#features/authors/contract.ts';
import { addChapter } from '#features/chapters/service/chapters.ts';
import { replaceStoryTags } from '#features/tags/service/tags.ts';
import { addStory } from '#tests/support/add-story.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories, people } from '#tests/world.ts';
import { type StoryHit, storyHitSchema, type TextPart } from './contract.ts';
import { deleteUnusedWords } from './service/spelling.ts';

const { context } = await testDatabase();
const { db } = context;
const { stories } = await fillExampleStories(context);
const app = await testServer(context);

type Query = Record<string, string | number>;

async function get(path: string, query: Query) {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const response = await app.inject(`/api${path}?${parameters}`);
  return { status: response.statusCode, body: response.json() };
}

async function search(query: Query) {
  const { status, body } = await get('/search', query);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

async function titles(query: Query): Promise<string[]> {
  return (await search(query)).stories.map((story: StoryHit) => story.title);
}

async function suggested(query: string): Promise<string[]> {
  const { body } = await get('/search/suggestions', { query });
  return body.data.suggestions.map(
    (suggestion: { type: string; text: string }) => `${suggestion.type} ${suggestion.text}`,
  );
}

const highlighted = (parts: TextPart[]) =>
  parts.map((part) => (part.is_match ? `[${part.text}]` : part.text)).join('');

const FERRY = 'The Ferry at Dusk';
const CLOCKS = 'A House With Too Many Clocks';
const ANGLES = 'Élan, "Quotes" & <Angles>';

// Interface, Search, tags, authors: A search answers stories, authors and the pagination of both
test('a search returns stories and authors with exactly the fields of their schemas', async () => {
  const data = await search({ query: 'ferry' });
  for (const story of data.stories) storyHitSchema.strict().parse(story);
  assert.deepEqual(
    data.stories.map((story: StoryHit) => story.title),
    [FERRY],
  );
  assert.deepEqual(data.pagination, {
    stories: { page: 1, limit: 12, total: 1, pages: 1 },
    authors: { page: 1, limit: 12, total: 0, pages: 0 },
  });
  assert.deepEqual([data.showing_for, data.is_partial, data.is_complete], [null, false, true]);
  const { authors } = await search({ query: 'quill' });
  for (const author of authors) authorSchema.strict().parse(author);
  assert.deepEqual(
    authors.map((author: { username: string }) => author.username),
    [people.mira],
  );
});

test('a story is found by title, author, tag, synopsis and text, in any form of the words', async () => {
  for (const query of [
    'ferries',
    'FERRY',
    'quill ferry',
    'slow-burn sea',
    'forties Friday',
    'coffee',
    'excuses',
  ]) {
    assert.equal((await titles({ query }))[0], FERRY, query);
  }
  for (const query of ['elan', 'Élan', 'angles', 'laughing thirty five', '<angles>']) {
    assert.deepEqual(await titles({ query }), [ANGLES], query);
  }
});

test('words of a chapter that not every visitor can read find no story', async () => {
  const { id } = stories.angles;
  const query = 'laughing thirty five';
  const story = db.updateTable('stories').where('id', '=', id);
  await story.set({ visibility: 'members' }).execute();
  assert.deepEqual(await titles({ query }), []);
  assert.deepEqual(await titles({ query: 'angles' }), [ANGLES], 'its title is for everybody');
  await story.set({ visibility: 'public' }).execute();
  assert.deepEqual(await titles({ query }), [ANGLES]);
});

test('a tag of several words is found by its words together, too', async () => {
  for (const query of ['slowburn', 'slow-burn', 'slow burn', 'slowburn contemporary']) {
    const { stories: found, showing_for } = await search({ query });
    assert.ok(
      found.some((story: StoryHit) => story.title === FERRY),
      query,
    );
    assert.equal(showing_for, null, query);
  }
});

test('matches in titles precede matches in texts', async () => {
  const [first, second] = await titles({ query: 'house clock' });
  assert.deepEqual([first, second], [CLOCKS, undefined]);
  await db
    .updateTable('stories')
    .set({ synopsis: 'No clocks here.' })
    .where('id', '=', stories.angles.id)
    .execute();
  assert.deepEqual(await titles({ query: 'clock' }), [CLOCKS, ANGLES]);
  await db.updateTable('stories').set({ synopsis: '' }).where('id', '=', stories.angles.id).execute();
});

test('quoted words match in order, a minus excludes, and the last word may be a prefix', async () => {
  assert.deepEqual(await titles({ query: '"two coffees"' }), [FERRY]);
  assert.deepEqual(await titles({ query: '“two coffees”' }), [FERRY]);
  assert.equal((await search({ query: '"two coffees"' })).is_partial, false);
  assert.equal((await search({ query: '"coffees two"' })).is_partial, true);
  assert.deepEqual(await titles({ query: 'slow burn' }), [CLOCKS, FERRY].toSorted());
  assert.deepEqual(await titles({ query: 'slow burn -ferry' }), [CLOCKS]);
  assert.deepEqual(await titles({ query: 'slow burn -"patient tenant"' }), [FERRY]);
  assert.deepEqual(await titles({ query: 'house with too many clo' }), [CLOCKS]);
  assert.deepEqual(await titles({ query: '-ferry' }), []);
});

test('a hit highlights its matches as text, never as HTML', async () => {
  const [inText] = (await search({ query: 'exactly on time' })).stories;
  assert.equal(inText.snippet.chapter.title, 'Missed');
  assert.match(
    highlighted(inText.snippet.parts),
    /^The ferry left \[exactly\] on \[time\]\. She was forty-one/,
  );
  const [inSynopsis] = (await search({ query: 'inherits' })).stories;
  assert.equal(inSynopsis.snippet.chapter, null);
  assert.match(highlighted(inSynopsis.snippet.parts), /^A clock-mender of fifty \[inherits\] a house/);
  const [inTitle] = (await search({ query: 'elan angle' })).stories;
  assert.equal(highlighted(inTitle.title_parts), '[Élan], "Quotes" & <[Angles]>');
  assert.equal(inTitle.snippet, null);
  const [byTag] = (await search({ query: 'novella' })).stories;
  assert.deepEqual(byTag.matched_tags, ['novella']);
  const [byAuthor] = (await search({ query: 'tomas' })).stories;
  assert.equal(highlighted(byAuthor.author_parts), '[Tomas]_Reed');
  const [ampersand] = (await search({ query: 'coffees excuse' })).stories;
  assert.match(highlighted(ampersand.snippet.parts), /two \[coffees\] & no \[excuse\]\./);
});

test('a misspelt query is corrected, and the answer names the correction', async () => {
  for (const [typed, meant] of [
    ['ferrry', 'ferry'],
    ['frery at dusk', 'ferry at dusk'],
    ['mira quil', null],
    ['tomas redd', 'tomas reed'],
    ['"tow cofees"', '"tow coffees"'],
    ['cofees', 'coffees'],
  ] as const) {
    const data = await search({ query: typed });
    assert.ok(data.stories.length > 0, typed);
    assert.equal(data.showing_for, meant, typed);
  }
});

test('without full matches the search returns partial ones and says so', async () => {
  const data = await search({ query: 'ferry harmonium clocks zeppelin' });
  assert.equal(data.is_partial, true);
  assert.deepEqual(data.stories.map((story: StoryHit) => story.title).sort(), [CLOCKS, FERRY]);
  const acrossTitleAndText = await titles({ query: 'quill midnight' });
  assert.equal(acrossTitleAndText[0], CLOCKS);
  // The excluded word stays excluded.
  assert.deepEqual(await titles({ query: 'ferry harmonium clocks zeppelin -tenant' }), [FERRY]);
});

// Interface, Search, tags, authors: GET /search takes query, type, page, limit, match_title_only, tags and sort
// Interface, Search, tags, authors: All tags of a search must match
// Interface, Search, tags, authors: A blank query with tags lists the tagged stories
test('a search can be limited to titles, to stories or authors, and to all of several tags', async () => {
  assert.deepEqual(await titles({ query: 'coffee', match_title_only: 'true' }), []);
  assert.deepEqual(await titles({ query: 'too many', match_title_only: 'true' }), [CLOCKS]);
  const storiesOnly = await search({ query: 'mira', type: 'stories' });
  assert.equal(storiesOnly.stories.length, 2);
  assert.equal(storiesOnly.pagination.authors.total, 0);
  const authorsOnly = await search({ query: 'mira', type: 'authors' });
  assert.deepEqual([authorsOnly.stories.length, authorsOnly.authors.length], [0, 1]);
  assert.deepEqual(await titles({ query: 'mira', tags: 'Slow Burn,sea' }), [FERRY]);
  const filtered = await search({ query: 'mira', tags: 'sea' });
  assert.deepEqual([filtered.authors, filtered.pagination.authors.total], [[], 0], 'authors have no tags');
  assert.deepEqual(await titles({ tags: 'sea', type: 'authors' }), []);
  assert.deepEqual(await titles({ tags: 'slow-burn', sort: 'newest' }), [CLOCKS, FERRY]);
  assert.deepEqual(await titles({ tags: 'slow burn,comedy' }), []);
  assert.deepEqual(await titles({ query: 'ferry', tags: 'nobody-uses-this' }), []);
});

// Interface, Search, tags, authors: Sort is relevance, newest, popular or trending
test('results follow the selected sort order', async () => {
  assert.deepEqual(await titles({ query: 'mira', sort: 'newest' }), [CLOCKS, FERRY]);
  await db
    .updateTable('stories')
    .set({ upvote_count: 900, ranked_upvote_count: 900, downvote_count: 1, ranked_downvote_count: 1 })
    .where('id', '=', stories.ferry.id)
    .execute();
  assert.deepEqual(await titles({ query: 'mira', sort: 'popular' }), [FERRY, CLOCKS]);
  assert.deepEqual(await titles({ query: 'mira' }), [FERRY, CLOCKS]);
  await db.updateTable('stories').set({ trending: 7000 }).where('id', '=', stories.clocks.id).execute();
  assert.deepEqual(await titles({ query: 'mira', sort: 'trending' }), [CLOCKS, FERRY]);
  const someWords = 'ferry harmonium clocks zeppelin';
  assert.deepEqual(await titles({ query: someWords, sort: 'popular' }), [FERRY, CLOCKS]);
  assert.deepEqual(await titles({ query: someWords, sort: 'trending' }), [CLOCKS, FERRY]);
  const last_chapter_at = new Date();
  await db.updateTable('stories').set({ last_chapter_at }).where('id', '=', stories.ferry.id).execute();
  assert.deepEqual(await titles({ query: 'mira', sort: 'updated' }), [FERRY, CLOCKS]);
  assert.deepEqual(await titles({ tags: 'slow-burn', sort: 'updated' }), [FERRY, CLOCKS]);
});

// Spec 2, Search: Stories and authors have separate pagination
// Interface, The API: A page past the end is an empty list with the true totals
// Interface, Search, tags, authors: GET /search takes query, type, page, limit, match_title_only, tags and sort
test('stories and authors are paged separately; a page past the end is empty with the correct totals', async () => {
  const first = await search({ query: 'mira', limit: 1 });
  const second = await search({ query: 'mira', limit: 1, page: 2, authors_page: 1 });
  assert.notEqual(first.stories[0].id, second.stories[0].id);
  assert.deepEqual(second.pagination.stories, { page: 2, limit: 1, total: 2, pages: 2 });
  assert.deepEqual(second.authors, first.authors);
  const far = await search({ query: 'mira', limit: 1, page: 3 });
  assert.deepEqual([far.stories, far.authors, far.pagination.stories.total], [[], [], 2]);
});

// Interface, Search, tags, authors: GET /search takes query, type, page, limit, match_title_only, tags and sort
test('invalid parameters are rejected with the field named', async () => {
  for (const [query, field] of [
    [{ query: ' ' }, 'query'],
    [{ query: 'x'.repeat(201) }, 'query'],
    [{ query: 'x', page: 0 }, 'page'],
    [{ query: 'x', limit: 101 }, 'limit'],
    [{ query: 'x', sort: 'best' }, 'sort'],
    [{ query: 'x', type: 'tags' }, 'type'],
    [{ query: 'x', match_title_only: 'yes' }, 'match_title_only'],
    [{ query: 'x', tags: Array.from({ length: 11 }, (_, at) => `tag${at}`).join(',') }, 'tags'],
  ] as const) {
    const { status, body } = await get('/search', query);
    assert.equal(status, 422, JSON.stringify(query));
    assert.ok(body.error.fields[field], JSON.stringify(body));
  }
  assert.deepEqual(await titles({ query: '?! …' }), []);
});

// Spec 5: Suggestions from 2 characters after 300 ms
// Interface, Search, tags, authors: Suggestions begin with 2 characters, and are text, type and perhaps slug
// Interface, Search, tags, authors: Suggestions find prefixes and small typing errors
test('suggestions start at two characters and include stories, authors and tags', async () => {
  assert.deepEqual(await suggested('f'), []);
  assert.deepEqual(await suggested('fe'), [`story ${FERRY}`]);
  assert.deepEqual(await suggested('dus'), [`story ${FERRY}`]);
  assert.deepEqual(await suggested('the ferry at d'), [`story ${FERRY}`]);
  assert.deepEqual(await suggested('slow-b'), ['tag slow burn']);
  assert.deepEqual(await suggested('elan'), [`story ${ANGLES}`]);
  assert.deepEqual(await suggested('mir'), [`author ${people.mira}`]);
  assert.deepEqual(await suggested('ferrry'), [`story ${FERRY}`]);
  const typesFor = async (type: string) => {
    const answers = await Promise.all(
      ['fe', 'mir', 'slow-b'].map((query) => get('/search/suggestions', { query, type })),
    );
    return answers.flatMap(({ body }) => body.data.suggestions.map((each: { type: string }) => each.type));
  };
  assert.deepEqual(await typesFor('all'), ['story', 'author', 'tag']);
  assert.deepEqual(await typesFor('stories'), ['story']);
  assert.deepEqual(await typesFor('authors'), ['author']);
  const { body } = await get('/search/suggestions', { query: 'qui' });
  assert.deepEqual(body.data.suggestions, [{ text: people.mira, type: 'author', slug: people.mira }]);
});

// Interface, Stories: A story without a chapter is in no public list, search or feed
test('a story without a chapter and its author are never found', async () => {
  for (const query of ['unfinished', people.una, 'gothic']) {
    assert.ok(!(await titles({ query })).includes('Unfinished'), query);
    assert.ok(!(await suggested(query)).some((suggestion) => /Unfinished|una-new/.test(suggestion)), query);
  }
  assert.equal((await search({ query: people.una })).authors.length, 0);
});

test('the index follows additions, changes and deletions at once', async () => {
  const writer = await findOrCreateAccount(db, { username: 'newcomer' });
  assert.ok(writer.ok);
  const created = await addStory(db, {
    author_id: writer.data.id,
    title: 'Zeppelins',
    synopsis: 'Aloft.',
    tags: ['airship'],
  });
  assert.ok(created.ok);
  const { id } = created.data;
  const finds = async (query: string) => (await titles({ query })).length === 1;
  assert.equal(await finds('zeppelins'), false);

  const chapter = await addChapter(db, {
    story_id: id,
    title: 'Mooring',
    order: 1,
    html: '<p>A gondola.</p>',
  });
  assert.ok(chapter.ok);
  for (const query of ['zeppelin', 'aloft', 'airships', 'newcomer', 'mooring', 'gondola']) {
    assert.equal(await finds(query), true, query);
  }
  assert.equal((await search({ query: 'newcomer' })).authors.length, 1);

  await db.updateTable('stories').set({ title: 'Dirigibles', synopsis: '' }).where('id', '=', id).execute();
  assert.deepEqual(
    [await finds('zeppelin'), await finds('aloft'), await finds('dirigible')],
    [false, false, true],
  );
  await db.transaction().execute((transaction) => replaceStoryTags(transaction, id, ['ballooning']));
  assert.deepEqual([await finds('airship'), await finds('balloonings')], [false, true]);
  await db.updateTable('tags').set({ name: 'aerostatics' }).where('name', '=', 'ballooning').execute();
  assert.equal(await finds('aerostatics'), true);
  await db
    .updateTable('accounts')
    .set({ display_name: 'Ottilie Brandt', bio: 'Keeps goldfinches.' })
    .where('id', '=', writer.data.id)
    .execute();
  assert.equal(await finds('ottilie'), true);
  assert.equal((await search({ query: 'goldfinch' })).authors.length, 1);
  await db
    .updateTable('chapters')
    .set({ content: '<p>A <em>nac</em>elle.</p>' })
    .where('id', '=', chapter.data.id)
    .execute();
  assert.deepEqual([await finds('gondola'), await finds('nacelle')], [false, true]);

  await db.deleteFrom('chapters').where('id', '=', chapter.data.id).execute();
  for (const query of ['dirigible', 'ottilie', 'nacelle', 'aerostatics'])
    assert.equal(await finds(query), false, query);
  assert.equal((await search({ query: 'ottilie' })).authors.length, 0);
  assert.deepEqual(await suggested('ottil'), []);
});

test('concurrent changes of one story are all indexed', async () => {
  const { id } = stories.angles;
  for (let round = 0; round < 5; round++) {
    await Promise.all([
      db
        .updateTable('stories')
        .set({ title: `Harlequin ${round}` })
        .where('id', '=', id)
        .execute(),
      db.transaction().execute((transaction) => replaceStoryTags(transaction, id, [`masque ${round}`])),
      db
        .updateTable('stories')
        .set({ synopsis: `Columbine ${round}` })
        .where('id', '=', id)
        .execute(),
    ]);
    assert.deepEqual(await titles({ query: `harlequin masque columbine ${round}` }), [`Harlequin ${round}`]);
  }
});

test('only unused words are deleted from the known words', async () => {
  const known = async (word: string) =>
    (await db.selectFrom('search_words').select('word').where('word', '=', word).execute()).length > 0;
  assert.equal(await known('ottilie'), true);
  await db.updateTable('accounts').set({ display_name: '' }).where('username_key', '=', 'newcomer').execute();
  await deleteUnusedWords(context);
  assert.equal(await known('ottilie'), false);
  assert.equal(await known('ferry'), true);
  assert.equal(await known('coffees'), true);
});
