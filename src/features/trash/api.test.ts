import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { penNameMessages } from '#features/pen-names/contract.ts';
import { TRASH_DAYS } from '#features/stories/contract/trash.ts';
import { apiCalls } from '#tests/support/api-calls.ts';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { runDueJobs } from '#tests/support/run-due-jobs.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { untilWaiting } from '#tests/support/until-waiting.ts';
import { MAX_TRASH_ENTRIES, type TrashEntry, trashMessages } from './contract.ts';
import { deleteOldTrash } from './service.ts';

const { context, connectionString } = await testDatabase();
const { db } = context;
const call = apiCalls(await testServer(context));
const mira = await signedIn(context, 'mira');
const reader = await signedIn(context, 'ben-reads');

let count = 0;
async function write(person: SignedInPerson = mira, details: object = {}, chapters = 1) {
  count += 1;
  const created = await call(person, 'POST', '/stories', {
    title: `Adrift ${count}`,
    tags: ['sea'],
    ...details,
  });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const story = created.body.data as { id: number; slug: string; title: string };
  const chapterIds: number[] = [];
  for (let place = 1; place <= chapters; place++)
    chapterIds.push((await addChapter(story, { title: `Part ${place}` }, person)).id);
  return { ...story, chapterIds };
}

async function addChapter(story: { id: number }, details: object = {}, person = mira) {
  const text = { title: 'Part', content: '<p>The lamp was out.</p>', ...details };
  const { status, body } = await call(person, 'POST', `/stories/${story.id}/chapters`, text);
  assert.equal(status, 201, JSON.stringify(body));
  return body.data as { id: number; order: number };
}

async function trashOf(person = mira): Promise<TrashEntry[]> {
  return (await call(person, 'GET', '/trash?limit=100')).body.data.trash;
}

async function remove(path: string, person = mira): Promise<number> {
  const { status, body } = await call(person, 'DELETE', path);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.trash_id;
}

const restore = (id: number, person = mira) => call(person, 'POST', `/trash/${id}/restore`);
const storyAt = async (path: string, person?: SignedInPerson) => (await call(person, 'GET', path)).status;

async function chaptersOf(story: { id: number }, person: SignedInPerson | undefined = mira) {
  const { body } = await call(person, 'GET', `/stories/${story.id}/chapters`);
  return body.data.chapters as { id: number; order: number; title: string; state: string }[];
}

const isThere = (table: 'stories' | 'chapters', id: number) =>
  db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();

const age = (table: 'stories' | 'chapters', id: number, days: number) =>
  db
    .updateTable(table)
    .set({ trashed_at: sql<Date>`now() - make_interval(days => ${days})` })
    .where('id', '=', id)
    .execute();

