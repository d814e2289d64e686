import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { createRequester } from '#tests/support/api-requester.ts';
import { watchPurges } from '#tests/support/purged-tags.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { MAX_SERIES_PER_ACCOUNT, MAX_STORIES_PER_SERIES, seriesMessages } from './contract.ts';
import { addImportedSeries, newestSeries, seriesToExport } from './service.ts';

const { context, connectionString } = await testDatabase();
const { db } = context;
const app = await testServer(context);
const request = await createRequester(app);
const author = await signedIn(context, 'una-writes');
const other = await signedIn(context, 'otto-writes');
const moderator = await signedIn(context, 'mod-reads', { role: 'moderator' });

let count = 0;

/** A story with a chapter, or only a draft. */
async function write(fields: object = {}, by = author): Promise<{ id: number; slug: string; title: string }> {
  const title = `Story ${++count}`;
  const created = await request('POST /stories', { token: by.token, body: { title, ...fields } });
  const body = { title: 'One', content: '<p>The lamp was lit at eight.</p>' };
  const added = await request(`POST /stories/${created.data.id}/chapters`, { token: by.token, body });
  assert.deepEqual([created.status, added.status], [201, 201]);
  return created.data;
}

async function create(fields: object = {}, by = author) {
  const body = { title: `The Harbour ${++count}`, ...fields };
  return request('POST /series', { token: by.token, body });
}

async function seriesOf(stories: { id: number }[], fields: object = {}) {
  const created = await create(fields);
  const set = await request(`PUT /series/${created.data.id}/stories`, {
    token: author.token,
    body: { story_ids: stories.map(({ id }) => id) },
  });
  assert.deepEqual([created.status, set.status], [201, 200]);
  return set.data;
}

function importSeries({ id: authorId }: { id: number }, storyIds: number[]) {
  const texts = { title: ' The  Post ', synopsis: '', is_complete: false };
  return db
    .transaction()
    .execute((transaction) => addImportedSeries(transaction, { authorId, ...texts, storyIds }));
}

const titlesOf = (series: { stories: { title: string }[] }) => series.stories.map(({ title }) => title);
const placesOf = async (id: number, by?: { token: string }) =>
  (await request(`GET /stories/${id}`, by === undefined ? {} : { token: by.token })).data.series;

