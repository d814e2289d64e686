import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { builtRenderer } from '#app/built-renderer.ts';
import { markSuspended } from '#features/accounts/service/account-status.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { watchPurges } from '#tests/support/purged-tags.ts';
import { manyStories } from '#tests/support/readers.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fileUrls, urls } from '#urls.ts';

const { context, connectionString } = await testDatabase();
const { db } = context;
const app = await testServer(context, { renderer: await builtRenderer(installedPath('dist')) });
const request = await createRequester(app);
const author = await signedIn(context, 'una-writes');
const [one = 0, two = 0, three = 0] = await manyStories(context, author.id, 6);

let count = 0;
const newReader = () => signedIn(context, `reader-${++count}`);
type Person = Awaited<ReturnType<typeof newReader>>;

const pageAt = (path: string) => app.inject({ url: path });

async function publish(person: Person, fields: object = {}, stories = [one, two]) {
  const body = { title: `List ${++count}`, visibility: 'public', ...fields };
  const created = await request('POST /shelves', { token: person.token, body });
  assert.equal(created.status, 201, created.text);
  for (const id of stories)
    await request(`PUT /shelves/${created.data.id}/stories/${id}`, { token: person.token, body: {} });
  return created.data;
}
const edit = (person: Person, id: string, body: object) =>
  request(`PUT /shelves/${id}`, { token: person.token, body });
const put = (person: Person, id: string, story: number, body: object) =>
  request(`PUT /shelves/${id}/stories/${story}`, { token: person.token, body });