describe('a deleted story', () => {
  // Interface, Stories and chapters: DELETE moves a story to the trash
  // Interface, Stories and chapters: GET /trash lists one’s own in data.trash
  // Interface, Stories and chapters: POST /trash/{id}/restore brings an entry back
  test('is listed in its author’s trash and comes back with its address, votes, bookmarks and chapters', async () => {
    const story = await write(mira, { synopsis: 'A boat.' }, 2);
    await call(reader, 'POST', `/tracking/stories/${story.id}/vote`, { vote_type: 'upvote' });
    await call(reader, 'POST', `/tracking/stories/${story.id}/bookmark`);
    await call(undefined, 'POST', `/tracking/stories/${story.id}/view`, { user_agent: 'x' });
    const before = (await call(undefined, 'GET', `/stories/${story.slug}`)).body.data;
    const chapters = await chaptersOf(story);
    const id = await remove(`/stories/${story.slug}`);
    for (const person of [undefined, mira, reader])
      for (const name of [story.id, story.slug]) assert.equal(await storyAt(`/stories/${name}`, person), 404);
    const [entry] = await trashOf();
    assert.ok(entry);
    const { deleted_at, expires_at, ...rest } = entry;
    assert.deepEqual(rest, {
      ...{ id, kind: 'story', title: story.title, order: null, story_id: story.id, story_title: story.title },
      ...{ author_username: 'mira', word_count: 8, chapter_count: 2, is_story_deleted: true },
    });
    assert.equal(Date.parse(expires_at) - Date.parse(deleted_at), TRASH_DAYS * 86_400_000);
    const restored = await restore(id);
    assert.deepEqual(
      [restored.status, restored.body.message, restored.body.data],
      [200, trashMessages.storyRestored, { kind: 'story', url: `/story/${story.slug}`, drafts: 0 }],
    );
    const after = (await call(undefined, 'GET', `/stories/${story.slug}`)).body.data;
    assert.deepEqual(after, before);
    assert.deepEqual([after.upvote_count, after.bookmark_count, after.view_count], [1, 1, 1]);
    assert.deepEqual(await chaptersOf(story), chapters);
    const bookmarks = (await call(reader, 'GET', '/tracking/stories/bookmarks')).body;
    assert.ok(JSON.stringify(bookmarks).includes(story.slug));
    assert.ok(!(await trashOf()).some((one) => one.id === id));
    assert.equal((await restore(id)).status, 404);
  });

  test('keeps its address from others while it is in the trash, and afterwards', async () => {
    const story = await write(mira, { title: 'The Only One' });
    const id = await remove(`/stories/${story.id}`);
    const next = await write(reader, { title: 'The Only One' }, 0);
    assert.equal(next.slug, 'the-only-one-2');
    await call(mira, 'DELETE', `/trash/${id}`);
    assert.equal((await write(reader, { title: 'The Only One' }, 0)).slug, 'the-only-one-3');
  });

  test('is no story of its account: not for the limit, the lists, nor the pen name', async () => {
    const person = await signedIn(context, 'una');
    const story = await write(person);
    const own = async () => (await call(person, 'GET', `/stories?account_id=${person.id}`)).body.data;
    assert.equal((await own()).pagination.total, 1);
    await remove(`/stories/${story.id}`, person);
    const { stories, pagination } = await own();
    assert.deepEqual([stories, pagination.total], [[], 0]);
    const [name] = (await call(person, 'GET', '/pen-names')).body.data.pen_names;
    assert.equal(name.story_count, 0);
  });

  test('keeps its pen name from being retired', async () => {
    const added = await call(mira, 'POST', '/pen-names', { username: 'night-quill' });
    const story = await write(mira, { author_username: 'night-quill' });
    const id = await remove(`/stories/${story.id}`);
    const path = `/pen-names/${added.body.data.id}`;
    assert.equal((await call(mira, 'DELETE', path)).body.message, penNameMessages.hasStories);
    await restore(id);
    assert.equal(await storyAt(`/stories/${story.slug}`), 200);
  });

  // Interface, Stories and chapters: DELETE /trash/{id} is permanent
  test('can be deleted permanently, and is then gone as it always was', async () => {
    const story = await write();
    const id = await remove(`/stories/${story.id}`);
    const { status, body } = await call(mira, 'DELETE', `/trash/${id}`);
    assert.deepEqual([status, body.message], [200, trashMessages.deleted]);
    assert.equal(await isThere('stories', story.id), undefined);
    assert.equal((await restore(id)).status, 404);
    assert.equal((await call(mira, 'DELETE', `/trash/${id}`)).status, 404);
  });

  test('can be restored only while its account may hold another story', async () => {
    const person = await signedIn(context, 'a-prolific-one');
    const story = await write(person);
    const id = await remove(`/stories/${story.id}`, person);
    await sql`insert into stories (author_id, title, slug)
      select ${person.id}::bigint, 'One', 'one-of-' || n from generate_series(1, 1000) as n`.execute(db);
    const refused = await restore(id, person);
    assert.deepEqual(
      [refused.status, refused.body.message],
      [422, 'You have 1,000 stories, the most an account can hold.'],
    );
  });

  test('comes back without what would have been published meanwhile', async () => {
    const story = await write();
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const chapter = await addChapter(story, { state: 'scheduled', publish_at: soon });
    const id = await remove(`/stories/${story.id}`);
    await db
      .updateTable('chapters')
      .set({ publish_at: sql<Date>`now() - interval '1 hour'` })
      .where('id', '=', chapter.id)
      .execute();
    await context.jobs.enqueue(db, 'publish-due-chapters', {});
    await runDueJobs(connectionString, context);
    const { body } = await restore(id);
    assert.equal(body.message, trashMessages.storyRestoredWithDrafts);
    assert.equal(body.data.drafts, 1);
    const states = (await chaptersOf(story)).map(({ state }) => state);
    assert.deepEqual(states, ['published', 'draft']);
    assert.equal((await chaptersOf(story, reader)).length, 1);
  });
});

