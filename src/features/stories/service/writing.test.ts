import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { STORY_STATUSES } from '#features/labels/contract/status.ts';
import { updateRankings } from '#features/reactions/service/rankings.ts';
import { apiCalls } from '#tests/support/api-calls.ts';
import { runJobsOnce } from '#tests/support/run-jobs-once.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { type Story, storySchema } from '../contract/stories.ts';

const database = await testDatabase();
const { context } = database;
const { db } = context;
const call = apiCalls(await testServer(context));
const mira = await signedIn(context, 'mira');
const tomas = await signedIn(context, 'tomas');

async function make(title: string, fields: object = {}): Promise<Story> {
  const { status, body } = await call(mira, 'POST', '/stories', { title, ...fields });
  assert.equal(status, 201, JSON.stringify(body));
  return body.data;
}

async function list(story: Story): Promise<void> {
  const chapter = { title: 'One', content: '<p>Once.</p>' };
  assert.equal((await call(mira, 'POST', `/stories/${story.id}/chapters`, chapter)).status, 201);
}

const read = async (id: number | string) => (await call(mira, 'GET', `/stories/${id}`)).body.data as Story;
const names = (story: Story) => story.tags.map((tag) => tag.name);

async function storyCountOf(tag: string): Promise<number> {
  const rows = await db.selectFrom('tags').select('story_count').where('name', '=', tag).execute();
  return rows[0]?.story_count ?? 0;
}

