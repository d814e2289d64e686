import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { addChapter } from '#features/chapters/service/chapters.ts';
import { createStory } from '#features/stories/service/stories.ts';
import { readBackup } from '#platform/backup/backup-file.ts';
import { restoreBackup } from '#platform/backup/restore-backup.ts';
import { writeBackup } from '#platform/backup/write-backup.ts';
import { knownMigrations, migrate } from '#platform/database/migrations.ts';
import { prepareJobs } from '#platform/jobs/jobs.ts';
import { describeSchema } from '#tests/support/describe-schema.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { emptyDatabase, testDatabase } from '#tests/support/test-database.ts';
import { fillEveryTable } from './full-database.ts';

const { context, connectionString } = await testDatabase();
const { log, db } = context;
await fillEveryTable(context);

const folder = await mkdtemp(join(tmpdir(), 'nightstand-backup-'));
after(() => rm(folder, { recursive: true, force: true }));
let files = 0;
const newFile = () => join(folder, `backup-${files++}.gz`);

/**
 * Tables left out of a backup: knowledge about the schema, and counters of guesses, which a crash may lose
 * anyway.
 */
const leftOut = ['function_files', 'migrations', 'throttle_counters'];

async function queryRows<Row extends pg.QueryResultRow>(at: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: at });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Every row of every table as PostgreSQL itself prints it, which is another way than that of a backup. */
async function everything(at: string): Promise<Record<string, string[]>> {
  const tables = await queryRows<{ name: string }>(
    at,
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of tables.filter((table) => !leftOut.includes(table.name))) {
    const result = await queryRows<{ row: string }>(at, `select t::text as row from "${name}" t`);
    rows[name] = result.map(({ row }) => row).sort();
  }
  rows.jobs = (
    await queryRows<{ row: string }>(
      at,
      `select row(t.identifier, j.payload, j.run_at, j.key, j.max_attempts, j.priority, j.flags, q.queue_name)::text as row
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        left join graphile_worker._private_job_queues q on q.id = j.job_queue_id`,
    )
  )
    .map(({ row }) => row)
    .sort();
  return rows;
}

const restored = async (file: string): Promise<string> => {
  const target = await emptyDatabase(connectionString);
  await restoreBackup({ connectionString: target, file, log });
  return target;
};

test('restoring a backup restores every table', async () => {
  const before = await everything(connectionString);
  assert.ok(Object.keys(before).length >= 34, `${Object.keys(before).length} tables`);
  for (const [table, rows] of Object.entries(before))
    assert.ok(rows.length > 0, `${table} is empty: fill it`);

  // A job that has failed for good stays behind.
  await context.jobs.enqueue(db, 'a-job-given-up', {});
  await queryRows(
    connectionString,
    `update graphile_worker._private_jobs set attempts = max_attempts
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'a-job-given-up')`,
  );
  const file = newFile();
  const seen = new Set<string>();
  await writeBackup(connectionString, file, ({ part }) => seen.add(part));
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  for (const table of Object.keys(before)) if (table !== 'jobs') assert.ok(seen.has(table), table);

  const target = await restored(file);
  const there = await everything(target);
  for (const [table, rows] of Object.entries(before)) assert.deepEqual(there[table], rows, table);
  assert.deepEqual(Object.keys(there).sort(), Object.keys(before).sort());
  assert.equal(await describeSchema(target), await describeSchema(connectionString));
  const modes = 'select tgname, tgenabled from pg_trigger where not tgisinternal order by tgname';
  assert.deepEqual(await queryRows(target, modes), await queryRows(connectionString, modes));
  await assertLivesOn(target);
});

/** Rows written after a restore get new ids, and counters follow. */
async function assertLivesOn(target: string): Promise<void> {
  const sequences = await queryRows<{ table: string; column: string }>(
    target,
    `select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and is_identity = 'YES'`,
  );
  assert.ok(sequences.length >= 12);
  for (const { table, column } of sequences) {
    const [row] = await queryRows<{ next: string; highest: string | null }>(
      target,
      `select nextval(pg_get_serial_sequence('${table}', '${column}')) as next, (select max("${column}") from "${table}") as highest`,
    );
    assert.ok(Number(row?.next) > Number(row?.highest ?? 0), table);
  }
  await queryRows(
    target,
    "update stories set title = 'After the Restore' where id = (select min(id) from stories)",
  );
  const downvotes = () => queryRows<{ sum: string }>(target, 'select sum(downvote_count) from stories');
  const [before] = await downvotes();
  await queryRows(target, 'delete from votes');
  const [left] = await downvotes();
  assert.equal(Number(left?.sum), Number(before?.sum) - 1);
}

