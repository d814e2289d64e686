import '../../server-only.ts';
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { run as runWorker, Logger as WorkerLogger } from 'graphile-worker';
import { runner as runMigrations } from 'node-pg-migrate';
import pg from 'pg';
import { untilEqual } from '#tests/support/until-equal.ts';
import { openJobPool } from '../../jobs/job-pool.ts';
import { StartError } from '../../runtime/start-error.ts';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.ts';
import { endPostmaster, serversIn, waitUntil } from './embedded-postgres-process.ts';

const isRoot = process.getuid?.() === 0;
const installed = join(
  dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
  '../native',
);
const log = { info: () => {}, warn: () => {}, error: () => {} };

let root = '';
let dataDir = '';
const started: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'nightstand-db-'));
  dataDir = join(root, 'data');
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const database of started.splice(0)) await database.stop();
  for (const folder of ['data', 'real'].map((name) => join(root, name, 'db')))
    for (const pid of await serversIn(folder)) await endPostmaster(folder, pid, 2000);
  rmSync(root, { recursive: true, force: true, maxRetries: 3 });
});

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, log, ...options });
  started.push(database);
  return database;
}

async function ask<T extends object>(
  { connectionString }: { connectionString: string },
  sql: string,
): Promise<T[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A site in a process of its own that starts the database, prints its connection string, and does nothing more. */
async function startInChild(options: { asUser?: number; nativeDir?: string } = {}) {
  const program = `import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)};
    const { asUser, ...options } = JSON.parse(process.argv[1]);
    if (asUser) { process.setgroups([]); process.setgid(asUser); process.setuid(asUser); }
    const log = { info() {}, warn() {}, error() {} };
    try {
      const database = await startEmbeddedPostgres({ ...options, log });
      process.on('SIGTERM', () => database.stop().then(() => process.exit(0)));
      console.log(JSON.stringify({ connectionString: database.connectionString }));
      setInterval(() => {}, 1000);
    } catch (error) { console.log(JSON.stringify({ name: error.name, message: error.message })); process.exit(1); }`;
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', program, JSON.stringify({ dataDir, ...options })],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: '/',
    },
  );
  children.push(child);
  for await (const line of createInterface(child.stdout))
    return {
      child,
      answer: JSON.parse(line) as { connectionString: string; name?: string; message?: string },
    };
  throw new Error('the child said nothing');
}

/** The folder of a database that was started, marked and stopped, because most tests examine the next start. */
let markedOnce = '';
before(async () => {
  root = mkdtempSync(join(tmpdir(), 'nightstand-db-'));
  dataDir = join(root, 'data');
  const database = await start();
  await mark(database);
  await database.stop();
  markedOnce = root;
});
after(() => rmSync(markedOnce, { recursive: true, force: true }));

/** Copies the stopped, marked database to the place where the test will start it. */
function layDown(): void {
  execFileSync('cp', ['-a', join(markedOnce, 'data'), dataDir]);
}

const postmasterPid = () => Number(readFileSync(join(dataDir, 'db/postmaster.pid'), 'utf8').split('\n')[0]);
const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));
const isStartError = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof StartError, String(error));
  assert.match(error.message, pattern);
  assert.ok(!error.message.includes('\n'));
  return true;
};

async function mark(database: { connectionString: string }): Promise<void> {
  await ask(database, 'create table marks (n int); insert into marks values (7)');
}
async function assertMarked(database: { connectionString: string }): Promise<void> {
  assert.deepEqual(await ask(database, 'select n from marks'), [{ n: 7 }]);
}

