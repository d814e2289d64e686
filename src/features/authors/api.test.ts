import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addChapter } from '#features/chapters/service/chapters.ts';
import { addStory } from '#tests/support/add-story.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories, people } from '#tests/world.ts';
import { fileUrls } from '#urls.ts';
import { AUTHOR_SORTS, type Author, authorSchema, profileSchema } from './contract.ts';

const { context } = await testDatabase();
const { db } = context;
await fillExampleStories(context);
const app = await testServer(context);

async function get(path: string) {
  const response = await app.inject(`/api${path}`);
  return { status: response.statusCode, body: response.json() };
}

// Interface, Search, tags, authors: An author has the fields of the interface
// Interface, Search, tags, authors: GET /authors has only accounts with a listed story
test('the list of authors contains only authors with listed stories', async () => {
  for (const sort of AUTHOR_SORTS) {
    const { status, body } = await get(`/authors?sort=${sort}`);
    assert.equal(status, 200);
    const authors: Author[] = body.data.authors;
    for (const author of authors) authorSchema.strict().parse(author);
    assert.deepEqual(authors.map((author) => author.username).sort(), [people.tomas, people.mira].sort());
    assert.deepEqual(body.data.pagination, { page: 1, limit: 18, total: 2, pages: 1 });
  }
});

// Interface, Search, tags, authors: GET /authors sorts by trending and top
test('authors are ordered by the totals of their listed stories', async () => {
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

test('an author is found by name in any case, with the best story as top story', async () => {
  const { body } = await get(`/accounts/users/${people.tomas.toUpperCase()}`);
  const profile = authorSchema.strict().parse(body.data.profile);
  assert.equal(profile.username, people.tomas);
  assert.equal(profile.display_name, people.tomas);
  assert.equal(profile.account_id, profile.id);
  assert.equal(profile.top_story?.title, 'Élan, "Quotes" & <Angles>');
  const stories = await get(`/accounts/users/${people.mira}/stories`);
  assert.equal(stories.body.data.pagination.total, 2);
});

// Interface, Identity: PUT /accounts/profile with profile_public shows the profile all the same
test('an account without listed stories can make its profile public, with an empty list', async () => {
  const { body } = await get(`/accounts/users/${people.una}`);
  assert.equal(body.data.profile.story_count, 0);
  assert.equal(body.data.profile.top_story, null);
  assert.equal(body.data.profile.author_trending_score, 0);
});

// Spec 2, Author page and authors list: ‘This author has not published any stories yet.’, for who wants a page without a story
// Interface, Identity: A profile without a listed story answers 404 like an unknown name
// Interface, Identity: PUT /accounts/profile with profile_public shows the profile all the same
test('an account that only reads has no public profile until it lists a story or allows it', async () => {
  const person = await signedIn(context, 'nora-reads');
  const other = await signedIn(context, 'somebody-else');
  const moderator = await signedIn(context, 'the-keeper', { role: 'moderator' });
  await db.updateTable('accounts').set({ bio: 'Marmalade.' }).where('id', '=', person.id).execute();
  const request = (path: string, headers: object = {}) =>
    app.inject({ url: `/api${path}`, headers: { ...headers } });
  const report = (id: number, headers: object) =>
    app.inject({
      method: 'POST',
      url: `/api/authors/${id}/report`,
      headers: { ...headers },
      payload: { reason: 'Not who they say' },
    });
  const save = (payload: object) =>
    app.inject({ method: 'PUT', url: '/api/accounts/profile', headers: person.headers, payload });
  const profile = `/accounts/users/${person.username}`;

  async function assertUnknown() {
    for (const headers of [{}, other.headers]) {
      for (const [path, unknown] of [
        [profile, '/accounts/users/nobody-here'],
        [
          `${profile.toUpperCase().replace('/ACCOUNTS/USERS', '/accounts/users')}`,
          '/accounts/users/nobody-here',
        ],
        [`${profile}/stories?page=2`, '/accounts/users/nobody-here/stories?page=2'],
        [`/stories?account_id=${person.id}`, '/stories?account_id=999999'],
      ] as const) {
        const [answer, expected] = [await request(path, headers), await request(unknown, headers)];
        assert.deepEqual([answer.statusCode, answer.payload], [expected.statusCode, expected.payload], path);
        const names = Object.keys(answer.headers);
        assert.deepEqual(names, Object.keys(expected.headers));
      }
    }
    const [answer, unknown] = [await report(person.id, other.headers), await report(999_999, other.headers)];
    assert.deepEqual([answer.statusCode, answer.payload], [404, unknown.payload]);
    for (const path of [
      '/authors?limit=100',
      '/search?query=nora-reads',
      '/search?query=marmalade&type=authors',
      '/search/suggestions?query=nora',
    ])
      assert.ok(
        !/nora-|marmalade/i.test((await request(path)).payload.replaceAll(/"showing_for":"[^"]*"/g, '')),
        path,
      );
    assert.ok(
      !(await app.inject({ url: fileUrls.sitemapPart('authors', 1) })).payload.includes(person.username),
    );
  }

  await assertUnknown();
  assert.equal((await report(person.id, person.headers)).statusCode, 403);
  for (const { headers } of [person, moderator]) {
    const { data } = (await request(profile, headers)).json();
    assert.deepEqual([data.profile.username, data.profile.is_private], [person.username, true]);
    assert.equal((await request(`${profile}/stories`, headers)).statusCode, 200);
  }

  assert.equal((await save({ profile_public: true })).json().data.profile_public, true);
  const shown = (await request(profile)).json().data.profile;
  assert.equal(profileSchema.strict().parse(shown).bio, 'Marmalade.');
  assert.equal((await report(person.id, other.headers)).statusCode, 201);
  assert.equal((await save({ bio: 'Marmalade.' })).json().data.profile_public, true, 'left out, it stays');
  assert.equal((await save({ profile_public: false })).json().data.profile_public, false);
  await assertUnknown();
  assert.equal(
    (await save({ profile_public: 'yes' })).json().error.fields.profile_public !== undefined,
    true,
  );

  const story = await addStory(db, { author_id: person.id, title: 'First', synopsis: '', tags: [] });
  assert.ok(story.ok);
  await assertUnknown();
  const first = { story_id: story.data.id, title: 'One', order: 1, html: '<p>It begins.</p>' };
  assert.ok((await addChapter(db, first)).ok);
  assert.equal((await request(profile)).json().data.profile.story_count, 1);
  await db.deleteFrom('stories').where('id', '=', story.data.id).execute();
  await assertUnknown();
});

test('returns 404 for an unknown author', async () => {
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