test('a backup during writes is a consistent snapshot', async () => {
  const author = await signedIn(context, 'writes-on');
  const acknowledged: number[] = [];
  let isOver = false;
  const write = async (writer: number) => {
    for (let n = 0; !isOver; n++) {
      const created = await db.transaction().execute(async (transaction) => {
        const title = `Meanwhile ${writer} ${n}`;
        const story = await createStory(transaction, {
          author_id: author.id,
          title,
          synopsis: '',
          tags: ['sea'],
        });
        if (!story.ok) throw new Error(story.message);
        for (const order of [1, 2]) {
          await addChapter(transaction, {
            story_id: story.data.id,
            title: 'A',
            order,
            html: '<p>On and on.</p>',
          });
        }
        return story.data.id;
      });
      acknowledged.push(created);
    }
  };
  const writers = [write(1), write(2), write(3)];
  while (acknowledged.length < 10) await new Promise(setImmediate);
  const before = [...acknowledged];
  const file = newFile();
  await writeBackup(connectionString, file);
  const whenDone = acknowledged.length;
  isOver = true;
  await Promise.all(writers);
  assert.ok(whenDone > before.length, 'nothing was written meanwhile: this shows nothing');

  const target = await restored(file);
  const restoredIds = new Set(
    (await queryRows<{ id: string }>(target, 'select id from stories')).map(({ id }) => Number(id)),
  );
  for (const id of before)
    assert.ok(restoredIds.has(id), `story ${id} was acknowledged before the backup began`);
  assert.ok(
    acknowledged.some((id) => !restoredIds.has(id)),
    'the snapshot is older than the last stories',
  );
  const halves = await queryRows(
    target,
    `select id from stories where title like 'Meanwhile %' and (chapter_count <> 2
      or 2 <> (select count(*) from chapters where story_id = stories.id)
      or 1 <> (select count(*) from story_tags where story_id = stories.id))`,
  );
  assert.deepEqual(halves, []);
});

test('a truncated, changed or foreign file is refused in one line, and nothing is written', async () => {
  const file = newFile();
  await writeBackup(connectionString, file);
  const whole = await readFile(file);
  const lines = gunzipSync(whole).toString('utf8');
  const flipped = Buffer.from(whole);
  const middle = flipped.length >> 1;
  flipped[middle] = (flipped[middle] ?? 0) ^ 1;
  const broken: Record<string, Buffer> = {
    'cut off': whole.subarray(0, whole.length - 100),
    'cut off and packed again': gzipSync(lines.slice(0, -200)),
    'one bit': flipped,
    'one letter': gzipSync(lines.replace('The Ferry at Dusk', 'The Ferry at Dawn')),
    'one row less': gzipSync(lines.replace(/^\["1",.*\n/m, '')),
    'a part more': gzipSync(lines.replace(/^\{"manifest"/m, '{"part":"more"}\n$&')),
    'two ends': gzipSync(lines + lines.slice(lines.lastIndexOf('{"manifest"'))),
    'a stranger': gzipSync('[1]\n'),
    'no gzip': Buffer.from('not a backup'),
    nothing: Buffer.alloc(0),
  };
  const target = await emptyDatabase(connectionString);
  for (const [what, bytes] of Object.entries(broken)) {
    const path = newFile();
    await writeFile(path, bytes);
    await assert.rejects(restoreBackup({ connectionString: target, file: path, log }), (error: Error) => {
      assert.match(error.message, /is not a complete backup: .+/, what);
      assert.equal(error.name, 'StartError', what);
      return true;
    });
  }
  await assert.rejects(
    restoreBackup({ connectionString: target, file: '/nowhere', log }),
    /can't be read: ENOENT/,
  );
  // Control: the unchanged file is accepted, so the database itself refused none of the above.
  await readBackup(file);
  await restoreBackup({ connectionString: target, file, log });
  await assert.rejects(
    restoreBackup({ connectionString: target, file, log }),
    /The database is not empty \(it holds access_tokens\)/,
  );
});

test('a backup of an older release is restored and migrated', async () => {
  const older = await emptyDatabase(connectionString);
  const known = knownMigrations();
  await migrate(older, log, { count: known.length - 1 });
  await prepareJobs(older, log);
  await queryRows(older, "insert into accounts (username) values ('from-before')");
  const file = newFile();
  await writeBackup(older, file);
  const target = await restored(file);
  const done = await queryRows<{ name: string }>(target, 'select name from migrations order by id');
  assert.deepEqual(
    done.map(({ name }) => name),
    known,
  );
  assert.equal((await queryRows(target, "select from accounts where username = 'from-before'")).length, 1);

  await queryRows(older, "insert into migrations (name, run_on) values ('9999-from-the-future', now())");
  const newer = newFile();
  await writeBackup(older, newer);
  await assert.rejects(
    restored(newer),
    /holds data that this release does not know \(9999-from-the-future\)/,
  );
});

test('a backup overwrites nothing and leaves no partial file', async () => {
  const file = newFile();
  await writeFile(file, 'mine');
  await assert.rejects(writeBackup(connectionString, file), /already exists/);
  assert.equal(await readFile(file, 'utf8'), 'mine');
  const empty = newFile();
  await assert.rejects(writeBackup(await emptyDatabase(connectionString), empty), /There is no Nightstand/);
  for (const path of [empty, `${empty}.unfinished`]) await assert.rejects(stat(path), /ENOENT/);
});
