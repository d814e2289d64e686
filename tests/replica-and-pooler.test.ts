import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { openRuntime } from '#app/site.ts';
import { startJobs } from '#app/worker.ts';
import { success } from '#base/failure.ts';
import { listenForInvalidation } from '#platform/database/cache-invalidation.ts';
import { openReadReplica } from '#platform/database/read-replica.ts';
import { createResponseCache } from '#platform/http/response-cache.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { readConfig } from '#platform/settings/config.ts';
import { createRequester } from './support/api-requester.ts';
import { startPgBouncer } from './support/pgbouncer.ts';
import { signedIn } from './support/signed-in-person.ts';
import { startPrimary, startReplicaOf } from './support/streaming-replica.ts';
import { testServer } from './support/test-server.ts';
import { fillExampleStories } from './world.ts';

// The setup of a site with many machines: requests use PgBouncer, with fewer connections than the site's
// pool, jobs and notifications bypass it, and public data is read from a replica.
const primary = await startPrimary();
after(() => primary.remove());
const pooler = await startPgBouncer(primary, 3);
after(() => pooler.stop());
const read = readConfig({
  DATABASE_URL: pooler.connectionString,
  DATABASE_DIRECT_URL: primary.connectionString,
  DATA_DIR: primary.dataDir,
  RATE_LIMITS: 'off',
  PUBLIC_URL: 'https://nightstand.test',
});
if (!read.ok) throw new Error(read.problems.join('\n'));
const { config } = read;
// The log reports the replica's failure to the operator; the test expects it.
const log = createLogger({ level: 'error' });
const runtime = await openRuntime(config, log);
const { context, connectionString } = runtime;
const { db } = context;
const { stories } = await fillExampleStories(context);
let copy = await startReplicaOf(primary);

const replica = openReadReplica(copy.connectionString, context, {
  isPooled: false,
  maxLagMilliseconds: 600_000,
  cooldownMilliseconds: 50,
});
const cache = createResponseCache({ maxBytes: 10_000_000, freshMilliseconds: 3_600_000 });
const heard: string[] = [];
const listener = listenForInvalidation(
  connectionString,
  [replica, cache, { purge: (tags) => heard.push(...tags), clear: () => heard.push('all') }],
  log,
);
const app = await testServer(context, { reads: replica.runPublicRead });
const request = await createRequester(app);
after(async () => {
  await app.close();
  await listener.stop();
  await replica.close();
  await runtime.close();
  await copy.remove();
});

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(10);
}

/** Tells whether data under these tags would be read from the replica now. */
async function isOnReplica(...tags: string[]): Promise<boolean> {
  const place = sql<{ copies: boolean }>`select pg_is_in_recovery() as copies`;
  const outcome = await replica.runPublicRead(tags, async (there) =>
    success((await place.execute(there.db)).rows[0]?.copies),
  );
  return outcome.ok && outcome.data === true;
}

/** Pauses the replica's replay during some work. */
async function withReplicaBehind(work: () => Promise<void>): Promise<void> {
  await until(() => isOnReplica('lists'));
  await copy.administer('select pg_wal_replay_pause()');
  await until(async () => {
    const { rows } = await copy.administer('select pg_get_wal_replay_pause_state() as state');
    return rows[0].state === 'paused';
  });
  await work();
  await copy.administer('select pg_wal_replay_resume()');
}

// Interface, Running: DATABASE_REPLICA_URL is a replica for the reads of guests
test('the replica serves guests, and the primary serves signed-in users', async () => {
  const reader = await signedIn(context, 'rosalind');
  const { id, slug } = stories.clocks;
  await withReplicaBehind(async () => {
    await db.updateTable('stories').set({ view_count: 123_456 }).where('id', '=', id).execute();
    const views = async (token?: string) =>
      (await request(`GET /stories/${slug}`, { token })).data.view_count;
    assert.notEqual(await views(), 123_456);
    assert.equal(await views(reader.token), 123_456);
  });
});

