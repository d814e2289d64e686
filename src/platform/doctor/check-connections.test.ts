import '../server-only.ts';
import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startPgBouncer } from '#tests/support/pgbouncer.ts';
import { startPrimary, startReplicaOf } from '#tests/support/streaming-replica.ts';
import { openDatabase } from '../database/database.ts';
import { freePort } from '../http/free-port.ts';
import { createLogger } from '../runtime/log.ts';
import { checkConnections } from './check-connections.ts';
import { checkSecret } from './check-secret.ts';

const primary = await startPrimary();
after(() => primary.remove());
const pooler = await startPgBouncer(primary, 3);
after(() => pooler.stop());
const log = createLogger({ level: 'silent' });
const database = openDatabase({ connectionString: primary.connectionString, size: 2, log });
after(() => database.close());
const nowhere = `postgresql://nightstand@127.0.0.1:${await freePort('127.0.0.1')}/nightstand`;

async function linesOf(urls: {
  databaseUrl: string;
  databaseDirectUrl?: string;
  databaseReplicaUrl?: string;
}) {
  const config = { databaseDirectUrl: undefined, databaseReplicaUrl: undefined, ...urls };
  const findings = await checkConnections(config, database.db);
  return findings.map(({ subject, state, text }) => `${subject}: ${state}, ${text}`);
}
const direct = primary.connectionString;

test('the doctor visits the pooler, and says in a line what is wrong with its address', async () => {
  assert.deepEqual(await linesOf({ databaseUrl: direct }), []);
  assert.deepEqual(await linesOf({ databaseUrl: pooler.connectionString, databaseDirectUrl: direct }), [
    'Pooler: fine, leads to the database of DATABASE_DIRECT_URL',
  ]);
  const other = new URL(direct);
  other.pathname = '/postgres';
  const [different] = await linesOf({ databaseUrl: other.href, databaseDirectUrl: direct });
  assert.match(different ?? '', /problem, .*lead to different databases/);
  const [gone] = await linesOf({ databaseUrl: nowhere, databaseDirectUrl: direct });
  assert.match(gone ?? '', /problem, the address in DATABASE_URL gives no connection: .*ECONNREFUSED/);
});

test('the doctor visits the replica, and tells it from the database itself', async () => {
  const copy = await startReplicaOf(primary);
  after(() => copy.remove());
  const [follows] = await linesOf({ databaseUrl: direct, databaseReplicaUrl: copy.connectionString });
  assert.equal(follows, 'Replica: fine, 0 MB behind the database');
  const [itself] = await linesOf({ databaseUrl: direct, databaseReplicaUrl: direct });
  assert.match(itself ?? '', /problem, .*it is the database itself/);
  const [gone] = await linesOf({ databaseUrl: direct, databaseReplicaUrl: nowhere });
  assert.match(gone ?? '', /problem, the address in DATABASE_REPLICA_URL gives no connection/);
});

test('the doctor looks at the secret, makes none, and names one that is cut off or another', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'nightstand-doctor-secret-'));
  after(() => rm(dataDir, { recursive: true }));
  const check = async (secret?: string, isOther = false) => {
    const { state, text } = await checkSecret({ dataDir, secret }, async () => isOther);
    return `${state}: ${text}`;
  };
  assert.match(await check(), /^advice: .*the next start makes a new one/);
  assert.match(await check(), /^advice: /);
  await writeFile(join(dataDir, 'secret'), 'x'.repeat(64));
  await chmod(join(dataDir, 'secret'), 0o600);
  assert.match(await check(), /^fine: .*secret is in order/);
  assert.match(await check(undefined, true), /^problem: another one/);
  assert.equal(await check('y'.repeat(64)), 'fine: SECRET is in order');
  await writeFile(join(dataDir, 'secret'), 'short');
  assert.match(await check(), /^problem: .*holds 5 bytes/);
});
