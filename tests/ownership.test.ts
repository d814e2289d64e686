import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { z } from 'zod';
import { api } from '#app/api.ts';
import { addressOf, type Call } from '#base/contract.ts';
import { addChapter } from '#features/chapters/service/chapters.ts';
import { addStory } from '#tests/support/add-story.ts';
import { apiCalls } from './support/api-calls.ts';
import { signedIn } from './support/signed-in-person.ts';
import { testDatabase } from './support/test-database.ts';
import { testServer } from './support/test-server.ts';

/**
 * Makes every call below /stories that needs an account: as nobody, another author, a moderator and the
 * story's author, with ids that belong together and with ids that do not. A new call fails here until it is
 * in the table.
 */

const { context } = await testDatabase();
const { db } = context;
const call = apiCalls(await testServer(context));
const author = await signedIn(context, 'the-author');
const stranger = await signedIn(context, 'a-stranger');
const moderator = await signedIn(context, 'a-moderator', { role: 'moderator' });

interface Place {
  id: string;
  chapterId: string;
  versionId: string;
}

interface Row {
  /**
   * The part of the address that must be the author's own; `nothing` if any account may make the call,
   * `never` if every account but the author may.
   */
  owned: 'nothing' | 'story' | 'chapter' | 'version' | 'never';
  refusal?: string;
  status?: 201;
  body?: (fixtures: Place) => object;
}

const text = () => ({ title: 'Changed', content: '<p>Changed.</p>' });
const editStory = 'You do not have permission to edit this story';
const addChapters = 'You do not have permission to add chapters to this story';
const editChapters = 'You do not have permission to edit chapters in this story';
const shareStory = 'You do not have permission to share this story';
const readCorrections = 'You do not have permission to read the corrections of this story';

const table: Record<string, Row> = {
  publishStory: { owned: 'nothing', status: 201, body: () => ({ title: 'New' }) },
  editStory: {
    owned: 'story',
    refusal: editStory,
    body: ({ id }) => ({ title: 'Changed', slug: `changed-${id}`, tags: ['changed'] }),
  },
  editSynopsis: { owned: 'story', refusal: editStory, body: () => ({ synopsis: 'Changed.' }) },
  deleteStory: { owned: 'story', refusal: editStory },
  createChapter: { owned: 'story', refusal: addChapters, status: 201, body: text },
  editChapter: { owned: 'chapter', refusal: editChapters, body: text },
  changeChapters: {
    owned: 'story',
    refusal: editChapters,
    body: ({ chapterId }) => ({ chapters: [{ id: Number(chapterId), volume: 'Mine now' }] }),
  },
  deleteChapters: {
    owned: 'story',
    refusal: editChapters,
    body: ({ chapterId }) => ({ chapter_ids: [Number(chapterId)] }),
  },
  orderChapters: {
    owned: 'story',
    refusal: editChapters,
    body: ({ chapterId }) => ({ chapter_ids: [Number(chapterId)] }),
  },
  deleteChapter: { owned: 'chapter', refusal: editChapters },
  listVersions: { owned: 'chapter', refusal: editChapters },
  getVersion: { owned: 'version', refusal: editChapters },
  restoreVersion: { owned: 'version', refusal: editChapters },
  storyStatistics: {
    owned: 'story',
    refusal: 'You do not have permission to see the statistics of this story',
  },
  exportStory: {
    owned: 'story',
    refusal: 'You do not have permission to export this story',
    body: () => ({ format: 'json' }),
  },
  createSecretLink: { owned: 'story', refusal: shareStory },
  getSecretLink: { owned: 'story', refusal: shareStory },
  previewCover: { owned: 'story', refusal: 'You do not have permission to edit this story' },
  revokeSecretLink: { owned: 'story', refusal: shareStory },
  listCorrections: { owned: 'chapter', refusal: readCorrections },
  countCorrections: { owned: 'story', refusal: readCorrections },
  sendComment: { owned: 'nothing', status: 201, body: () => ({ content: 'Mine.' }) },
  sendNote: {
    owned: 'never',
    refusal: 'You cannot write to yourself',
    status: 201,
    body: () => ({ content: 'Mine.' }),
  },
  getMark: { owned: 'nothing' },
  setMark: { owned: 'nothing', body: () => ({ state: 'reading', note: 'Mine.' }) },
  reportStory: {
    owned: 'never',
    refusal: 'You cannot report your own story',
    status: 201,
    body: () => ({ reason: 'It breaks a rule.' }),
  },
};

