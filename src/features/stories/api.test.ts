import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories, people } from '#tests/world.ts';
import { STORY_SORTS } from './contract/sorts.ts';
import { getStory, type Story, storySchema } from './contract/stories.ts';

const { context } = await testDatabase();
const world = await fillExampleStories(context);
const app = await testServer(context);

async function get(path: string) {
  const response = await app.inject(`/api${path}`);
  return { status: response.statusCode, headers: response.headers, body: response.json() };
}

const titles = (stories: Story[]) => stories.map((story) => story.title);

describe('listing stories', () => {
  // Interface, Stories: GET /frontpage sorts by trending, top, new and featured
  test('every sort order returns correct totals and rows that match the contract', async () => {
    for (const sort of STORY_SORTS) {
      const { status, body } = await get(`/frontpage?sort=${sort}`);
      assert.equal(status, 200);
      for (const story of body.data.stories) storySchema.parse(story);
      assert.equal(body.data.pagination.total, body.data.stories.length);
      assert.equal(body.data.pagination.limit, 18);
    }
    assert.deepEqual(titles((await get('/frontpage?sort=new')).body.data.stories), [
      'Élan, "Quotes" & <Angles>',
      'A House With Too Many Clocks',
      'The Ferry at Dusk',
    ]);
  });

  test('a story has its author’s display name, or the username without one', async () => {
    const { db } = context;
    const named = await db
      .updateTable('accounts')
      .set({ display_name: 'Tomás Reed' })
      .where('username', '=', people.tomas)
      .executeTakeFirst();
    assert.equal(named.numUpdatedRows, 1n);
    const { body } = await get('/frontpage?sort=new');
    assert.deepEqual(
      body.data.stories.map((story: Story) => [story.author_username, story.author_display_name]),
      [
        [people.tomas, 'Tomás Reed'],
        [people.mira, people.mira],
        [people.mira, people.mira],
      ],
    );
  });

  // Interface, Stories: GET /frontpage takes a tag
  test('the tag filter accepts any spelling of a tag', async () => {
    for (const tag of ['slow burn', 'Slow-Burn', 'slowburn', ' SLOW  BURN ']) {
      const { body } = await get(`/frontpage?sort=new&tag=${encodeURIComponent(tag)}`);
      assert.deepEqual(titles(body.data.stories), ['A House With Too Many Clocks', 'The Ferry at Dusk'], tag);
      assert.equal(body.data.pagination.total, 2);
    }
    const unknown = await get('/frontpage?tag=nothing-has-this');
    assert.deepEqual(unknown.body.data.stories, []);
    assert.equal(unknown.body.data.pagination.total, 0);
  });

  // Interface, The API: A list answers data.pagination with page, limit, total and pages
  // Interface, The API: A page past the end is an empty list with the true totals
  // Interface, Stories: GET /stories is paged, and takes slug and account_id
  test('a page past the end is empty and has the correct totals', async () => {
    const first = await get('/stories?limit=2');
    const second = await get('/stories?limit=2&page=2');
    assert.equal(first.body.data.stories.length, 2);
    assert.equal(second.body.data.stories.length, 1);
    assert.equal(second.body.data.pagination.pages, 2);
    const past = await get('/stories?limit=2&page=9');
    assert.deepEqual(past.body.data.stories, []);
    assert.deepEqual(past.body.data.pagination, { page: 9, limit: 2, total: 3, pages: 2 });
    const deep = await get('/stories?page=1000000');
    assert.deepEqual(deep.body.data.stories, []);
  });

  // Interface, The API: A failure is success, error with code, message and perhaps fields, and the same message
  // Interface, The API: Malformed JSON or a malformed query answers 400
  // Interface, The API: A page is counted from 1, and a limit from 1 to 100; outside: 422
  test('an invalid parameter is refused with its field and the reason', async () => {
    const table: [string, number, string][] = [
      ['/frontpage?page=0', 422, 'page'],
      ['/frontpage?page=-1', 422, 'page'],
      ['/frontpage?limit=101', 422, 'limit'],
      ['/frontpage?limit=0', 422, 'limit'],
      ['/frontpage?page=abc', 400, 'page'],
      ['/frontpage?page=1.5', 400, 'page'],
      ['/frontpage?page=1&page=2', 400, 'page'],
      ['/frontpage?sort=random', 422, 'sort'],
      ['/frontpage?tag=', 422, 'tag'],
      ['/stories?account_id=x', 400, 'account_id'],
      ['/stories?account_id=0', 422, 'account_id'],
    ];
    for (const [path, status, field] of table) {
      const answer = await get(path);
      assert.equal(answer.status, status, path);
      assert.equal(answer.body.success, false);
      assert.ok(answer.body.error.fields[field], path);
      assert.equal(answer.body.message, answer.body.error.message);
    }
    assert.equal((await get('/frontpage?tag=%00')).status, 400);
    assert.equal((await get('/frontpage?tag=%ff')).status < 500, true);
  });

  // Interface, Stories: A story without a chapter is reachable by its address, and in its author’s own list
  // Interface, Stories: A story without a chapter is in no public list, search or feed
  test('a story without chapters is in no list', async () => {
    for (const path of [
      '/stories?limit=100',
      '/frontpage?limit=100',
      '/frontpage?tag=gothic',
      '/search/tags?limit=100',
    ]) {
      assert.ok(!JSON.stringify((await get(path)).body).includes('Unfinished'), path);
    }
    const una = await get(`/accounts/users/${people.una}/stories`);
    assert.equal(una.body.data.pagination.total, 0);
    assert.equal((await get(`/stories/${world.stories.unfinished.slug}`)).status, 200);
  });
});

