import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { postmasterOf } from '#tests/support/postmaster.ts';
import { type RunningSite, startSite } from '#tests/support/running-site.ts';
import { scheduleChapters } from '#tests/support/scheduled-chapters.ts';
import { wrongCounts } from '#tests/support/wrong-counts.ts';

/** The long form: FAULT_CHAPTERS=10000 node --test tests/faults/scheduled-publication.test.ts */
const CHAPTERS = Number(process.env.FAULT_CHAPTERS ?? 2000);
const LATER = 50;

const dataDir = mkdtempSync(join(tmpdir(), 'nightstand-scheduled-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));
const socket = encodeURIComponent(join(dataDir, 'db-socket'));
const connectionString = `postgresql://nightstand@localhost/nightstand?host=${socket}&port=5432`;
const start = () => startSite({ dataDir, env: { SAMPLE_LIBRARY: 'off' } });

async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(connectionString);
  // The kill of the database ends the connection.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function count(state: 'scheduled' | 'published'): Promise<number> {
  const [row] = await query<{ n: number }>('select count(*)::integer as n from chapters where state = $1', [
    state,
  ]);
  return row?.n ?? 0;
}

async function kill(site: RunningSite, withDatabase: boolean): Promise<void> {
  const exited = once(site.child, 'exit');
  if (withDatabase) process.kill(postmasterOf(dataDir), 'SIGKILL');
  site.child.kill('SIGKILL');
  await exited;
}

test('chapters that became due while the site was down are published once, at their time, also when it is killed in between', async (t) => {
  let site = await start();
  const soon = new Date(Date.now() + 3_600_000);
  const later = new Date(Date.now() + 7_200_000);
  await site.within(async (context) => {
    await scheduleChapters(context, { stories: CHAPTERS / 2, chapters: 1, publishAt: soon });
    await scheduleChapters(context, { stories: 5, chapters: CHAPTERS / 10, publishAt: soon });
    await scheduleChapters(context, { stories: LATER, chapters: 1, publishAt: later });
  });
  assert.equal(await count('published'), 0);
  const due = new Date(Date.now() - 600_000);
  await query('update chapters set publish_at = $1 where publish_at = $2', [due, soon]);
  await kill(site, false);

  const published: number[] = [];
  for (const withDatabase of [false, true]) {
    const before = await count('published');
    site = await start();
    while ((await count('published')) <= before) await pause(1);
    await kill(site, withDatabase);
    site = await start();
    published.push(await count('published'));
    await kill(site, false);
  }
  assert.ok((published[0] ?? 0) < CHAPTERS, 'the first kill was in between');
  t.diagnostic(`killed after ${published.join(' and ')} of ${CHAPTERS}`);

  site = await start();
  while ((await count('published')) < CHAPTERS) await pause(50);
  assert.equal(await count('scheduled'), LATER);
  const wrong = await query(
    `select id, state, publish_at, published_at from chapters where case state
      when 'published' then publish_at is not null or published_at < $1 or published_at >= $1 + interval '1 second'
      else publish_at <> $2 or published_at is not null end`,
    [due, later],
  );
  assert.deepEqual(wrong, []);
  assert.deepEqual(await site.within(wrongCounts), []);
  await site.stop();
});
