import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { openRuntime } from '#app/site.ts';
import { crontab, startJobs } from '#app/worker.ts';
import { STORY_SORTS } from '#features/stories/contract/sorts.ts';
import { migrate } from '#platform/database/migrations.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { readConfig } from '#platform/settings/config.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { type DatabaseWithClock, findFakeTime, startDatabaseWithClock } from '#tests/support/fake-clock.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { testServer } from '#tests/support/test-server.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { assertWriteCount, createAcknowledged, missingWrites } from './writers.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const jumps = [
  ['a day forward', DAY],
  ['a day back', -DAY],
  ['an hour forward', HOUR],
  ['an hour back', -HOUR],
] as const;

/** The jobs that run at fixed times. */
const chores = crontab.split('\n').map((line) => line.split(' ')[5] ?? '');

const skip = findFakeTime() === undefined && 'libfaketime is not installed (apt install libfaketime)';

/** A site on a database whose clock can be moved, with the usual jobs and limits. */
async function openSite(database: DatabaseWithClock) {
  const read = readConfig({
    DATABASE_URL: database.connectionString,
    DATA_DIR: database.dataDir,
    PUBLIC_URL: 'https://nightstand.test',
  });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const { config } = read;
  const runtime = await openRuntime(config, createLogger({ level: 'error' }));
  const { context } = runtime;
  const { db } = context;
  const request = await createRequester(await testServer(context));
  const log = createAcknowledged();
  let titles = 0;
  /** The latest chapter of each author, and its time of saving. */
  const last = new Map<number, { path: string; savedAt: string }>();

  /** Any failure ends the test; an expired token is renewed, as the pages do it. */
  async function acknowledgedRequest(
    person: SignedInPerson,
    call: Parameters<typeof request>[0],
    body?: object,
  ) {
    let answer = await request(call, { token: person.token, body });
    if (answer.error?.code === 'token_expired') {
      const renewed = await request('POST /auth/refresh', { body: { refreshToken: person.refreshToken } });
      assert.equal(renewed.status, 200, `${person.username} is signed out: ${renewed.text}`);
      Object.assign(person, renewed.data);
      answer = await request(call, { token: person.token, body });
    }
    assert.ok(answer.status < 300, `${call}: ${answer.text}`);
    return answer.data;
  }

  /** An evening of an author and a reader, with everything that leaves rows behind. */
  async function write(person: SignedInPerson): Promise<void> {
    const title = `Written ${titles++}`;
    const { id } = await acknowledgedRequest(person, 'POST /stories', { title, tags: ['sea'] });
    log.stories.set(title, id);
    const text = { title: 'A', content: '<p>On and on.</p>', order: 1 };
    const chapter = await acknowledgedRequest(person, `POST /stories/${id}/chapters`, text);
    log.chapters.add(chapter.id);
    const written = { path: `/stories/${id}/chapters/${chapter.id}`, savedAt: chapter.updated_at };
    // The earlier chapter was saved under another clock, and must be editable as well.
    for (const { path, savedAt } of [last.get(person.id), written].filter((write) => write !== undefined)) {
      const edited = { ...text, title, expected_updated_at: savedAt };
      const saved = await acknowledgedRequest(person, `PUT ${path}` as 'PUT /', edited);
      const late = { ...edited, title: 'Too late' };
      const refused = await request(`PUT ${path}` as 'PUT /', { token: person.token, body: late });
      assert.equal(refused.status, 409, 'whoever edits what has been saved meanwhile is told');
      last.set(person.id, { path, savedAt: saved.updated_at });
    }
    await acknowledgedRequest(person, `POST /tracking/stories/${id}/vote`, { vote_type: 'upvote' });
    log.votes.add(`${person.id} ${id}`);
    await acknowledgedRequest(person, `POST /tracking/stories/${id}/bookmark`, {});
    log.bookmarks.add(`${person.id} ${id}`);
  }

  /** Reads lists, search and a reader's own pages, and reports reading. */
  async function check(person: SignedInPerson): Promise<void> {
    for (const sort of STORY_SORTS) await acknowledgedRequest(person, `GET /frontpage?sort=${sort}`);
    for (const path of [
      '/authors',
      '/search/tags/top',
      '/search?query=written',
      '/tracking/stories/bookmarks',
    ])
      await acknowledgedRequest(person, `GET ${path}` as 'GET /');
    const [[, storyId = 0] = []] = [...log.stories].slice(-1);
    const chapterId = [...log.chapters].at(-1);
    await acknowledgedRequest(person, `GET /stories/${storyId}/chapters/${chapterId}`);
    await acknowledgedRequest(person, `GET /stories/${storyId}/chapters/${chapterId}/versions`);
    await acknowledgedRequest(person, `POST /tracking/stories/${storyId}/view`, {});
    await acknowledgedRequest(person, `POST /tracking/stories/${storyId}/read-time`, {
      ...{ chapter_id: chapterId, read_time_seconds: 12 },
    });
  }

  /** The remaining jobs, without those that were queued by schedule meanwhile. */
  const jobsLeft = async () => {
    const { rows } = await sql<{ task: string }>`
      select identifier as task from graphile_worker._private_jobs as jobs
      join graphile_worker._private_tasks as tasks on tasks.id = task_id
      where key is not null or payload->'_cron' is null order by jobs.id`.execute(db);
    return rows.map(({ task }) => task);
  };
  const mailsWaiting = async () => {
    const { rows } = await sql<{ kind: string }>`select kind from outbox_mails
      where num_nonnulls(sent_at, parked_at, dropped_at) = 0`.execute(db);
    return rows.map(({ kind }) => kind);
  };

  return {
    ...{ context, log, request, write, check, jobsLeft, close: runtime.close },
    /** Runs the workers until no job is left, including the scheduled ones. */
    async work(): Promise<void> {
      // Scheduled jobs run by the clock of the site's machine.
      const runAt = new Date();
      for (const task of chores)
        await context.jobs.enqueue(db, task, { _cron: { ts: runAt } }, { runAt, jobKey: `now ${task}` });
      const worker = await startJobs(runtime, config);
      try {
        await untilEqual(jobsLeft, []);
        assert.deepEqual(await mailsWaiting(), []);
      } finally {
        await worker.stop();
      }
    },
    async mailsTo({ username }: SignedInPerson): Promise<number> {
      const { rows } = await sql<{ sent: number }>`select count(*)::integer as sent from outbox_mails
        where address_key = ${`${username}@example.org`} and sent_at is not null`.execute(db);
      return rows[0]?.sent ?? 0;
    },
    askForReset: ({ username }: SignedInPerson) =>
      context.jobs.enqueue(db, 'mail-reset', { email: `${username}@example.org` }),
    /** Puts a mail into the outbox, where it waits while the clock jumps. */
    post: (to: string) =>
      context.outbox.post(db, to, () => ({
        kind: 'delete-account',
        subject: 'A note',
        text: 'Hello',
        html: '<p>Hello</p>',
      })),
    /** The error of the database's clock, in whole minutes. */
    async minutesWrong(): Promise<number> {
      const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db);
      return Math.round(((rows[0]?.now.getTime() ?? 0) - Date.now()) / 60_000) + 0;
    },
  };
}

