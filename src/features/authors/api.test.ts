import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillWorld, people } from '#tests/world.ts';
import { AUTHOR_SORTS, type Author, authorSchema } from './contract.ts';

const { services } = await testDatabase();
await fillWorld(services);
const app = await testServer(services);

async function get(path: string) {
  const response = await app.inject(`/api${path}`);
  return { status: response.statusCode, body: response.json() };
}

test('a reader lists the authors who have something to read', async () => {
  for (const sort of AUTHOR_SORTS) {
    const { status, body } = await get(`/authors?sort=${sort}`);
    assert.equal(status, 200);
    const authors: Author[] = body.data.authors;
    for (const author of authors) authorSchema.strict().parse(author);
    assert.deepEqual(authors.map((author) => author.username).sort(), [people.tomas, people.mira].sort());
    assert.deepEqual(body.data.pagination, { page: 1, limit: 18, total: 2, pages: 1 });
  }
});

test('authors stand in the order of what their listed stories add up to', async () => {
  const top: Author[] = (await get('/authors?sort=top')).body.data.authors;
  const all = (await get('/stories?limit=100')).body.data.stories as {
    author_username: string;
    upvote_count: number;
    view_count: number;
  }[];
  for (const author of top) {
    const own = all.filter((story) => story.author_username === author.username);
    assert.equal(
      author.total_upvotes,
      own.reduce((sum, story) => sum + story.upvote_count, 0),
    );
    assert.equal(
      author.total_views,
      own.reduce((sum, story) => sum + story.view_count, 0),
    );
    assert.equal(author.story_count, own.length);
  }
  const trending: Author[] = (await get('/authors?sort=trending')).body.data.authors;
  const scores = trending.map((author) => author.author_trending_score);
  assert.deepEqual(
    scores,
    [...scores].sort((a, b) => b - a),
  );
});

test('a reader opens an author by name in any case, and finds the best story first', async () => {
  const { body } = await get(`/accounts/users/${people.tomas.toUpperCase()}`);
  const profile = authorSchema.strict().parse(body.data.profile);
  assert.equal(profile.username, people.tomas);
  assert.equal(profile.display_name, people.tomas);
  assert.equal(profile.account_id, profile.id);
  assert.equal(profile.top_story?.title, 'Élan, "Quotes" & <Angles>');
  const stories = await get(`/accounts/users/${people.mira}/stories`);
  assert.equal(stories.body.data.pagination.total, 2);
});

test('an author without a listed story has a page, and nothing on it', async () => {
  const { body } = await get(`/accounts/users/${people.una}`);
  assert.equal(body.data.profile.story_count, 0);
  assert.equal(body.data.profile.top_story, null);
  assert.equal(body.data.profile.author_trending_score, 0);
});

test('an author who is not there is answered so', async () => {
  for (const path of [
    '/accounts/users/nobody-here',
    '/accounts/users/nobody-here/stories',
    '/accounts/users/%25',
  ]) {
    const { status, body } = await get(path);
    assert.equal(status, 404);
    assert.equal(body.message, 'Author not found or profile is unavailable');
  }
});