describe('creating a story', () => {
  // Interface, Stories: A story has the fields of the interface
  // Interface, Stories: POST /stories answers 201 with the story
  test('the response has the whole story, with a slug from its title', async () => {
    const story = await make('  The Café\tat Nº 9 ', {
      synopsis: ' Late.\r\n\r\nVery. ',
      tags: ['Slow Burn', 'slow-burn', ''],
    });
    storySchema.strict().parse(story);
    assert.equal(story.title, 'The Café at Nº 9');
    assert.equal(story.slug, 'the-cafe-at-no-9');
    assert.equal(story.synopsis, 'Late.\n\nVery.');
    assert.deepEqual(names(story), ['slow burn']);
    assert.equal(story.author_username, 'mira');
    assert.deepEqual(await read(story.id), story);
  });

  // Interface, Stories and chapters: status is ongoing, complete, hiatus, abandoned or null
  test('the status of a story can be set, changed and removed', async () => {
    const story = await make('Not Over Yet', { status: 'ongoing' });
    assert.equal(story.status, 'ongoing');
    const path = `/stories/${story.id}`;
    const edit = { title: story.title, slug: story.slug };
    const change = async (fields: object) => (await call(mira, 'PUT', path, { ...edit, ...fields })).body;
    for (const status of STORY_STATUSES) {
      assert.equal((await change({ status })).data.status, status);
      assert.equal((await read(story.id)).status, status);
    }
    // An omitted status stays; an invalid one is refused by name, and nothing is stored.
    assert.equal((await change({})).data.status, 'abandoned');
    const refused = await call(mira, 'PUT', path, { ...edit, status: 'finished' });
    assert.equal(refused.status, 422);
    assert.match(refused.body.error.fields.status, /^Status must be one of ongoing, complete/);
    assert.equal((await change({ status: null })).data.status, null);
    assert.equal((await make('Says Nothing')).status, null);
  });

  // Interface, Stories: A story without a chapter is reachable by its address, and in its author’s own list
  test('only its author sees a story without chapters in a list', async () => {
    const story = await make('Unseen Until Later', { tags: ['unseen'] });
    const own = `/stories?account_id=${mira.id}`;
    for (const path of ['/stories', '/frontpage?tag=unseen', '/search/tags?query=unseen', own])
      assert.ok(!JSON.stringify((await call(undefined, 'GET', path)).body).includes('nseen'), path);
    assert.ok(!JSON.stringify((await call(tomas, 'GET', own)).body).includes('Unseen'));
    const mine = (await call(mira, 'GET', own)).body.data;
    assert.equal(mine.stories[0].title, 'Unseen Until Later');
    assert.equal(mine.pagination.total, mine.stories.length);
    const others = (await call(undefined, 'GET', own)).body.data.pagination.total;
    await list(story);
    assert.equal((await call(undefined, 'GET', own)).body.data.pagination.total, others + 1);
    assert.equal((await call(mira, 'GET', own)).body.data.pagination.total, mine.pagination.total);
    assert.equal(await storyCountOf('unseen'), 1);
  });

  // Interface, Ranking: New is the time of the first chapter
  test('a story is new from its first chapter on, not from its creation', async () => {
    const [early, late] = [await make('Begun Early'), await make('Begun Late')];
    await list(late);
    await list(early);
    await list(late);
    const { stories } = (await call(undefined, 'GET', '/frontpage?sort=new&limit=2')).body.data;
    assert.deepEqual(
      stories.map(({ title }: Story) => title),
      ['Begun Early', 'Begun Late'],
    );
  });

  // Interface, Stories: A slug that is taken gets -2, -3 and so on
  test('a story with a title in use gets a numbered slug', async () => {
    const slugs = [];
    for (let index = 0; index < 3; index++) slugs.push((await make('Twice Told')).slug);
    assert.deepEqual(slugs, ['twice-told', 'twice-told-2', 'twice-told-3']);
  });

  // Interface, Stories: A slug is the title, transliterated, in lower case, with hyphens
  test('titles in any script get a slug', async () => {
    const table = [
      ['夜', 'story'],
      ['1984', 'story-1984'],
      ['---', 'story-2'],
      ['“Ænima” & Łódź', 'aenima-and-lodz'],
      ['x'.repeat(100), 'x'.repeat(80)],
      ['😀'.repeat(100), 'story-3'],
      ['Тихая ночь', 'tikhaya-noch'],
      ['עיר של אור', 'ayr-shl-avr'],
    ] as const;
    for (const [title, slug] of table) assert.equal((await make(title)).slug, slug, title);
  });

  // Interface, The API: A broken rule of the specification answers 422
  // Interface, Stories: A story has up to 30 tags of up to 50 characters
  test('an invalid field is refused with its message', async () => {
    const table: [object, string, string][] = [
      [{}, 'title', 'Title is required'],
      [{ title: '' }, 'title', 'Title is required'],
      [{ title: ' \u200b\u202e\n ' }, 'title', 'Title is required'],
      [{ title: '\u3164\u2800' }, 'title', 'Title is required'],
      [{ title: null }, 'title', 'Title is required'],
      [{ title: 5 }, 'title', 'Title is required'],
      [{ title: 'x'.repeat(101) }, 'title', 'Title is too long. Please keep it under 100 characters.'],
      [{ title: '😀'.repeat(101) }, 'title', 'Title is too long. Please keep it under 100 characters.'],
      [
        { title: 'a', synopsis: 'x'.repeat(5001) },
        'synopsis',
        'Synopsis is too long. Please keep it under 5,000 characters.',
      ],
      [{ title: 'a', synopsis: ['x'] }, 'synopsis', 'Synopsis must be a string'],
      [{ title: 'a', tags: 'sea' }, 'tags', 'Tags must be a list of strings'],
      [{ title: 'a', tags: [1] }, 'tags', 'Every tag must be a string'],
      [
        { title: 'a', tags: ['x'.repeat(51)] },
        'tags',
        `Tags can have up to 50 characters: "${'x'.repeat(49)}…" has more`,
      ],
      [
        { title: 'a', tags: Array.from({ length: 31 }, (_, at) => `tag ${at}`) },
        'tags',
        'A story can have up to 30 tags',
      ],
      [
        { title: 'a', tags: Array.from({ length: 301 }, () => 'sea') },
        'tags',
        'A story can have up to 30 tags',
      ],
    ];
    const before = await db.selectFrom('story_slugs').selectAll().execute();
    for (const [payload, field, message] of table) {
      const { status, body } = await call(mira, 'POST', '/stories', payload);
      assert.deepEqual([status, body.message, body.error.fields], [422, message, { [field]: message }]);
    }
    assert.deepEqual(await db.selectFrom('story_slugs').selectAll().execute(), before);
  });

  // Interface, Stories: A story has up to 30 tags of up to 50 characters
  test('every field accepts a text of exactly its limit', async () => {
    const tags = Array.from({ length: 30 }, (_, at) => `${'t'.repeat(48)}${String(at).padStart(2, '0')}`);
    const story = await make('😀'.repeat(100), { synopsis: '𝔖'.repeat(5000), tags });
    assert.deepEqual([[...story.title].length, [...story.synopsis].length], [100, 5000]);
    assert.deepEqual(names(story), tags);
  });

  test('an account at its limit of stories cannot create another', async () => {
    const una = await signedIn(context, 'una');
    const rows = Array.from({ length: 1000 }, (_, at) => ({
      author_id: una.id,
      title: 'One of Many',
      slug: `one-of-many-${at}`,
      published_at: null,
      featured_at: null,
      edited_at: null,
    }));
    await db.insertInto('stories').values(rows.slice(1)).execute();
    assert.equal((await call(una, 'POST', '/stories', { title: 'The Last One' })).status, 201);
    const { status, body } = await call(una, 'POST', '/stories', { title: 'One Too Many' });
    assert.deepEqual([status, body.message], [422, 'You have 1,000 stories, the most an account can hold.']);
  });
});