describe('a deleted chapter', () => {
  // Interface, Stories and chapters: DELETE moves a chapter to the trash
  test('is found by nobody, and comes back at its place with its versions and reads', async () => {
    const story = await write(mira, {}, 3);
    const [, second] = story.chapterIds;
    const path = `/stories/${story.id}/chapters/${second}`;
    await call(mira, 'PUT', path, { title: 'Part 2', content: '<p>The zeppelin was lit.</p>' });
    await call(reader, 'POST', `/tracking/stories/${story.id}/read-time`, {
      ...{ chapter_id: second, read_time_seconds: 20, completed: true },
    });
    const before = await chaptersOf(story, undefined);
    const id = await remove(path);
    for (const person of [undefined, mira]) assert.equal(await storyAt(path, person), 404);
    assert.equal(await storyAt(`${path}/versions`, mira), 404);
    const counted = (await call(undefined, 'GET', `/stories/${story.id}`)).body.data;
    assert.deepEqual([counted.chapter_count, counted.word_count], [2, 8]);
    const found = await call(undefined, 'GET', '/search?query=zeppelin');
    assert.ok(!JSON.stringify(found.body.data).includes(story.slug));
    const [entry] = await trashOf();
    assert.deepEqual(
      [entry?.kind, entry?.title, entry?.order, entry?.story_title, entry?.is_story_deleted],
      ['chapter', 'Part 2', 2, story.title, false],
    );
    // The others move together meanwhile.
    const others = before.filter((one) => one.id !== second).map((one) => one.id);
    await call(mira, 'PUT', `/stories/${story.id}/chapter-order`, { chapter_ids: others });
    const restored = await restore(id);
    assert.equal(restored.body.data.url, `/story/${story.slug}/chapter/${second}`);
    assert.deepEqual(
      (await chaptersOf(story, undefined)).map(({ id, order }) => [id, order]),
      before.map(({ id, order }) => [id, order]),
    );
    assert.equal((await call(mira, 'GET', `${path}/versions`)).body.data.versions.length, 1);
    const reads = await db
      .selectFrom('chapter_reads')
      .selectAll()
      .where('chapter_id', '=', second ?? 0)
      .execute();
    assert.equal(reads.length, 1);
    const again = await call(undefined, 'GET', '/search?query=zeppelin');
    assert.ok(JSON.stringify(again.body.data).includes(story.slug));
  });

  test('leaves its number to the next one, and makes room for nobody when it comes back last', async () => {
    const story = await write(mira, {}, 2);
    const [, second] = story.chapterIds;
    const id = await remove(`/stories/${story.id}/chapters/${second}`);
    const next = await addChapter(story, { title: 'Instead' });
    assert.equal(next.order, 2);
    await restore(id);
    assert.deepEqual(
      (await chaptersOf(story)).map(({ title, order }) => [title, order]),
      [
        ['Part 1', 1],
        ['Part 2', 2],
        ['Instead', 3],
      ],
    );
  });

  test('that was the only one takes its story out of the lists, and back to the same place', async () => {
    const story = await write();
    const placeOf = async () =>
      (
        await db
          .selectFrom('stories')
          .select(['published_at', 'listed_since'])
          .where('id', '=', story.id)
          .executeTakeFirstOrThrow()
      ).published_at;
    const before = await placeOf();
    // A chapter from before the column has no time of its own.
    await db.updateTable('chapters').set({ published_at: null }).where('story_id', '=', story.id).execute();
    await db
      .updateTable('chapters')
      .set({ created_at: before ?? new Date() })
      .where('story_id', '=', story.id)
      .execute();
    const id = await remove(`/stories/${story.id}/chapters/${story.chapterIds[0]}`);
    assert.equal(await placeOf(), null);
    assert.equal((await restore(id)).status, 200);
    assert.deepEqual(await placeOf(), before);
  });

  test('waits for its story, if that is in the trash too', async () => {
    const story = await write(mira, {}, 2);
    const chapter = await remove(`/stories/${story.id}/chapters/${story.chapterIds[1]}`);
    const whole = await remove(`/stories/${story.id}`);
    const refused = await restore(chapter);
    assert.deepEqual([refused.status, refused.body.message], [422, trashMessages.storyFirst]);
    await restore(whole);
    assert.deepEqual((await chaptersOf(story)).length, 1);
    assert.equal((await restore(chapter)).status, 200);
    assert.deepEqual((await chaptersOf(story)).length, 2);
  });

  test('that was scheduled is not published from the trash, and comes back as a draft once its time is over', async () => {
    const story = await write();
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const [early, late] = [
      await addChapter(story, { title: 'Early', state: 'scheduled', publish_at: soon }),
      await addChapter(story, { title: 'Late', state: 'scheduled', publish_at: soon }),
    ];
    const ids = [];
    for (const { id } of [early, late]) ids.push(await remove(`/stories/${story.id}/chapters/${id}`));
    await db
      .updateTable('chapters')
      .set({ publish_at: sql<Date>`now() - interval '1 minute'` })
      .where('id', '=', early.id)
      .execute();
    await context.jobs.enqueue(db, 'publish-due-chapters', {});
    await runDueJobs(connectionString, context);
    const [asDraft, asIs] = [await restore(ids[0] ?? 0), await restore(ids[1] ?? 0)];
    assert.deepEqual(
      [asDraft.body.message, asDraft.body.data.drafts],
      [trashMessages.chapterRestoredAsDraft, 1],
    );
    assert.deepEqual([asIs.body.message, asIs.body.data.drafts], [trashMessages.chapterRestored, 0]);
    assert.deepEqual(
      (await chaptersOf(story)).map(({ state }) => state),
      ['published', 'draft', 'scheduled'],
    );
  });

  test('of a draft is published with the story only once it is restored', async () => {
    const story = await write(mira, { visibility: 'draft' }, 2);
    const id = await remove(`/stories/${story.id}/chapters/${story.chapterIds[1]}`);
    const details = { title: story.title, slug: story.slug, visibility: 'public' };
    assert.equal((await call(mira, 'PUT', `/stories/${story.id}`, details)).status, 200);
    const row = async () =>
      db
        .selectFrom('chapters')
        .select('published_at')
        .where('id', '=', story.chapterIds[1] ?? 0)
        .executeTakeFirstOrThrow();
    assert.equal((await row()).published_at, null);
    await restore(id);
    assert.ok((await row()).published_at);
    assert.equal((await chaptersOf(story, undefined)).length, 2);
  });
});

