import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { testDatabase } from '#tests/support/test-database.ts';
import { createLogger, type Log } from '../runtime/log.ts';
import { isDatabaseUnavailable, openDatabase } from './database.ts';

const { connectionString } = await testDatabase();
const through = new URL(connectionString);
const socketName = `.s.PGSQL.${through.searchParams.get('port') ?? 5432}`;
const databaseSocket = join(through.searchParams.get('host') ?? '', socketName);
const folder = await mkdtemp(join(tmpdir(), 'nightstand-network-'));
through.searchParams.set('host', folder);

/** A proxy between the pool and the database that can fall silent like a broken network. */
let isSilent = false;
/** The database then opens connections, and leaves the first question on each unanswered. */
let isBusy = false;
const sockets = new Set<Socket>();
const network = createServer((client) => {
  const server = connect(databaseSocket);
  for (const [from, to] of [
    [client, server],
    [server, client],
  ] as const) {
    sockets.add(from);
    from.on('data', (data) => {
      const isHeld = isSilent || (isBusy && data.includes('pg_postmaster_start_time'));
      if (!isHeld) to.write(data);
    });
    from.on('close', () => to.destroy());
    from.on('error', () => to.destroy());
  }
}).listen(join(folder, socketName));
await once(network, 'listening');

const warnings: string[] = [];
const log: Log = {
  ...createLogger({ level: 'silent' }),
  warn: (_facts, message) => void warnings.push(message),
};
const { pool, close } = openDatabase({ connectionString: through.href, log });
after(async () => {
  await close();
  for (const socket of sockets) socket.destroy();
  network.close();
  await rm(folder, { recursive: true });
});

const silence = /the database is silent/;

test('a slow query on a living database goes on', async () => {
  const { rows } = await pool.query('select 1 as one from pg_sleep(4)');
  assert.deepEqual(rows, [{ one: 1 }]);
  assert.equal(
    warnings.some((words) => silence.test(words)),
    false,
  );
});

test('queries and open transactions on a silent database end by themselves, and the next ones are served', async () => {
  const idle = await pool.connect();
  await idle.query('begin');
  isSilent = true;
  await assert.rejects(pool.query('select 1'), isDatabaseUnavailable);
  await assert.rejects(idle.query('select 1'), isDatabaseUnavailable);
  idle.release();
  assert.equal(warnings.filter((words) => silence.test(words)).length, 1);
  isSilent = false;
  const { rows } = await pool.query('select 1 as one');
  assert.deepEqual(rows, [{ one: 1 }]);
});

// Interface, The API: An overload answers 503 with Retry-After
test('a database that is too busy to answer on a new connection is one that is unavailable', async () => {
  const crowd = openDatabase({ connectionString: through.href, log });
  isBusy = true;
  await assert.rejects(crowd.pool.query('select 1'), isDatabaseUnavailable);
  isBusy = false;
  assert.equal((await crowd.pool.query('select 1 as one')).rows[0].one, 1);
  await crowd.close();
});