describe('changing a story', () => {
  test('an edit changes title, slug, synopsis and tags, and leaves omitted fields unchanged', async () => {
    const story = await make('Before', { synopsis: 'Kept.', tags: ['kept'] });
    const edit = { title: ' After ', slug: 'After All!' };
    const { status, body } = await call(mira, 'PUT', `/stories/${story.id}`, edit);
    assert.equal(status, 200);
    storySchema.strict().parse(body.data);
    assert.deepEqual(
      [body.data.title, body.data.slug, body.data.synopsis, names(body.data)],
      ['After', 'after-all-', 'Kept.', ['kept']],
    );
    const rest = { ...edit, synopsis: '', tags: ['sea', 'Kept'] };
    const second = (await call(mira, 'PUT', `/stories/${story.id}`, rest)).body.data;
    assert.deepEqual([second.synopsis, names(second)], ['', ['sea', 'kept']]);
    assert.ok(second.updated_at > body.data.updated_at);
  });

  test('former slugs redirect to the current one, and can be taken back', async () => {
    const story = await make('Wanderer');
    const rename = (slug: string) => call(mira, 'PUT', `/stories/${story.id}`, { title: 'Wanderer', slug });
    for (const slug of ['second', 'third', 'wanderer', 'fourth'])
      assert.equal((await rename(slug)).status, 200);
    for (const slug of ['wanderer', 'second', 'third']) {
      const { status, headers } = await call(undefined, 'GET', `/stories/${slug}`);
      assert.deepEqual([status, headers.location], [301, '/api/stories/fourth']);
    }
    const moved = await call(mira, 'PUT', '/stories/third', { title: 'Wanderer', slug: 'fifth' });
    assert.deepEqual([moved.status, moved.headers.location], [308, '/api/stories/fourth']);
    assert.equal((await read('fourth')).id, story.id);
  });

  // Interface, Stories: A slug once used is never given to another story
  test('a slug that was ever used is never given to another story, even after deletion', async () => {
    const first = await make('Claimed');
    await call(mira, 'PUT', `/stories/${first.id}`, { title: 'Claimed', slug: 'claimed-anew' });
    const deleted = await make('Gone Tomorrow');
    assert.equal((await call(mira, 'DELETE', `/stories/${deleted.id}`)).status, 200);
    const other = await make('Other');
    for (const slug of ['claimed', 'claimed-anew', 'gone-tomorrow']) {
      const edit = { title: 'Not Stored', slug };
      const { status, body } = await call(mira, 'PUT', `/stories/${other.id}`, edit);
      assert.deepEqual([status, body.error.code], [409, 'taken']);
      assert.deepEqual(body.error.fields, { slug: 'This address belongs to another story' });
    }
    assert.equal((await read(other.id)).title, 'Other');
    assert.equal((await make('Gone Tomorrow')).slug, 'gone-tomorrow-2');
  });

  test('an edit with an invalid field is refused with its message', async () => {
    const story = await make('Strict');
    const table: [object, string, string][] = [
      [{ slug: 'a' }, 'title', 'Title is required'],
      [{ title: ' ', slug: 'a' }, 'title', 'Title is required'],
      [{ title: 'a' }, 'slug', 'Slug is required'],
      [{ title: 'a', slug: ' ' }, 'slug', 'Slug is required'],
      [{ title: 'a', slug: 7 }, 'slug', 'Slug is required'],
      [{ title: 'a', slug: '12' }, 'slug', 'Slug must not be just a number, or just symbols'],
      [{ title: 'a', slug: '１２' }, 'slug', 'Slug must not be just a number, or just symbols'],
      [{ title: 'a', slug: '…/…' }, 'slug', 'Slug must not be just a number, or just symbols'],
      [
        { title: 'a', slug: 'x'.repeat(101) },
        'slug',
        'Slug is too long. Please keep it under 100 characters.',
      ],
      [{ title: 'a', slug: 'a', tags: null }, 'tags', 'Tags must be a list of strings'],
      [
        { title: 'a', slug: 'a', tags: ['x'.repeat(51)] },
        'tags',
        `Tags can have up to 50 characters: "${'x'.repeat(49)}…" has more`,
      ],
      [
        { title: 'a', slug: 'a', expected_updated_at: 'now' },
        'expected_updated_at',
        'expected_updated_at must be a time like 2026-11-21T08:00:00.000Z',
      ],
    ];
    for (const [payload, field, message] of table) {
      const { status, body } = await call(mira, 'PUT', `/stories/${story.id}`, payload);
      assert.deepEqual([status, body.message, body.error.fields], [422, message, { [field]: message }]);
    }
    assert.deepEqual(await read(story.id), story);
  });

  test('an edit based on an older copy is refused, unless it changes nothing', async () => {
    const story = await make('Two Tabs');
    const edit = {
      title: 'Two Tabs',
      slug: 'two-tabs',
      synopsis: 'First.',
      expected_updated_at: story.updated_at,
    };
    const first = await call(mira, 'PUT', `/stories/${story.id}`, edit);
    assert.equal(first.status, 200);
    const { status, body } = await call(mira, 'PUT', `/stories/${story.id}`, {
      ...edit,
      synopsis: 'Second.',
    });
    assert.deepEqual(
      [status, body.error.code, Object.keys(body.error.fields)],
      [409, 'edit_conflict', ['expected_updated_at']],
    );
    assert.equal((await read(story.id)).synopsis, 'First.');
    // Repeats the request, as a client does after a lost response.
    const again = await call(mira, 'PUT', `/stories/${story.id}`, edit);
    assert.deepEqual([again.status, again.body.data.updated_at], [200, first.body.data.updated_at]);
    const path = `/stories/${story.id}/synopsis`;
    const late = { synopsis: 'Third.', expected_updated_at: story.updated_at };
    assert.equal((await call(mira, 'PUT', path, late)).status, 409);
    assert.equal((await call(mira, 'PUT', path, { synopsis: 'Third.' })).status, 200);
    const newest = { ...edit, expected_updated_at: (await read(story.id)).updated_at };
    assert.equal((await call(mira, 'PUT', `/stories/${story.id}`, newest)).status, 200);
  });

  test('a chapter added meanwhile is no edit conflict', async () => {
    const story = await make('Busy');
    await list(story);
    const edit = { title: 'Busier', slug: 'busy', expected_updated_at: story.updated_at };
    assert.equal((await call(mira, 'PUT', `/stories/${story.id}`, edit)).status, 200);
  });

  test('the synopsis alone can be changed, and keeps its line breaks', async () => {
    const story = await make('Summed Up', { tags: ['kept'] });
    const synopsis = 'One line.\r\nAnother.\u0007\u202e\n\n  <b>Not markup</b> & "quotes" 👩‍🚀';
    const { status, body } = await call(mira, 'PUT', `/stories/${story.slug}/synopsis`, { synopsis });
    assert.equal(status, 200);
    assert.equal(body.data.synopsis, 'One line.\nAnother.\n\n  <b>Not markup</b> & "quotes" 👩‍🚀');
    assert.deepEqual([body.data.title, names(body.data)], ['Summed Up', ['kept']]);
    const refused = await call(mira, 'PUT', `/stories/${story.id}/synopsis`, { synopsis: 'x'.repeat(5001) });
    assert.deepEqual([refused.status, Object.keys(refused.body.error.fields)], [422, ['synopsis']]);
    assert.equal((await call(mira, 'PUT', `/stories/${story.id}/synopsis`, {})).status, 422);
  });

  test('changing the tags updates their counts and trending scores', async () => {
    const story = await make('Tagged', { tags: ['amber', 'basalt'] });
    await list(story);
    const { trending } = await db
      .updateTable('stories')
      .set({ trending: sql`trending_of(8, now())` })
      .where('id', '=', story.id)
      .returning('trending')
      .executeTakeFirstOrThrow();
    assert.ok(trending !== null);
    const trendingOf = async (tag: string) =>
      (await db.selectFrom('tags').select('trending').where('name', '=', tag).executeTakeFirst())?.trending;
    await updateRankings(context, [story.id]);
    assert.deepEqual([await storyCountOf('amber'), await trendingOf('amber')], [1, trending]);
    await call(mira, 'PUT', `/stories/${story.id}`, {
      title: 'Tagged',
      slug: 'tagged',
      tags: ['basalt', 'coral'],
    });
    assert.deepEqual(
      [await storyCountOf('amber'), await storyCountOf('basalt'), await storyCountOf('coral')],
      [0, 1, 1],
    );
    await runJobsOnce(database);
    assert.deepEqual([await trendingOf('amber'), await trendingOf('coral')], [null, trending]);
  });
});

