import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories } from '#tests/world.ts';
import { type Tag, tagSchema } from './contract/tags.ts';

const { context } = await testDatabase();
const { stories } = await fillExampleStories(context);
const app = await testServer(context);

async function get(path: string) {
  const response = await app.inject(`/api${path}`);
  return { status: response.statusCode, body: response.json() };
}

async function tagsOf(path: string): Promise<Tag[]> {
  return (await get(path)).body.data.tags;
}

const names = (tags: Tag[]) => tags.map((tag) => tag.name);

// Interface, Search, tags, authors: A tag is id, name, story_count, an equal count, and trending_score from 0 to 100
// Interface, Search, tags, authors: Lists of tags are by name, trending or popularity
test('tags are listed by name, twenty per page by default', async () => {
  const { body } = await get('/search/tags');
  for (const tag of body.data.tags) {
    tagSchema.strict().parse(tag);
    assert.equal(tag.count, tag.story_count);
  }
  assert.deepEqual(names(body.data.tags), [
    'comedy',
    'contemporary',
    'gothic',
    'novella',
    'sea',
    'slow burn',
  ]);
  assert.deepEqual(body.data.pagination, { page: 1, limit: 20, total: 6, pages: 1 });
});

// Interface, Search, tags, authors: A tag is id, name, story_count, an equal count, and trending_score from 0 to 100
// Interface, Search, tags, authors: Lists of tags are by name, trending or popularity
// Interface, Ranking: The hottest tag has a trending_score of 100
test('tags can be sorted by number of stories and by trending score', async () => {
  const popular = await tagsOf('/search/tags?sort=popularity');
  assert.deepEqual([popular[0]?.name, popular[0]?.story_count], ['slow burn', 2]);
  const trending = await tagsOf('/search/tags/top');
  const scores = trending.map((tag) => tag.trending_score);
  assert.equal(scores[0], 100);
  assert.deepEqual(
    scores,
    [...scores].sort((a, b) => b - a),
  );
  assert.equal((await tagsOf('/search/tags/top?limit=2')).length, 2);
  assert.deepEqual(names(await tagsOf('/frontpage/tags/all')), names(popular));
});

test('a tag is found by any part in any spelling, and signs are literal', async () => {
  assert.deepEqual(names(await tagsOf('/search/tags?query=Slow-B')), ['slow burn']);
  assert.deepEqual(names(await tagsOf('/search/tags?query=on')), ['contemporary']);
  for (const query of ['%', '_', '\\', "'", '%25%25', '--']) {
    const { status, body } = await get(`/search/tags?query=${encodeURIComponent(query)}`);
    assert.deepEqual([status, body.data.tags, body.data.pagination.total], [200, [], 0], query);
  }
  assert.equal((await get(`/search/tags?query=${'x'.repeat(51)}`)).status, 422);
});

test('a tag’s count includes listed stories only and follows changes', async () => {
  const { db } = context;
  const count = async () => (await tagsOf('/search/tags?query=gothic'))[0]?.story_count;
  assert.equal(await count(), 1);
  await db
    .insertInto('chapters')
    .values({
      story_id: stories.unfinished.id,
      title: 'One',
      content: '<p>x</p>',
      cleaner_version: 1,
      word_count: 1,
    })
    .execute();
  assert.equal(await count(), 2);
  await db.deleteFrom('chapters').where('story_id', '=', stories.unfinished.id).execute();
  assert.equal(await count(), 1);
  await db.deleteFrom('stories').where('id', '=', stories.clocks.id).execute();
  assert.equal(await count(), undefined);
  assert.equal((await tagsOf('/search/tags?query=slow'))[0]?.story_count, 1);
});