describe('an author’s series', () => {
  // Interface, Stories and chapters: A series is id, slug, title, synopsis, author_username, is_complete and stories with position
  // Interface, Stories and chapters: GET, POST /series, GET, PUT, DELETE /series/{id} and PUT /series/{id}/stories
  // Interface, Stories and chapters: A story carries series with id, slug, title, position and of
  test('is created, changed, ordered and deleted; its stories say which part they are', async () => {
    const [first, second, third] = [await write(), await write(), await write()];
    const created = await create({ title: 'Tide & Lamp', synopsis: 'Three nights.' });
    assert.equal(created.status, 201);
    const { id, slug } = created.data;
    assert.deepEqual(
      [slug, created.data.url, created.data.is_complete, created.data.stories, created.data.author_username],
      ['tide-and-lamp', '/series/tide-and-lamp', false, [], 'una-writes'],
    );
    const path = `/series/${id}` as const;
    const story_ids = [third.id, first.id, second.id];
    const set = await request(`PUT ${path}/stories`, { token: author.token, body: { story_ids } });
    assert.deepEqual(
      set.data.stories.map((story: { id: number; position: number }) => [story.id, story.position]),
      [
        [third.id, 1],
        [first.id, 2],
        [second.id, 3],
      ],
    );
    assert.deepEqual(await placesOf(first.id), [{ id, slug, title: 'Tide & Lamp', position: 2, of: 3 }]);
    const changed = await request(`PUT ${path}`, {
      token: author.token,
      body: { title: 'Lamp & Tide', is_complete: true },
    });
    assert.deepEqual(
      [changed.data.title, changed.data.slug, changed.data.is_complete, changed.data.synopsis],
      ['Lamp & Tide', slug, true, 'Three nights.'],
    );
    const asReader = await request(`GET /series/${slug}`);
    assert.deepEqual([asReader.status, asReader.data.title], [200, 'Lamp & Tide']);
    assert.deepEqual(titlesOf(asReader.data), [third.title, first.title, second.title]);
    const later = (await create()).data.id;
    const own = await request('GET /series', { token: author.token });
    assert.deepEqual(
      own.data.series.map((series: { id: number }) => series.id),
      [id, later],
    );

    assert.equal((await request(`DELETE ${path}`, { token: author.token })).status, 200);
    assert.equal((await request(`GET ${path}`)).status, 404);
    assert.deepEqual(await placesOf(first.id), []);
    assert.equal((await request(`GET /stories/${first.id}`)).status, 200);
  });

  test('keeps the times of its completion and of the stories that stay', async () => {
    const [first, second] = [await write(), await write()];
    const { id } = await seriesOf([first], { is_complete: true });
    const longAgo = new Date('2026-01-01');
    const seen = async () => {
      const { updated_at, completed_at } = await db
        .updateTable('series')
        .set({ updated_at: longAgo })
        .from('series as before')
        .whereRef('before.id', '=', 'series.id')
        .where('series.id', '=', id)
        .returning(['before.updated_at', 'before.completed_at'])
        .executeTakeFirstOrThrow();
      return [updated_at > longAgo, completed_at];
    };
    const times = { added_at: longAgo };
    await db.updateTable('series_stories').set(times).where('series_id', '=', id).execute();
    await db.updateTable('series').set({ completed_at: longAgo }).where('id', '=', id).execute();
    await seen();
    const { token } = author;
    for (const body of [{ title: 'Tides' }, { is_complete: true }]) {
      assert.equal((await request(`PUT /series/${id}`, { token, body })).data.is_complete, true);
      assert.deepEqual(await seen(), [true, longAgo]);
    }
    const body = { story_ids: [second.id, first.id] };
    await request(`PUT /series/${id}/stories`, { token, body });
    assert.deepEqual(await seen(), [true, longAgo]);
    const places = await db.selectFrom('series_stories').selectAll().where('series_id', '=', id).execute();
    const addedAt = new Map(places.map(({ story_id, added_at }) => [story_id, added_at]));
    assert.deepEqual(
      [addedAt.get(first.id), addedAt.get(second.id)?.getTime() === longAgo.getTime()],
      [longAgo, false],
    );
    const exported = (await seriesToExport(db, author.id)).find((series) => series.id === id);
    assert.deepEqual(exported?.stories, [second.slug, first.slug]);
  });

  test('has a free slug, also when another series has the same title', async () => {
    const [first, second] = [await create({ title: 'Twice' }), await create({ title: 'Twice' }, other)];
    assert.deepEqual([first.data.slug, second.data.slug], ['twice', 'twice-2']);
    assert.equal((await create({ title: '2026' })).data.slug, 'series-2026');
  });

  test('names its author as readers see them', async () => {
    const named = await signedIn(context, 'ida-writes');
    const nameOf = async () =>
      (await request('GET /series', { token: named.token })).data.series[0].author_display_name;
    await create({}, named);
    assert.equal(await nameOf(), 'ida-writes');
    await db.updateTable('accounts').set({ display_name: 'Ida' }).where('id', '=', named.id).execute();
    assert.equal(await nameOf(), 'Ida');
  });

  // Interface, Stories and chapters: A series takes only stories of the same pen name, otherwise 422
  test('takes a story of another author, a deleted one or one twice for an error of story_ids', async () => {
    const [mine, theirs, trashed] = [await write(), await write({}, other), await write()];
    await request(`DELETE /stories/${trashed.id}`, { token: author.token });
    const { id } = await seriesOf([mine]);
    const table: [unknown, string][] = [
      [[mine.id, theirs.id], seriesMessages.storyUnusable],
      [[999_999_999], seriesMessages.storyUnusable],
      [[mine.id, trashed.id], seriesMessages.storyUnusable],
      [[mine.id, mine.id], seriesMessages.storyTwice],
      [Array.from({ length: MAX_STORIES_PER_SERIES + 1 }, (_, n) => n + 1), seriesMessages.tooManyStories],
      ['1', 'story_ids must be a list of ids'],
    ];
    for (const [story_ids, message] of table) {
      const { status, error } = await request(`PUT /series/${id}/stories`, {
        token: author.token,
        body: { story_ids },
      });
      assert.deepEqual(
        [status, error?.fields?.story_ids ?? Object.values(error?.fields ?? {})[0]],
        [422, message],
      );
    }
    assert.deepEqual(titlesOf((await request(`GET /series/${id}`)).data), [mine.title]);
  });

  test('names the wrong field of a new series', async () => {
    const table: [object, object][] = [
      [{ title: '' }, { title: seriesMessages.titleRequired }],
      [{ title: 'x'.repeat(101) }, { title: seriesMessages.titleTooLong }],
      [{ synopsis: 'x'.repeat(5001) }, { synopsis: seriesMessages.synopsisTooLong }],
      [{ is_complete: 'yes' }, { is_complete: 'is_complete must be true or false' }],
    ];
    for (const [fields, errors] of table) {
      const { status, error } = await create(fields);
      assert.deepEqual([status, error?.fields], [422, errors]);
    }
  });

  // Interface, Stories and chapters: GET, POST /series, GET, PUT, DELETE /series/{id} and PUT /series/{id}/stories
  test('can be changed by its author only', async () => {
    const { id } = await seriesOf([await write()]);
    const hidden = (await create()).data.id;
    for (const by of [other, moderator]) {
      const mine = await write({}, by);
      const calls = [
        [`PUT /series/${id}`, { title: 'Mine' }],
        [`PUT /series/${id}/stories`, { story_ids: [mine.id] }],
        [`DELETE /series/${id}`, undefined],
      ] as const;
      for (const [call, body] of calls) {
        const refused = await request(call, { token: by.token, body });
        assert.deepEqual([refused.status, refused.message], [403, seriesMessages.notYours]);
        const missing = await request(call.replace(String(id), String(hidden)) as typeof call, {
          token: by.token,
          body,
        });
        assert.equal(missing.status, 404);
      }
    }
    assert.equal((await request('GET /series', { token: other.token })).data.series.length, 1);
  });

  test(`ends at ${MAX_SERIES_PER_ACCOUNT}`, async () => {
    const collector = await signedIn(context, 'collects-series');
    await db
      .insertInto('series')
      .values(
        Array.from({ length: MAX_SERIES_PER_ACCOUNT - 1 }, (_, n) => ({
          owner_id: collector.id,
          author_id: collector.id,
          slug: `collected-${n}`,
          title: 'Collected',
        })),
      )
      .execute();
    const answers = await Promise.all([create({}, collector), create({}, collector), create({}, collector)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422, 422]);
    assert.ok(answers.some(({ message }) => message === seriesMessages.tooMany));
    const imported = await importSeries(collector, []);
    assert.deepEqual([imported.ok, imported.message], [false, seriesMessages.tooMany]);
  });

  test('is imported with the stories of its author alone, each once, and as many as it holds', async () => {
    const [mine, second, theirs] = [await write(), await write(), await write({}, other)];
    const added = await importSeries(author, [second.id, theirs.id, mine.id, second.id]);
    assert.ok(added.ok);
    assert.equal(added.data.stories, 2);
    const { data } = await request(`GET /series/${added.data.id}`);
    assert.deepEqual([data.title, titlesOf(data)], ['The Post', [second.title, mine.title]]);
    const { rows } = await sql<{ id: number }>`insert into stories (author_id, slug, title)
      select ${author.id}, 'many-' || n, 'Many' from generate_series(0, ${MAX_STORIES_PER_SERIES}::integer) as n
      returning id`.execute(db);
    const long = await importSeries(
      author,
      rows.map(({ id }) => id),
    );
    assert.equal(long.ok && long.data.stories, MAX_STORIES_PER_SERIES);
  });
});