describe('deleting a story', () => {
  test('a deleted story is gone from every list and page', async () => {
    const story = await make('Ephemeral', { tags: ['vapour'] });
    await list(story);
    await db.updateTable('stories').set({ view_count: 7 }).where('id', '=', story.id).execute();
    await runJobsOnce(database);
    const authorOf = async () => (await call(undefined, 'GET', '/accounts/users/mira')).body.data.profile;
    const totals = async () => (await call(undefined, 'GET', '/frontpage')).body.data.pagination.total;
    const before = { author: await authorOf(), listed: await totals() };
    assert.equal(before.author.total_views, 7);
    const { chapters } = (await call(undefined, 'GET', `/stories/${story.id}/chapters`)).body.data;
    const { status, body } = await call(mira, 'DELETE', `/stories/${story.id}`);
    assert.deepEqual([status, body.success, body.message], [200, true, 'Story deleted successfully']);
    for (const path of [
      `/stories/${story.id}`,
      `/stories/${story.slug}`,
      `/stories/${story.id}/chapters`,
      `/stories/${story.id}/chapters/${chapters[0].id}`,
      `/stories/${story.id}/related`,
    ])
      assert.equal((await call(undefined, 'GET', path)).status, 404, path);
    for (const path of [
      '/stories?limit=100',
      '/frontpage?tag=vapour',
      '/search/tags?query=vapour',
      `/stories?slug=${story.slug}`,
    ])
      assert.ok(!/Ephemeral|vapour/.test(JSON.stringify((await call(mira, 'GET', path)).body)), path);
    assert.equal(await totals(), before.listed - 1);
    await runJobsOnce(database);
    const after = await authorOf();
    assert.deepEqual([after.story_count, after.total_views], [before.author.story_count - 1, 0]);
    assert.equal((await call(mira, 'DELETE', `/stories/${story.id}`)).status, 404);
  });
});