// Interface, Running: DATA_DIR is ./data, and holds everything that the site writes by itself
// Interface, Running: Without DATABASE_URL the site has a PostgreSQL of its own under DATA_DIR/db, started and stopped with it
test('a first start makes a private, durable database without a network port', async () => {
  const database = await start();
  const [settings] = await ask<Record<string, string>>(
    database,
    `select current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
       current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_setting('jit') as jit,
       current_setting('max_connections') as connections, current_setting('listen_addresses') as listen,
       (select usesuper::text from pg_user where usename = current_user) as super,
       (select datlocprovider::text || ' ' || datlocale from pg_database where datname = current_database()) as locale`,
  );
  assert.deepEqual(settings, {
    ...{
      encoding: 'UTF8',
      checksums: 'on',
      fsync: 'on',
      commit: 'on',
      jit: 'off',
      connections: '60',
      listen: '',
    },
    ...{ super: 'false', locale: 'b C.UTF-8' },
  });
  assert.deepEqual(database.connection, {
    ...{
      host: join(realpathSync(dataDir), 'db-socket'),
      port: 5432,
      database: 'nightstand',
      user: 'nightstand',
    },
  });
  for (const folder of ['', 'db', 'db-socket'])
    assert.equal(statSync(join(dataDir, folder)).mode & 0o777, 0o700, folder);
  assert.equal(statSync(join(dataDir, 'db.log')).mode & 0o777, 0o600);
  assert.ok(!readdirSync(dataDir).some((name) => name.includes('making')));
  const sockets = readdirSync(`/proc/${postmasterPid()}/fd`).map((fd) =>
    readlinkSync(`/proc/${postmasterPid()}/fd/${fd}`),
  );
  const inodes = sockets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []);
  const network = ['tcp', 'tcp6']
    .map((name) => readFileSync(`/proc/${postmasterPid()}/net/${name}`, 'utf8'))
    .join('');
  assert.ok(inodes.length > 0);
  for (const inode of inodes) assert.ok(!network.split(/\s+/).includes(inode));
  // Ctrl-C reaches the terminal's whole group; the fifth word of stat is the group.
  assert.equal(readFileSync(`/proc/${postmasterPid()}/stat`, 'utf8').split(' ')[4], String(postmasterPid()));
  await ask(database, 'create extension pg_trgm; create extension unaccent');
  await database.stop();
  await database.stop();
  assert.deepEqual(await serversIn(join(dataDir, 'db')), []);
});

test('data survives a stop and a start', async () => {
  const first = await start();
  await mark(first);
  await first.stop();
  await assertMarked(await start());
});

test('graphile-worker and node-pg-migrate work over the connection string', async () => {
  const { connectionString } = await start();
  const migrations = join(root, 'migrations');
  mkdirSync(migrations);
  writeFileSync(
    join(migrations, '0001-make-marks.sql'),
    'create table marks (n int); insert into marks values (7);',
  );
  const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
  await runMigrations({
    ...{ databaseUrl: connectionString, dir: migrations, direction: 'up', migrationsTable: 'migrations' },
    logger: quiet,
  });
  await assertMarked({ connectionString });
  const ran = Promise.withResolvers<unknown>();
  const pool = openJobPool(connectionString, quiet);
  const worker = await runWorker({
    pgPool: pool,
    noHandleSignals: true,
    logger: new WorkerLogger(() => () => {}),
    taskList: { greet: async (payload) => ran.resolve(payload) },
  });
  await worker.addJob('greet', { n: 1 });
  assert.deepEqual(await ran.promise, { n: 1 });
  // The job's end is recorded after the job itself, and tried again on a busy machine: neither waits for the other.
  await untilEqual(() => ask({ connectionString }, 'select id from graphile_worker._private_jobs'), []);
  await worker.stop();
  await worker.promise;
  await pool.end();
});

test('after a kill -9 of the site its database is taken over, with all it holds, and stopped at the stop', async () => {
  layDown();
  const { child } = await startInChild();
  const pid = postmasterPid();
  child.kill('SIGKILL');
  await ended(child);
  const database = await start();
  assert.equal(postmasterPid(), pid);
  await assertMarked(database);
  await database.stop();
  assert.deepEqual(await serversIn(join(dataDir, 'db')), []);
});

for (const ms of [300, 900]) {
  test(`a kill -9 of the site ${ms} ms after its first start began needs no hand`, async () => {
    const said = startInChild().catch(() => {});
    const child = children.at(-1);
    await Promise.race([sleep(ms), said]);
    child?.kill('SIGKILL');
    const database = await start();
    await mark(database);
    await database.stop();
    await assertMarked(await start());
  });
}

test('a server that is shutting down is waited for', async () => {
  layDown();
  const { child } = await startInChild();
  child.kill('SIGKILL');
  await ended(child);
  process.kill(postmasterPid(), 'SIGINT');
  await assertMarked(await start());
});