describe('readers of a series', () => {
  // Interface, Stories and chapters: of counts the stories that the caller may see
  test('never learn of drafts, links, waiting, withheld or deleted stories', async () => {
    const listed = [await write(), await write()] as const;
    const link = await write({ visibility: 'link' });
    const draft = await write({ visibility: 'draft' });
    const withheld = await write();
    const waiting = await write();
    await db.updateTable('stories').set({ withheld_at: new Date() }).where('id', '=', withheld.id).execute();
    await db
      .updateTable('stories')
      .set({ waiting_since: new Date(), waiting_for: 'moderator', published_at: null, listed_since: null })
      .where('id', '=', waiting.id)
      .execute();
    const hidden = [link, draft, withheld, waiting];
    const { id, slug } = await seriesOf([draft, listed[0], link, withheld, waiting, listed[1]]);
    for (const by of [undefined, other, moderator]) {
      const { data, text } = await request(
        `GET /series/${slug}`,
        by === undefined ? {} : { token: by.token },
      );
      assert.deepEqual(titlesOf(data), [listed[0].title, listed[1].title]);
      for (const { title } of hidden) assert.ok(!text.includes(`"${title}"`));
      assert.deepEqual(await placesOf(listed[1].id, by), [
        { id, slug, title: data.title, position: 2, of: 2 },
      ]);
    }
    const unlisted = await request(`GET /stories/${link.slug}`);
    assert.deepEqual([unlisted.status, unlisted.data.series], [200, []]);
    const own = await request(`GET /series/${slug}`, { token: author.token });
    assert.equal(own.data.stories.length, 6);
    assert.deepEqual(
      (await placesOf(listed[1].id, author)).map((place: { position: number; of: number }) => [
        place.position,
        place.of,
      ]),
      [[6, 6]],
    );
  });

  test('find no series without a listed story', async () => {
    const { id, slug } = await seriesOf([await write({ visibility: 'draft' })]);
    for (const named of [id, slug])
      for (const by of [undefined, other, moderator])
        assert.equal(
          (await request(`GET /series/${named}`, by === undefined ? {} : { token: by.token })).status,
          404,
        );
    assert.equal((await request(`GET /series/${id}`, { token: author.token })).status, 200);
  });

  test('find no series of a withheld profile, and no story names it', async () => {
    const hides = await signedIn(context, 'hides-away');
    const story = await write({}, hides);
    const created = await create({}, hides);
    await request(`PUT /series/${created.data.id}/stories`, {
      token: hides.token,
      body: { story_ids: [story.id] },
    });
    assert.equal((await request(`GET /series/${created.data.id}`)).status, 200);
    const now = new Date();
    await db
      .updateTable('accounts')
      .set({ suspended_at: now, suspended_for: 'Spam', withheld_at: now })
      .where('id', '=', hides.id)
      .execute();
    assert.equal((await request(`GET /series/${created.data.id}`)).status, 404);
    assert.equal((await request(`GET /series/${created.data.id}`, { token: hides.token })).status, 200);
    assert.deepEqual(await placesOf(story.id), []);
    assert.ok(!(await app.inject('/sitemap-series-1.xml')).body.includes(created.data.slug));
  });

  test('filter it, its owner too, who sees all of it whatever they hide', async () => {
    const [open, complete] = [await write(), await write({ status: 'complete' })];
    const { id } = await seriesOf([open, complete]);
    const body = { tags: [], warnings: [], authors: [], stories: [open.id] };
    for (const { token } of [author, other]) await request('PUT /hidden', { token, body });
    const listed = async (query: string, by: { token: string }) =>
      titlesOf((await request(`GET /series/${id}${query}`, { token: by.token })).data);
    assert.deepEqual(await listed('', author), [open.title, complete.title]);
    assert.deepEqual(await listed('', other), [complete.title]);
    const { stories, hidden } = (await request(`GET /series/${id}`, { token: other.token })).data;
    assert.deepEqual([stories[0].position, hidden.total], [2, 1]);
    for (const by of [author, other])
      assert.deepEqual(await listed('?status=complete', by), [complete.title]);
    const { token } = author;
    assert.equal((await request(`GET /series/${id}?min_words=2&max_words=1`, { token })).status, 422);
  });

  test('find it in the sitemap while it has a listed story', async () => {
    const story = await write();
    const { slug } = await seriesOf([story]);
    const isThere = async () => (await app.inject('/sitemap-series-1.xml')).body.includes(`/series/${slug}<`);
    assert.equal(await isThere(), true);
    await request(`DELETE /stories/${story.id}`, { token: author.token });
    assert.equal(await isThere(), false);
  });
});