describe('a reading list', () => {
  // Interface, Finding and avoiding: A public or link-only shelf has the page /list/:slug
  test('shows its title, text, stories in order and the notes written for it, without JavaScript', async () => {
    const reader = await newReader();
    const list = await publish(reader, { title: 'Slow & Warm', synopsis: 'For one evening.' });
    await put(reader, list.id, one, { note: 'Begin here.' });
    await request(`PUT /shelves/${list.id}/order`, { token: reader.token, body: { story_ids: [two, one] } });
    const { data } = await request(`GET /lists/${list.slug}`);
    assert.deepEqual(
      data.stories.map((story: { id: number; note: string; position: number }) => [
        ...[story.id, story.note, story.position],
      ]),
      [
        [two, '', 1],
        [one, 'Begin here.', 2],
      ],
    );
    assert.deepEqual(
      [data.list.title, data.list.author_username, data.list.url, data.list.is_author_public],
      ['Slow & Warm', reader.username, `/list/${list.slug}`, false],
    );
    const page = await pageAt(urls.list(list.slug));
    assert.equal(page.statusCode, 200);
    for (const text of ['Slow &amp; Warm', 'For one evening.', 'Begin here.', 'A reading list'])
      assert.ok(page.body.includes(text), text);
  });

  test('purges its author’s page with its first story, unless it is private or by link', async () => {
    const reader = await newReader();
    const purgedBy = await watchPurges(connectionString);
    const isPurgedBy = async (visibility: string) => {
      const { id } = await publish(reader, { visibility }, []);
      const purged = await purgedBy(() => put(reader, id, one, {}));
      return purged.has(`author ${reader.username}`);
    };
    assert.deepEqual(
      [await isPurgedBy('public'), await isPurgedBy('link'), await isPurgedBy('private')],
      [true, false, false],
    );
  });

  // Interface, Finding and avoiding: A shelf is private, public or by link
  // Interface, Finding and avoiding: A public or link-only shelf has the page /list/:slug
  test('answers like a missing one while it is private, to its owner too', async () => {
    const reader = await newReader();
    const list = await publish(reader);
    await edit(reader, list.id, { visibility: 'private' });
    const missing = await request('GET /lists/no-such-list');
    for (const token of [undefined, reader.token]) {
      const answer = await request(`GET /lists/${list.slug}`, token === undefined ? {} : { token });
      assert.deepEqual([answer.status, answer.error?.message], [404, missing.message]);
    }
    const bodyOf = async (slug: string) => {
      const { statusCode, body } = await pageAt(urls.list(slug));
      return [statusCode, body.replaceAll(slug, '')];
    };
    assert.deepEqual(await bodyOf(list.slug), await bodyOf('no-such-list'));
    await edit(reader, list.id, { visibility: 'link' });
    assert.equal((await request(`GET /lists/${list.slug}`)).status, 200, 'the address is the same again');
  });

  // Interface, Finding and avoiding: A shelf is private, public or by link
  test('by link is in no list, and search engines are told to leave it out', async () => {
    const reader = await newReader();
    await request('PUT /accounts/profile', { token: reader.token, body: { profile_public: true } });
    const [open, byLink] = [await publish(reader), await publish(reader, { visibility: 'link' })];
    const empty = await publish(reader, {}, []);
    const slugs = async () =>
      (await request(`GET /accounts/users/${reader.username}/lists`)).data.lists.map(
        ({ slug }: { slug: string }) => slug,
      );
    assert.deepEqual(await slugs(), [open.slug]);
    const author = await pageAt(urls.author(reader.username));
    const sitemap = await pageAt(fileUrls.sitemapPart('lists', 1));
    for (const { body } of [author, sitemap]) {
      assert.ok(body.includes(open.slug));
      assert.ok(!body.includes(byLink.slug) && !body.includes(empty.slug));
    }
    const isHidden = async (slug: string) => (await pageAt(urls.list(slug))).body.includes('noindex');
    assert.deepEqual(
      [await isHidden(open.slug), await isHidden(byLink.slug), await isHidden(empty.slug)],
      [false, true, true],
    );
  });

  test('keeps its address under another title, and is among its author’s, the last changed first', async () => {
    const reader = await newReader();
    const profile = (body: object) => request('PUT /accounts/profile', { token: reader.token, body });
    await profile({ profile_public: true, display_name: 'Otto R.' });
    const [older, newer] = [await publish(reader), await publish(reader)];
    assert.equal((await edit(reader, older.id, { title: 'Renamed' })).data.slug, older.slug);
    const listed = async () =>
      (await request(`GET /accounts/users/${reader.username.toUpperCase()}/lists`)).data.lists.map(
        ({ slug, author_display_name }: Record<string, string>) => [slug, author_display_name],
      );
    assert.deepEqual(await listed(), [
      [older.slug, 'Otto R.'],
      [newer.slug, 'Otto R.'],
    ]);
    await profile({ profile_public: false });
    assert.deepEqual(await listed(), []);
  });

  test('shows the last added story first on request, and none that a member hides', async () => {
    const reader = await newReader();
    const list = await publish(reader, {}, [one, two, three]);
    await sql`update shelf_stories set added_at = now() - interval '1 day'
      where shelf_id = ${list.id}::bigint and story_id <> ${one}`.execute(db);
    const path = `GET /lists/${list.slug}?sort=added` as const;
    const idsFor = async (token?: string) =>
      (await request(path, token === undefined ? {} : { token })).data.stories.map(
        ({ id }: { id: number }) => id,
      );
    assert.deepEqual(await idsFor(), [one, three, two]);
    await sql`insert into hidden_items (account_id, story_id) values (${reader.id}, ${three})`.execute(db);
    assert.deepEqual(
      [await idsFor(), await idsFor(reader.token)],
      [
        [one, three, two],
        [one, two],
      ],
    );
    const shelf = await request(`GET /shelves/${list.id}/stories`, { token: reader.token });
    assert.equal(shelf.data.pagination.total, 2);
  });

  test('never shows stories that are not listed, whoever they belong to', async () => {
    const reader = await newReader();
    const list = await publish(reader, {}, [one, two, three]);
    const shown = async () =>
      (await request(`GET /lists/${list.slug}`)).data.stories.map(({ id }: { id: number }) => id);
    const set = (fields: object) => db.updateTable('stories').set(fields).where('id', '=', three).execute();
    for (const [fields, back, isShown] of [
      [{ visibility: 'draft' }, { visibility: 'public' }, false],
      [{ visibility: 'link' }, { visibility: 'public' }, false],
      [{ visibility: 'members' }, { visibility: 'public' }, true],
      [{ withheld_at: new Date() }, { withheld_at: null }, false],
      [{ trashed_at: new Date() }, { trashed_at: null }, false],
    ] as const) {
      await set(fields);
      assert.deepEqual(await shown(), isShown ? [one, two, three] : [one, two], JSON.stringify(fields));
      assert.equal((await request(`GET /lists/${list.slug}`)).data.list.story_count, isShown ? 3 : 2);
      await set(back);
    }
  });

  test('never shows a private note, and keeps both notes apart', async () => {
    const reader = await newReader();
    const list = await publish(reader, { visibility: 'private' });
    await put(reader, list.id, one, { note: 'For me alone.', tags: ['mine'], rating: 2, state: 'reading' });
    await edit(reader, list.id, { visibility: 'public' });
    assert.doesNotMatch((await request(`GET /lists/${list.slug}`)).text, /For me alone|mine|rating|"state"/);
    const answered = await put(reader, list.id, one, { note: 'For everyone.' });
    assert.equal(answered.data.note, 'For everyone.');
    assert.match((await request(`GET /lists/${list.slug}`)).text, /For everyone\./);
    const rows = await request(`GET /shelves/${list.id}/stories`, { token: reader.token });
    const row = rows.data.stories.find(({ id }: { id: number }) => id === one);
    assert.deepEqual([row.note, row.private_note], ['For everyone.', 'For me alone.']);
    await edit(reader, list.id, { visibility: 'private' });
    const mark = await request(`GET /stories/${one}/mark`, { token: reader.token });
    assert.equal(mark.data.note, 'For me alone.');
  });

  // Interface, Identity: A public list takes author_username
  // Interface, Identity: A pen name that is not one’s own answers 403
  test('appears under a pen name of its owner, and comes back under the same', async () => {
    const reader = await newReader();
    const other = await newReader();
    const added = await request('POST /pen-names', {
      token: reader.token,
      body: { username: 'Quill-Of-Lists' },
    });
    const list = await publish(reader, { author_username: 'Quill-Of-Lists' });
    const nameOf = async () => (await request(`GET /lists/${list.slug}`)).data?.list.author_username;
    assert.equal(await nameOf(), 'Quill-Of-Lists');
    const refused = await request(`DELETE /pen-names/${added.data.id}`, { token: reader.token });
    assert.equal(refused.status, 422, 'it still has a list');
    const names = [];
    for (const visibility of ['private', 'public'])
      names.push((await edit(reader, list.id, { visibility })).data.author_username);
    assert.deepEqual(names, [null, 'Quill-Of-Lists']);
    assert.equal(await nameOf(), 'Quill-Of-Lists');
    const renamed = await request(`PUT /pen-names/${added.data.id}`, {
      token: reader.token,
      body: { username: 'Quill-Renamed' },
    });
    assert.deepEqual([renamed.status, await nameOf()], [200, 'Quill-Renamed']);
    const foreign = await edit(other, (await publish(other)).id, { author_username: 'Quill-Renamed' });
    assert.deepEqual([foreign.status, Object.keys(foreign.error?.fields ?? {})], [403, ['author_username']]);
    await edit(reader, list.id, { visibility: 'private' });
    assert.equal((await request(`DELETE /pen-names/${added.data.id}`, { token: reader.token })).status, 200);
    assert.equal((await edit(reader, list.id, { visibility: 'public' })).status, 403, 'the name is retired');
    await db.deleteFrom('pen_names').where('id', '=', added.data.id).execute();
    const gone = await edit(reader, list.id, { visibility: 'public' });
    assert.deepEqual([gone.status, Object.keys(gone.error?.fields ?? {})], [422, ['author_username']]);
    assert.equal(
      (await edit(reader, list.id, { visibility: 'public', author_username: reader.username })).status,
      200,
    );
  });

  test('is gone while its owner’s profile is withheld, and can be reported by its address', async () => {
    const reader = await newReader();
    const list = await publish(reader);
    const report = await request('POST /reports', {
      body: { url: urls.list(list.slug), reason: 'Its notes are an advertisement.' },
    });
    assert.equal(report.status, 201);
    const { list_id } = await db
      .selectFrom('reports')
      .select('list_id')
      .where('id', '=', report.data.number)
      .executeTakeFirstOrThrow();
    assert.equal(String(list_id), list.id);
    await markSuspended(db, reader.id, { reason: 'spam', isWithheld: true });
    assert.equal((await request(`GET /lists/${list.slug}`)).status, 404);
    assert.equal((await pageAt(urls.list(list.slug))).statusCode, 404);
    assert.ok(!(await pageAt(fileUrls.sitemapPart('lists', 1))).body.includes(list.slug));
  });
});