test('everyone sees a change at once, although the replica lags behind', async () => {
  const { id, slug } = stories.ferry;
  await withReplicaBehind(async () => {
    heard.length = 0;
    await db.updateTable('stories').set({ title: 'A Ferry by Night' }).where('id', '=', id).execute();
    await until(
      () => heard.includes(`story ${slug}`) && heard.includes(`story ${id}`) && heard.includes('lists'),
    );
    for (const name of [slug, id])
      assert.equal((await request(`GET /stories/${name}`)).data.title, 'A Ferry by Night');
    const { stories: listed } = (await request('GET /frontpage?sort=new')).data;
    assert.ok(listed.some(({ title }: { title: string }) => title === 'A Ferry by Night'));
    assert.equal(await isOnReplica(`story ${slug}`), false);
    assert.equal(
      await isOnReplica(`story ${stories.clocks.slug}`),
      true,
      'other stories stay where they were',
    );
  });
  await until(() => isOnReplica(`story ${slug}`, 'lists'));
  assert.equal((await request(`GET /stories/${slug}`)).data.title, 'A Ferry by Night');
});

test('a story that has not reached the replica yet is found', async () => {
  await withReplicaBehind(async () => {
    const { author_id } = await db
      .selectFrom('stories')
      .select('author_id')
      .where('id', '=', stories.angles.id)
      .executeTakeFirstOrThrow();
    const { id } = await db
      .insertInto('stories')
      .values({ author_id, title: 'Just Now', slug: 'just-now', chapter_count: 1, featured_at: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    assert.equal((await request(`GET /stories/${id}`)).data.title, 'Just Now');
  });
});

test('readers are served while the replica is down, and from the replica again once it is back', async () => {
  await until(() => isOnReplica('lists'));
  await copy.stop();
  for (let n = 0; n < 5; n++) {
    const answers = await Promise.all([
      request('GET /frontpage'),
      request('GET /authors'),
      request(`GET /stories/${stories.clocks.slug}`),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
  }
  assert.equal(await isOnReplica('lists'), false);
  const { dataDir } = copy;
  copy = await copy.again();
  assert.equal(copy.dataDir, dataDir);
  await until(() => isOnReplica('lists'));
});

test('many users share the pooler’s few connections without leaking session state', async () => {
  const people = await Promise.all(
    Array.from({ length: 12 }, (_, index) => signedIn(context, `many-${index}`)),
  );
  const { id } = stories.angles;
  const countsBefore = await storedCounts(id);
  const answers = await Promise.all(
    people.flatMap(({ token }, index) => [
      request(`POST /tracking/stories/${id}/vote`, { token, body: { vote_type: 'upvote' } }),
      request('GET /search?query=ferry%20night', { token }),
      request(`POST /tracking/stories/${id}/bookmark`, { token, body: {} }),
      request('POST /stories', {
        token,
        body: { title: `Harbour ${index}`, synopsis: 'A pilot waits for the tide.', tags: ['slow burn'] },
      }),
    ]),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 201]));
  const { upvote_count, bookmark_count } = countsBefore;
  assert.deepEqual(await storedCounts(id), {
    upvote_count: upvote_count + 12,
    bookmark_count: bookmark_count + 12,
  });
  // A search sets the planner for its own transaction only, and the role’s time-outs apply to every session.
  const settings = await Promise.all(
    Array.from({ length: 12 }, () =>
      sql<{ scan: string; time: string }>`
        select current_setting('enable_seqscan') as scan, current_setting('statement_timeout') as time`.execute(
        db,
      ),
    ),
  );
  for (const { rows } of settings) assert.deepEqual(rows, [{ scan: 'on', time: '5s' }]);
});

function storedCounts(storyId: number) {
  return db
    .selectFrom('stories')
    .select(['upvote_count', 'bookmark_count'])
    .where('id', '=', storyId)
    .executeTakeFirstOrThrow();
}

test('jobs and LISTEN bypass the pooler, and no request time-out ends them', async () => {
  const worker = await startJobs({ context, connectionString }, config);
  const { status } = await request('POST /accounts/signup', {
    body: { username: 'late-guest', email: 'late@example.org', password: 'nine quiet harbours' },
  });
  assert.equal(status, 201);
  // A job writes the mail into a file.
  await until(async () => {
    const mails = await db.selectFrom('outbox_mails').select('sent_at').execute();
    return mails.some((mail) => mail.sent_at !== null);
  });
  const { rows } = await primary.administer(
    `select distinct application_name as name
     from pg_stat_activity where usename = 'nightstand' and application_name like 'nightstand-%'`,
  );
  assert.deepEqual(rows.map(({ name }) => name).sort(), ['nightstand-changes', 'nightstand-jobs']);
  await worker.stop();
  const direct = new pg.Client({ connectionString });
  await direct.connect();
  const shown = await direct.query('show statement_timeout').finally(() => direct.end());
  assert.equal(shown.rows[0].statement_timeout, '0');
});
