import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { publishDueChapters } from '#features/chapters/service/publication.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { mailFollowers } from './mailing.ts';

const { context } = await testDatabase();
const { db } = context;
const request = await createRequester(await testServer(context));
const author = await signedIn(context, 'una-writes');
const reader = await signedIn(context, 'a-reader');
const open = await request('PUT /follows/settings', {
  token: reader.token,
  body: { titles_in_mails: true },
});
assert.equal(open.status, 200);

const DAY = 86_400_000;
let count = 0;

async function newStory(tags: string[] = []): Promise<number> {
  const body = { title: `Story ${++count}`, tags };
  return (await request('POST /stories', { token: author.token, body })).data.id;
}

async function addChapter(storyId: number, details: object = {}): Promise<number> {
  const body = { title: `Chapter ${++count}`, content: '<p>The lamp was lit.</p>', ...details };
  const { status, text, data } = await request(`POST /stories/${storyId}/chapters`, {
    token: author.token,
    body,
  });
  assert.equal(status, 201, text);
  return data.id;
}

async function follow(body: object) {
  const answer = await request('POST /follows', { token: reader.token, body: { mail: 'now', ...body } });
  assert.equal(answer.status, 201, answer.text);
}

/** The numbers of new chapters in the mails so far. */
async function mailed(): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox_mails')
    .select('text_part')
    .where('kind', '=', 'follow-news')
    .orderBy('id')
    .execute();
  return rows.flatMap(({ text_part }) => text_part?.match(/Story \d+, by una-writes: \d+/g) ?? []);
}

const unread = async () => (await request('GET /updates', { token: reader.token })).data.unread as number;

/** Mails what is due, and lets ten minutes pass for everything that has happened. */
async function passTime(): Promise<void> {
  await mailFollowers(context, new Date(Date.now() + 2 * 60_000));
  const earlier = sql`- interval '10 minutes'`;
  await sql`update chapters set published_at = published_at ${earlier}, created_at = created_at ${earlier},
    late_at = late_at ${earlier}`.execute(db);
  await sql`update stories set listed_since = listed_since ${earlier}, unlisted_at = unlisted_at ${earlier},
    listed_again_at = listed_again_at ${earlier}, first_published_at = first_published_at ${earlier},
    updated_at = updated_at ${earlier}`.execute(db);
  await sql`update series_stories set added_at = added_at ${earlier}`.execute(db);
  await sql`update follows set followed_at = followed_at ${earlier}, mailed_from = mailed_from ${earlier},
    mailed_until = mailed_until ${earlier}`.execute(db);
  await sql`update follow_settings set read_until = read_until ${earlier}`.execute(db);
  await sql`update follow_mail_runs set mailed_until = mailed_until ${earlier}`.execute(db);
}

const withhold = (id: number, withheld_at: Date | null) =>
  db.updateTable('stories').set({ withheld_at }).where('id', '=', id).execute();

beforeEach(async () => {
  // A followed author brings all of their stories, and those of other tests are news on some days of the week.
  await db.deleteFrom('stories').execute();
  await db.deleteFrom('follows').execute();
  await db.deleteFrom('follow_mail_runs').execute();
  await db.deleteFrom('outbox_mails').execute();
  await db.updateTable('follow_settings').set({ read_until: null }).execute();
});

test('chapters published while a story was withheld are mailed when it is back, and no others', async () => {
  const id = await newStory();
  await addChapter(id);
  await follow({ kind: 'story', id });
  await follow({ kind: 'author', id: author.id });
  await passTime();
  await addChapter(id);
  await passTime();
  await withhold(id, new Date());
  await addChapter(id);
  await passTime();
  assert.equal((await mailed()).length, 1);
  await request('POST /updates/read', { token: reader.token });
  await passTime();
  assert.equal(await unread(), 0);
  await withhold(id, null);
  assert.equal(await unread(), 1);
  for (let round = 0; round < 3; round++) await passTime();
  assert.deepEqual(
    (await mailed()).map((line) => line.slice(-3)),
    [': 1', ': 1'],
  );
  await withhold(id, new Date());
  await passTime();
  await withhold(id, null);
  await passTime();
  assert.equal((await mailed()).length, 2);
});

test('a return that is dated back is still new to a reader who has just marked everything as read', async () => {
  const id = await newStory();
  await addChapter(id);
  await follow({ kind: 'story', id });
  await passTime();
  await withhold(id, new Date());
  await addChapter(id);
  await passTime();
  await request('POST /updates/read', { token: reader.token });
  await withhold(id, null);
  // The trigger dates it back by chance: here as far as it can.
  await sql`update stories set listed_again_at = now() - interval '29 seconds' where id = ${id}`.execute(db);
  assert.equal(await unread(), 1);
  await passTime();
  await request('POST /updates/read', { token: reader.token });
  assert.equal(await unread(), 0);
});