const calls = api
  .map(({ call }) => call)
  .filter(
    ({ access, path }) => path.startsWith('/stories') && access !== 'anyone' && access !== 'optional-auth',
  );

/** An author's story with a chapter and a version. */
async function createFixtures(): Promise<Place> {
  const story = await addStory(db, {
    author_id: author.id,
    title: 'Owned',
    synopsis: 'Kept.',
    tags: ['kept'],
    notes: true,
  });
  assert.ok(story.ok);
  const chapter = await addChapter(db, {
    story_id: story.data.id,
    title: 'One',
    order: 1,
    html: '<p>First.</p>',
  });
  assert.ok(chapter.ok);
  const fixtures = { id: String(story.data.id), chapterId: String(chapter.data.id) };
  const path = `/stories/${fixtures.id}/chapters/${fixtures.chapterId}`;
  await call(author, 'PUT', path, { title: 'One', content: '<p>Second.</p>' });
  const { versions } = (await call(author, 'GET', `${path}/versions`)).body.data;
  return { ...fixtures, versionId: String(versions[0].id) };
}

function make(person: typeof author | undefined, target: Call, fixtures: Place, body: object = {}) {
  const { path } = addressOf(target, { ...fixtures });
  const query = target.method === 'GET' ? new URLSearchParams(Object.entries(body)).toString() : '';
  return call(
    person,
    target.method,
    query === '' ? path : `${path}?${query}`,
    target.method === 'POST' || target.method === 'PUT' ? body : undefined,
  );
}

const whoMay = (row: Row | undefined) => (row?.owned === 'never' ? stranger : author);

/** All rows that a writing call could change. */
async function everything(): Promise<unknown> {
  const tables = [
    'accounts',
    'stories',
    'story_slugs',
    'chapters',
    'chapter_versions',
    'story_tags',
    'author_stats',
    'story_totals',
    'reports',
  ] as const;
  const rows = tables.map((name) => db.selectFrom(name).selectAll().execute());
  const tags = await db.selectFrom('tags').select(['name', 'story_count']).orderBy('name').execute();
  return [...(await Promise.all(rows)).map((call) => call.map((row) => JSON.stringify(row)).sort()), tags];
}

// Spec 6: What each of visitor, member and author may do
test('the table has every call that needs a session', () => {
  assert.deepEqual(calls.map((call) => call.name).sort(), Object.keys(table).sort());
});

for (const call of calls) {
  const row = table[call.name];
  if (row === undefined) continue;
  describe(`${call.name}: ${call.method} ${call.path}`, () => {
    test('refuses guests and invalid tokens', async () => {
      const fixtures = await createFixtures();
      const before = await everything();
      for (const person of [undefined, { ...author, headers: { authorization: 'Bearer made-up' } }]) {
        const { status, body } = await make(person, call, fixtures, row.body?.(fixtures));
        assert.deepEqual([status, body.error.code], [401, 'unauthenticated']);
      }
      assert.deepEqual(await everything(), before);
    });

    if (row.owned !== 'nothing' && row.owned !== 'never') {
      // Interface, The API: Something that belongs to somebody else answers 403
      test('refuses another author and a moderator, and changes nothing', async () => {
        const fixtures = await createFixtures();
        const before = await everything();
        for (const person of [stranger, moderator]) {
          const { status, body } = await make(person, call, fixtures, row.body?.(fixtures));
          assert.deepEqual([status, body.message], [403, row.refusal]);
        }
        assert.deepEqual(await everything(), before);
      });

      // Interface, The API: Something that is not there answers 404
      test('returns 404 for ids that do not belong together', async () => {
        const [fixtures, other] = [await createFixtures(), await createFixtures()];
        const before = await everything();
        const mixed: Partial<Place>[] = [{ id: '999999999' }];
        if (row.owned !== 'story') mixed.push({ chapterId: other.chapterId }, { id: other.id });
        if (row.owned === 'version')
          mixed.push({ versionId: other.versionId }, { chapterId: other.chapterId, id: other.id });
        for (const foreign of mixed) {
          const { status } = await make(author, call, { ...fixtures, ...foreign }, row.body?.(fixtures));
          assert.equal(status, 404, JSON.stringify(foreign));
        }
        assert.deepEqual(await everything(), before);
      });
    }

    if (row.owned === 'never') {
      test('refuses the author, and changes nothing', async () => {
        const fixtures = await createFixtures();
        const before = await everything();
        const { status, body } = await make(author, call, fixtures, row.body?.(fixtures));
        assert.deepEqual([status, body.message], [403, row.refusal]);
        assert.deepEqual(await everything(), before);
      });
    }

    test(row.owned === 'never' ? 'another may' : 'its author may', async () => {
      const fixtures = await createFixtures();
      const { status, body } = await make(whoMay(row), call, fixtures, row.body?.(fixtures));
      assert.equal(status, row.status ?? 200, JSON.stringify(body));
    });
  });
}