test('when the database’s clock jumps, sessions stay valid, no acknowledged write is lost, and all jobs run', {
  skip,
}, async (t) => {
  const database = await startDatabaseWithClock();
  // The clock is wrong from the start, as on a new machine that has not synchronised yet.
  await database.setClock(DAY);
  const site = await openSite(database).catch(async (error: unknown) => {
    await database.remove();
    throw error;
  });
  after(async () => {
    await site.close();
    await database.remove();
  });
  await database.setClock(0);
  await t.test('a release after the clock was set right brings its migration, and starts again', async () => {
    const next = await mkdtemp(join(tmpdir(), 'nightstand-migrations-'));
    after(() => rm(next, { recursive: true }));
    await cp(installedPath('db'), next, { recursive: true });
    const migration = '-- Up Migration\ncreate table story_notes (note text);\n';
    await writeFile(join(next, 'migrations/9998-add-notes.sql'), migration);
    const start = () => migrate(database.connectionString, createLogger({ level: 'silent' }), { from: next });
    assert.deepEqual(await start(), ['9998-add-notes']);
    assert.deepEqual(await start(), []);
  });
  for (const [what, jump] of jumps) {
    await t.test(what, async () => {
      const name = what.replaceAll(' ', '-');
      const person = await signedIn(site.context, name);
      await site.write(person);
      await site.askForReset(person);
      await site.post(`${name}-before@example.org`);

      await database.setClock(jump);
      assert.equal(
        await site.minutesWrong(),
        jump / 60_000,
        'the control: the database tells the moved time',
      );
      const { error } = await site.request('GET /accounts/profile', { token: person.token });
      assert.equal(error?.code, jump > 0 ? 'token_expired' : undefined);
      await site.write(person);
      await site.check(person);
      await site.work();
      assert.equal(await site.mailsTo(person), 1);
      const newcomer = await signedIn(site.context, `${name}-new`);
      await site.write(newcomer);
      await site.askForReset(newcomer);
      await site.post(`${name}-meanwhile@example.org`);
      assert.notDeepEqual(await site.jobsLeft(), [], 'jobs were to wait while the clock is set right');

      await database.setClock(0);
      assert.equal(await site.minutesWrong(), 0);
      for (const account of [person, newcomer]) {
        await site.write(account);
        await site.check(account);
      }
      await site.askForReset(person);
      await site.work();
      assert.deepEqual([await site.mailsTo(person), await site.mailsTo(newcomer)], [2, 1]);
    });
  }
  assertWriteCount(site.log, jumps.length * 5);
  assert.deepEqual(await missingWrites(database.connectionString, site.log), []);
});