describe('the trash', () => {
  // Interface, Stories and chapters: GET /trash lists one’s own in data.trash
  test('is its author’s alone', async () => {
    const story = await write();
    const id = await remove(`/stories/${story.id}`);
    const other = await signedIn(context, 'another-author');
    const moderator = await signedIn(context, 'dora-keeps', { role: 'moderator' });
    for (const person of [other, moderator]) {
      assert.deepEqual(await trashOf(person), []);
      assert.equal((await restore(id, person)).status, 404);
      assert.equal((await call(person, 'DELETE', `/trash/${id}`)).status, 404);
      assert.equal((await call(person, 'DELETE', '/trash')).status, 200);
    }
    assert.ok((await trashOf()).some((one) => one.id === id));
    assert.equal((await restore(id)).status, 200);
  });

  test('is listed page by page, the last first', async () => {
    const person = await signedIn(context, 'lou');
    for (let n = 0; n < 3; n++)
      await remove(`/stories/${(await write(person, { title: `Lost ${n}` })).id}`, person);
    const { trash, pagination } = (await call(person, 'GET', '/trash?limit=2')).body.data;
    assert.deepEqual(
      trash.map(({ title }: TrashEntry) => title),
      ['Lost 2', 'Lost 1'],
    );
    assert.deepEqual(pagination, { page: 1, limit: 2, total: 3, pages: 2 });
  });

  test('is emptied at once, and its rows are deleted soon after', async () => {
    const person = await signedIn(context, 'kim');
    const [gone, stays] = [await write(person, {}, 2), await write(person, {}, 2)];
    await remove(`/stories/${gone.id}/chapters/${gone.chapterIds[0]}`, person);
    await remove(`/stories/${gone.id}`, person);
    const chapter = await remove(`/stories/${stays.id}/chapters/${stays.chapterIds[0]}`, person);
    const { status, body } = await call(person, 'DELETE', '/trash');
    assert.deepEqual([status, body.message], [200, trashMessages.emptied]);
    assert.deepEqual(await trashOf(person), []);
    assert.equal((await restore(chapter, person)).status, 404);
    await runDueJobs(connectionString, context);
    assert.equal(await isThere('stories', gone.id), undefined);
    assert.equal(await isThere('chapters', stays.chapterIds[0] ?? 0), undefined);
    assert.equal((await chaptersOf(stays)).length, 1);
  });

  // Interface, Stories and chapters: The trash keeps an entry for 30 days
  test('loses what is older than 30 days, and nothing else', async () => {
    const [old, young] = [await write(mira, {}, 2), await write(mira, {}, 2)];
    await remove(`/stories/${old.id}`);
    const trashed = await remove(`/stories/${young.id}`);
    const withOldChapter = await write(mira, {}, 3);
    const [first, second] = withOldChapter.chapterIds;
    for (const id of [first, second]) await remove(`/stories/${withOldChapter.id}/chapters/${id}`);
    await age('stories', old.id, TRASH_DAYS);
    await age('stories', young.id, TRASH_DAYS - 1);
    await age('chapters', first ?? 0, TRASH_DAYS + 5);
    // An entry whose time is over cannot be restored, even before the job has run.
    assert.ok(!(await trashOf()).some((one) => one.story_id === old.id));
    await deleteOldTrash(context);
    assert.equal(await isThere('stories', old.id), undefined);
    assert.equal(await isThere('chapters', first ?? 0), undefined);
    assert.ok(await isThere('chapters', second ?? 0));
    assert.equal((await restore(trashed)).status, 200);
    assert.equal((await chaptersOf(young)).length, 2);
  });

  test('loses what can be deleted, although a story before it can’t', async () => {
    const [stuck, gone] = [await write(mira, {}, 1), await write(mira, {}, 1)];
    for (const { id } of [stuck, gone]) {
      await remove(`/stories/${id}`);
      await age('stories', id, TRASH_DAYS);
    }
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise 'This one stays.'; end $$`.execute(db);
    await sql`create trigger a_refuse before delete on stories for each row when (old.id = ${sql.lit(stuck.id)})
      execute function refuse()`.execute(db);
    const log = { ...context.log, error: () => {} };
    await assert.rejects(deleteOldTrash({ ...context, log }), /^Error: 1 stories stay/);
    assert.ok(await isThere('stories', stuck.id));
    assert.equal(await isThere('stories', gone.id), undefined);
    await sql`drop function refuse cascade`.execute(db);
    await deleteOldTrash(context);
    assert.equal(await isThere('stories', stuck.id), undefined);
  });

  test('holds so many entries, and the oldest make room', async () => {
    const person = await signedIn(context, 'throws-much-away');
    const author_username = 'throws-away-too';
    assert.equal((await call(person, 'POST', '/pen-names', { username: author_username })).status, 201);
    // The entries of all names of an account count together.
    const ids = [(await write(person, {}, 0)).id, (await write(person, { author_username }, 0)).id];
    await sql`insert into chapters (story_id, title, content, "order", word_count, cleaner_version, state)
      select (${ids}::bigint[])[n % 2 + 1], 'No. ' || n, '<p>x</p>', n, 1, 99, 'draft'
      from generate_series(1, ${MAX_TRASH_ENTRIES + 2}::integer) as n`.execute(db);
    await db.updateTable('chapters').set({ trashed_at: new Date() }).where('story_id', 'in', ids).execute();
    await deleteOldTrash(context);
    const { pagination } = (await call(person, 'GET', '/trash?limit=1')).body.data;
    assert.equal(pagination.total, MAX_TRASH_ENTRIES);
    const { total } = await db
      .selectFrom('chapters')
      .select((on) => on.fn.countAll<number>().as('total'))
      .where('story_id', 'in', ids)
      .executeTakeFirstOrThrow();
    assert.equal(Number(total), MAX_TRASH_ENTRIES);
  });

  test('answers two deletions of one story at once with one entry', async () => {
    const story = await write();
    const answers = await Promise.all([1, 2, 3].map(() => call(mira, 'DELETE', `/stories/${story.id}`)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404]);
    const entries = (await trashOf()).filter((one) => one.story_id === story.id);
    assert.equal(entries.length, 1);
    const restored = await Promise.all([1, 2].map(() => restore(entries[0]?.id ?? 0)));
    assert.deepEqual(restored.map(({ status }) => status).sort(), [200, 404]);
  });

  test('says nothing is deleted that was restored at this moment', async () => {
    const story = await write(mira, {}, 2);
    const chapterId = story.chapterIds[1] ?? 0;
    const chapterEntry = await remove(`/stories/${story.id}/chapters/${chapterId}`);
    await answersNotFound(chapterEntry, 'chapters', chapterId);
    await answersNotFound(await remove(`/stories/${story.id}`), 'stories', story.id);
    assert.equal(await storyAt(`/stories/${story.id}`), 200);
  });
});

async function answersNotFound(entry: number, table: 'chapters' | 'stories', id: number) {
  const restoring = await db.startTransaction().execute();
  await restoring.updateTable(table).set({ trashed_at: null }).where('id', '=', id).execute();
  const deletion = call(mira, 'DELETE', `/trash/${entry}`);
  await untilWaiting(db);
  await restoring.commit().execute();
  assert.equal((await deletion).status, 404, table);
}

describe('moderation', async () => {
  const site = await moderatedSite(context);

  test('a story is judged in the trash as anywhere, and comes back as it was judged', async () => {
    const story = await site.newStory();
    await site.report(story, 'The tags promise a gothic tale');
    const id = await remove(`/stories/${story.id}`, site.author);
    const found = await site.caseOf(story);
    assert.deepEqual([found.closed_at, found.is_in_trash, found.chapters], [null, true, []]);
    assert.deepEqual(found.evidence.map(({ kind }: { kind: string }) => kind).sort(), ['chapter', 'story']);
    assert.equal((await site.decide(site.moderator, found, { action: 'hide' })).status, 200);
    assert.equal((await restore(id, site.author)).status, 200);
    assert.equal(await storyAt(`/stories/${story.slug}`), 404);
    assert.equal(await storyAt(`/stories/${story.slug}`, site.author), 200);
    assert.equal((await site.caseOf(story)).is_in_trash, false);
  });
});