test('after a kill -9 of the site and of its database the next start repairs, three times', async () => {
  layDown();
  for (let round = 0; round < 3; round += 1) {
    const { child, answer } = await startInChild();
    await assertMarked(answer);
    const pid = postmasterPid();
    child.kill('SIGKILL');
    process.kill(pid, 'SIGKILL');
    const from = performance.now();
    const database = await start();
    assert.ok(performance.now() - from < 15_000);
    await assertMarked(database);
    await database.stop();
  }
});

test('a statement that outlives its killed postmaster does not keep the next start waiting for long', async () => {
  layDown();
  const { child, answer } = await startInChild();
  ask(
    answer,
    "do $$ declare until timestamptz := clock_timestamp() + interval '60 s'; begin while clock_timestamp() < until loop end loop; end $$",
  ).catch(() => {});
  await sleep(300);
  child.kill('SIGKILL');
  process.kill(postmasterPid(), 'SIGKILL');
  const from = performance.now();
  await assertMarked(await start());
  assert.ok(performance.now() - from < 15_000);
});

const damagedPidFiles: [string, (text: string) => string][] = [
  ['empty', () => ''],
  ['full of noise', () => 'x\0noise\n'],
  ["holding another process's pid", (text) => text.replace(/^\d+/, String(process.pid))],
  ['holding the pid of init', (text) => text.replace(/^\d+/, '1')],
];
for (const [how, damage] of damagedPidFiles) {
  test(`a postmaster.pid ${how}, left by a dead server, needs no hand`, async () => {
    layDown();
    const first = await start();
    const text = readFileSync(join(dataDir, 'db/postmaster.pid'), 'utf8');
    await first.stop();
    writeFileSync(join(dataDir, 'db/postmaster.pid'), damage(text), { mode: 0o600 });
    writeFileSync(join(dataDir, 'db-socket/.s.PGSQL.5432.lock'), '', { mode: 0o600 });
    await assertMarked(await start());
  });
}

// Interface, Running: A second start on the same folder is refused with one clear line
test('a second start is refused in one line, in another process and in this one, and harms nobody', async () => {
  layDown();
  const { child, answer } = await startInChild();
  await assert.rejects(start(), isStartError(new RegExp(`${dataDir} is in use by .*process ${child.pid}`)));
  await assertMarked(answer);
  child.kill('SIGTERM');
  await ended(child);
  const database = await start();
  await assert.rejects(start(), isStartError(new RegExp(`process ${process.pid}`)));
  const refused = await startInChild();
  assert.equal(refused.answer.name, 'StartError');
  await assertMarked(database);
});

test('a data folder with a long and awkward name works', async () => {
  dataDir = join(root, 'data', `a, "b' %41 +c? é#`, 'x'.repeat(120));
  const first = await start();
  assert.ok(Buffer.byteLength(first.connection.host) < 93);
  assert.equal(statSync(first.connection.host).mode & 0o777, 0o700);
  await mark(first);
  await first.stop();
  const { host } = first.connection;
  rmSync(host, { recursive: true });
  symlinkSync(root, host);
  await assert.rejects(start(), isStartError(/belongs to someone else/));
  rmSync(host);
  await assertMarked(await start());
  rmSync(host, { recursive: true, force: true, maxRetries: 1 });
});

test('an awkward name short enough for the socket works too', async () => {
  dataDir = join(root, 'data', `a, "b' %41 +c? é#`);
  const database = await start();
  assert.ok(database.connection.host.startsWith(realpathSync(dataDir)));
  await mark(database);
});

test('the database may lie behind a link', async () => {
  mkdirSync(join(root, 'real/db'), { recursive: true });
  mkdirSync(dataDir);
  symlinkSync(join(root, 'real/db'), join(dataDir, 'db'));
  const database = await start();
  await mark(database);
  await database.stop();
  assert.ok(lstatSync(join(dataDir, 'db')).isSymbolicLink());
  assert.ok(existsSync(join(root, 'real/db/PG_VERSION')));
  await assertMarked(await start());
});

test('another major version, strange files and a stranger as owner are refused in one line', async () => {
  mkdirSync(join(dataDir, 'db'), { recursive: true });
  writeFileSync(join(dataDir, 'db/notes.txt'), 'mine');
  await assert.rejects(start(), isStartError(/holds files but no PostgreSQL database/));
  writeFileSync(join(dataDir, 'db/PG_VERSION'), '15\n');
  await assert.rejects(start(), isStartError(/made by PostgreSQL 15 and this is 18: make a backup/));
  assert.equal(readFileSync(join(dataDir, 'db/notes.txt'), 'utf8'), 'mine');
});