test('a weekly mail that a withheld story has missed is made good after its return', async () => {
  const id = await newStory();
  await addChapter(id);
  await follow({ kind: 'story', id, mail: 'weekly' });
  await follow({ kind: 'author', id: author.id, mail: 'daily' });
  const friday = new Date(Date.now() - 7 * DAY);
  friday.setUTCHours(17, 0, 0, 0);
  while (friday.getUTCDay() !== 5) friday.setTime(friday.getTime() - DAY);
  const day = (days: number) => new Date(friday.getTime() + days * DAY);
  await addChapter(id);
  await sql`update chapters set published_at = ${day(-1.5)} where story_id = ${id} and "order" = 2`.execute(
    db,
  );
  await sql`update chapters set published_at = ${day(-20)} where story_id = ${id} and "order" = 1`.execute(
    db,
  );
  await sql`update stories set listed_since = ${day(-20)} where id = ${id}`.execute(db);
  await sql`update follows set followed_at = ${day(-10)}, mailed_from = ${day(-10)}, mailed_until = ${day(-7)}`.execute(
    db,
  );
  // The daily mail goes out before the story is withheld, the weekly one after that.
  const run = (days: number) => mailFollowers(context, new Date(day(days).getTime() + 5 * 60_000));
  await run(-1);
  assert.equal((await mailed()).length, 1);
  await withhold(id, day(-0.5));
  await sql`update stories set unlisted_at = ${day(-0.5)} where id = ${id}`.execute(db);
  await run(0);
  await withhold(id, null);
  await sql`update stories set listed_again_at = ${day(0.5)} where id = ${id}`.execute(db);
  for (const days of [1, 2, 7]) await run(days);
  assert.equal((await mailed()).length, 1, 'one follow has mailed it');
  await sql`delete from follows where mail = 'daily'`.execute(db);
  await sql`update follows set mailed_until = ${day(0)}`.execute(db);
  await sql`delete from follow_mail_runs`.execute(db);
  for (const days of [7, 7, 14]) await run(days);
  assert.equal((await mailed()).length, 2);
});

/** Whether a chapter counts as new since half a minute ago at most. */
const isLate = async (id: number) => {
  const { rows } = await sql`select from chapters
    where id = ${id} and late_at between now() - interval '40 seconds' and now()`.execute(db);
  return rows.length > 0;
};

test('a scheduled chapter that is published in time is not late', async () => {
  const id = await newStory();
  const publish_at = new Date(Date.now() + 3_600_000).toISOString();
  const scheduled = await addChapter(id, { state: 'scheduled', publish_at });
  await sql`update chapters set publish_at = now() where id = ${scheduled}`.execute(db);
  await publishDueChapters(context);
  const { rows } = await sql`select state, late_at from chapters where id = ${scheduled}`.execute(db);
  assert.deepEqual(rows, [{ state: 'published', late_at: null }]);
});

test('a scheduled chapter that is late comes in the next mail', async () => {
  const id = await newStory();
  await addChapter(id);
  await follow({ kind: 'story', id });
  const scheduled = await addChapter(id, {
    state: 'scheduled',
    publish_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await passTime();
  await sql`update chapters set publish_at = now() - interval '30 minutes' where id = ${scheduled}`.execute(
    db,
  );
  await sql`update follows set mailed_until = now() - interval '1 minute'`.execute(db);
  await request('POST /updates/read', { token: reader.token });
  await publishDueChapters(context);
  assert.ok(await isLate(scheduled));
  await sql`update chapters set late_at = now() + interval '1 second' where id = ${scheduled}`.execute(db);
  assert.equal(await unread(), 1);
  for (let round = 0; round < 2; round++) await passTime();
  assert.equal((await mailed()).length, 1);
});

test('a story that waited for its author’s address is mailed once it is listed, at whatever place', async () => {
  const other = await newStory(['ferries']);
  await addChapter(other);
  const id = await newStory(['ferries']);
  await follow({ kind: 'tag', id: 'ferries' });
  await db
    .updateTable('stories')
    .set({ waiting_since: new Date(), waiting_for: 'address' })
    .where('id', '=', id)
    .execute();
  await addChapter(id);
  for (let round = 0; round < 2; round++) await passTime();
  await addChapter(other);
  await passTime();
  assert.equal((await mailed()).length, 1);
  await sql`update stories set listed_since = first_published_at where id = ${id}`.execute(db);
  await sql`select stories_end_waiting(array[${id}::bigint])`.execute(db);
  for (let round = 0; round < 2; round++) await passTime();
  assert.equal((await mailed()).length, 2);
});

test('a story is news for those who follow its series when it joins, and not when the series is sorted', async () => {
  const [first, second] = [await newStory(), await newStory()];
  await addChapter(first);
  const series = (await request('POST /series', { token: author.token, body: { title: 'Ferries' } })).data;
  const setStories = async (story_ids: number[]) => {
    const answer = await request(`PUT /series/${series.id}/stories`, {
      token: author.token,
      body: { story_ids },
    });
    assert.equal(answer.status, 200, answer.text);
  };
  await setStories([first]);
  await follow({ kind: 'series', id: series.id });
  await addChapter(second);
  await passTime();
  assert.equal((await mailed()).length, 0);
  await setStories([first, second]);
  for (let round = 0; round < 2; round++) await passTime();
  assert.equal((await mailed()).length, 1);
  await setStories([second, first]);
  for (let round = 0; round < 2; round++) await passTime();
  assert.equal((await mailed()).length, 1);
});