describe('reading a story', () => {
  // Interface, Stories: A story has the fields of the interface
  // Interface, Stories: GET /stories is paged, and takes slug and account_id
  // Interface, Stories: GET /stories/{id} takes a slug
  test('a story is found by its id and by its slug', async () => {
    const { ferry } = world.stories;
    const byId = await get(`/stories/${ferry.id}`);
    const bySlug = await get(`/stories/${ferry.slug}`);
    assert.deepEqual(byId.body, bySlug.body);
    const story = getStory.data.parse(byId.body.data) as Story;
    assert.equal(story.url, '/story/the-ferry-at-dusk');
    assert.equal(story.chapter_count, 3);
    assert.deepEqual(
      story.tags.map((tag) => tag.name),
      ['slow burn', 'contemporary', 'sea'],
    );
    assert.equal(story.author_username, people.mira);
    assert.ok(story.word_count > 20);
    assert.deepEqual(titles((await get(`/stories?slug=${ferry.slug}`)).body.data.stories), [
      'The Ferry at Dusk',
    ]);
  });

  // Interface, The API: Something that is not there answers 404
  test('returns 404 for an unknown story', async () => {
    for (const id of [
      '999999',
      'no-such-story',
      '99999999999999999999',
      '-1',
      '%2e%2e',
      "1'--",
      'x'.repeat(201),
    ]) {
      const { status, body } = await get(`/stories/${id}`);
      assert.ok(status === 404 || status === 422, `${id}: ${status}`);
      assert.equal(body.success, false);
    }
  });

  // Interface, Stories: A former slug answers 301 to the present one, in the API and on the page
  test('a former slug redirects to the current one, and no other story can take it', async () => {
    const { angles } = world.stories;
    const { headers } = await signedIn(context, people.tomas);
    const payload = { title: 'Élan', slug: 'Lift' };
    await app.inject({ method: 'PUT', url: `/api/stories/${angles.id}`, headers, payload });
    const old = await get(`/stories/${angles.slug}`);
    assert.equal(old.status, 301);
    assert.equal(old.headers.location, '/api/stories/lift');
    assert.equal(
      (await get(`/stories/${angles.slug}/chapters`)).headers.location,
      '/api/stories/lift/chapters',
    );
    assert.equal((await get('/stories/lift')).body.data.id, angles.id);
  });

  test('related stories share its tags', async () => {
    const { body } = await get(`/stories/${world.stories.ferry.id}/related`);
    assert.deepEqual(titles(body.data.stories), ['A House With Too Many Clocks']);
  });
});