test('a data folder that cannot be made and an absent package are refused in one line', async () => {
  writeFileSync(join(root, 'file'), '');
  await assert.rejects(
    start({ dataDir: join(root, 'file/data') }),
    isStartError(/The data folder .* cannot be made/),
  );
  await assert.rejects(start({ nativeDir: join(root, 'none') }), isStartError(/or set DATABASE_URL/));
});

test('without the links that npm was told not to make the libraries are found all the same', async () => {
  const nativeDir = join(root, 'copied');
  cpSync(installed, nativeDir, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
  await mark(await start({ nativeDir }));
});

test("the database's log holds nothing of a reader, whatever goes wrong", async () => {
  const database = await start();
  const canary = 'canary@example.org';
  const bad = [
    `create table t (email text primary key check (email <> '${canary}x')); insert into t values ('${canary}')`,
    `insert into t values ('${canary}')`,
    `insert into t values ('${canary}x')`,
    `select '${canary}'::int`,
    `selekt '${canary}'`,
    `do $$ begin raise warning '${canary}'; raise exception '${canary}'; end $$`,
  ];
  const outcomes = await Promise.allSettled(
    bad.map((sql, index) => sleep(index * 50).then(() => ask(database, sql))),
  );
  assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 5);
  await database.stop();
  assert.ok(!readFileSync(join(dataDir, 'db.log'), 'utf8').includes(canary));
});

test('a database that dies under the running site comes back at the same address', async () => {
  layDown();
  const database = await start();
  const pid = postmasterPid();
  process.kill(pid, 'SIGKILL');
  const back = await waitUntil(15_000, () =>
    assertMarked(database).then(
      () => postmasterPid() !== pid,
      () => false,
    ),
  );
  assert.ok(back);
});

const stranger = 65_534;
test('an ordinary user runs it too, and root does not open what belongs to him', {
  skip: !isRoot,
}, async () => {
  chmodSync(root, 0o711);
  // node_modules may be closed to this user.
  const nativeDir = join(root, 'native');
  cpSync(installed, nativeDir, { recursive: true, verbatimSymlinks: true });
  mkdirSync(dataDir, { mode: 0o700 });
  chownSync(dataDir, stranger, stranger);
  const { child, answer } = await startInChild({ asUser: stranger, nativeDir });
  assert.equal(answer.message, undefined);
  assert.equal(statSync(join(dataDir, 'db')).uid, stranger);
  assert.match(
    readFileSync(`/proc/${postmasterPid()}/status`, 'utf8'),
    new RegExp(`^Uid:\\s+${stranger}\\b`, 'm'),
  );
  child.kill('SIGKILL');
  await ended(child);
  const again = await startInChild({ asUser: stranger, nativeDir });
  assert.equal(again.answer.message, undefined);
  again.child.kill('SIGTERM');
  await ended(again.child);
  assert.deepEqual(await serversIn(join(dataDir, 'db')), []);
  await assert.rejects(start(), isStartError(/belongs to user 65534 and the site runs as user 0/));
});

test('a user without a name runs it too', { skip: !isRoot || hasName(54_321) }, async () => {
  chmodSync(root, 0o711);
  const nativeDir = join(root, 'native');
  cpSync(installed, nativeDir, { recursive: true, verbatimSymlinks: true });
  mkdirSync(dataDir, { mode: 0o700 });
  chownSync(dataDir, 54_321, 54_321);
  const { answer } = await startInChild({ asUser: 54_321, nativeDir });
  if (answer.message) assert.match(answer.message, /as an ordinary user, or set DATABASE_URL/);
  else assert.equal(statSync(join(dataDir, 'db')).uid, 54_321);
});

function hasName(uid: number): boolean {
  return readFileSync('/etc/passwd', 'utf8').includes(`:${uid}:`) || userInfo().uid === uid;
}

test('root without unshare is told in one line what to do', { skip: !isRoot }, async () => {
  const path = process.env.PATH;
  process.env.PATH = join(root, 'nothing');
  try {
    await assert.rejects(
      start(),
      isStartError(/as root.*start the site as an ordinary user, or set DATABASE_URL/),
    );
  } finally {
    process.env.PATH = path;
  }
});