test('catalogues name the last series first, each with the number of its listed stories', async () => {
  const [story, draft] = [await write(), await write({ visibility: 'draft' })];
  const [first, last] = [await seriesOf([story, draft]), await seriesOf([story])];
  const named = async (window: { offset: number; limit: number }) =>
    (await newestSeries(db, window)).map(({ id, story_count }) => [id, story_count]);
  assert.deepEqual(await named({ offset: 0, limit: 2 }), [
    [last.id, 1],
    [first.id, 1],
  ]);
  assert.deepEqual(await named({ offset: 1, limit: 1 }), [[first.id, 1]]);
});

test('a series loses a deleted story, and goes with its author’s account', async () => {
  const leaver = await signedIn(context, 'leaves-soon');
  const [stays, goes] = [await write({}, leaver), await write({}, leaver)];
  const created = await create({}, leaver);
  await request(`PUT /series/${created.data.id}/stories`, {
    token: leaver.token,
    body: { story_ids: [goes.id, stays.id] },
  });
  await request(`DELETE /stories/${goes.id}`, { token: leaver.token });
  assert.deepEqual(titlesOf((await request(`GET /series/${created.data.id}`)).data), [stays.title]);
  assert.deepEqual(
    (await placesOf(stays.id)).map((place: { position: number; of: number }) => [place.position, place.of]),
    [[1, 1]],
  );
  await db.deleteFrom('accounts').where('id', '=', leaver.id).execute();
  assert.equal((await request(`GET /series/${created.data.id}`)).status, 404);
  const left = await db.selectFrom('series').select('id').where('owner_id', '=', leaver.id).execute();
  assert.deepEqual(left, []);
});