const foreignFields = {
  ...{
    id: 1,
    author: 'a-stranger',
    author_id: stranger.id,
    author_display_name: 'A Stranger',
    account_id: stranger.id,
  },
  ...{
    user_id: stranger.id,
    role: 'admin',
    story_id: 1,
    slug_base: 'x',
    url: '/story/x',
    cleaner_version: 99,
  },
  ...{
    created_at: '2001-01-01T00:00:00.000Z',
    updated_at: '2001-01-01T00:00:00.000Z',
    published_at: '2001-01-01T00:00:00.000Z',
    listed_since: '2001-01-01T00:00:00.000Z',
  },
  ...{
    edited_at: '2001-01-01T00:00:00.000Z',
    featured_at: '2001-01-01T00:00:00.000Z',
    chapter_count: 99,
    word_count: 99,
  },
  ...{ upvote_count: 99, downvote_count: 99, bookmark_count: 99, view_count: 99, top: 1, trending: 99999 },
  ...{ trending_score: 100, isFeatured: true, chapterId: 1, versionId: 1 },
};

for (const call of calls.filter(({ method }) => method === 'POST' || method === 'PUT')) {
  // Interface, The API: Unknown fields of a body are ignored, and never stored
  // Interface, The API: A caller never sets author, role or counts
  test(`${call.name} ignores fields that authors may not set`, async () => {
    const fixtures = await createFixtures();
    const row = table[call.name];
    const started = new Date(Date.now() - 3_600_000);
    // The author may name one of their own pen names, and nobody else's.
    const acceptsAuthor = 'author_username' in (call.input as z.ZodObject).shape;
    const another = whoMay(row) === author ? 'a-stranger' : author.username;
    const foreign = { ...foreignFields, author_username: another };
    if (acceptsAuthor)
      assert.equal(
        (await make(whoMay(row), call, fixtures, { ...foreign, ...row?.body?.(fixtures) })).status,
        403,
      );
    const { status, body } = await make(whoMay(row), call, fixtures, {
      ...(acceptsAuthor ? foreignFields : foreign),
      ...row?.body?.(fixtures),
    });
    assert.equal(status, row?.status ?? 200, JSON.stringify(body));
    const stories = await db.selectFrom('stories').selectAll().execute();
    for (const story of stories) {
      assert.deepEqual(
        [story.author_id, story.featured_at, story.trending, story.top],
        [author.id, null, null, 0],
      );
      assert.deepEqual(
        [story.upvote_count, story.downvote_count, story.bookmark_count, story.view_count],
        [0, 0, 0, 0],
      );
      assert.ok(story.created_at > started && story.updated_at > started && story.word_count < 9);
      assert.ok((story.published_at ?? new Date()) > started && story.chapter_count < 9);
    }
    for (const chapter of await db.selectFrom('chapters').selectAll().execute()) {
      assert.ok(chapter.created_at > started && chapter.updated_at > started);
      assert.ok(chapter.cleaner_version < 99 && chapter.word_count < 9);
    }
    const accounts = await db.selectFrom('accounts').select(['username', 'role']).orderBy('id').execute();
    assert.deepEqual(
      accounts.map(({ role }) => role),
      ['user', 'user', 'moderator'],
    );
  });
}