test('a restored story is where it was in its series, although the others were ordered meanwhile', async () => {
  const [a, b, c, d, e] = [await write(), await write(), await write(), await write(), await write()];
  const { id } = await seriesOf([a, d, b, c, e]);
  const { token } = author;
  const trashed = await request(`DELETE /stories/${d.id}`, { token });
  const set = async (stories: { id: number; title: string }[]) => {
    const body = { story_ids: stories.map((story) => story.id) };
    const answer = await request(`PUT /series/${id}/stories`, { token, body });
    assert.deepEqual(
      titlesOf(answer.data),
      stories.map(({ title }) => title),
    );
  };
  await set([c, b, a, e]);
  await set([e, c, b, a]);
  const restored = await request(`POST /trash/${trashed.data.trash_id}/restore`, { token });
  assert.equal(restored.status, 200);
  const titles = [e, d, c, b, a].map(({ title }) => title);
  assert.deepEqual(titlesOf((await request(`GET /series/${id}`)).data), titles);
});

test('a guest reports a series, and its author is the one reported', async () => {
  const { slug } = await seriesOf([await write()]);
  const body = { url: `/series/${slug}`, reason: 'Its synopsis breaks a rule.' };
  assert.equal((await request('POST /reports', { body })).status, 201);
  const report = await db
    .selectFrom('reports')
    .select(['author_id', 'story_id'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
  assert.deepEqual(report, { author_id: author.id, story_id: null });
  // One that readers cannot find names nobody.
  const unseen = await seriesOf([await write({ visibility: 'draft' })]);
  const refused = await request('POST /reports', { body: { ...body, url: `/series/${unseen.slug}` } });
  assert.deepEqual([refused.status, Object.keys(refused.error?.fields ?? {})], [422, ['url']]);
});

test('pages of a series and of its stories are purged when it changes', async () => {
  const [first, second] = [await write(), await write({ visibility: 'draft' })];
  const { id, slug } = await seriesOf([first, second]);
  const purgedBy = await watchPurges(connectionString);
  const expected = [`series ${id}`, `series ${slug}`, `story ${first.id}`, `story ${first.slug}`];
  const changes = [
    () => request(`PUT /series/${id}`, { token: author.token, body: { title: 'Renamed' } }),
    () =>
      request(`PUT /series/${id}/stories`, {
        token: author.token,
        body: { story_ids: [second.id, first.id] },
      }),
    () =>
      request(`PUT /stories/${second.id}`, {
        token: author.token,
        body: { title: second.title, slug: second.slug, visibility: 'public' },
      }),
    () => request(`DELETE /stories/${second.id}`, { token: author.token }),
    () => request(`DELETE /series/${id}`, { token: author.token }),
  ];
  for (const change of changes) {
    const purged = await purgedBy(async () => assert.equal((await change()).status, 200));
    for (const tag of expected) assert.ok(purged.has(tag), `${tag} after ${change}`);
  }
});
