import '../../server-only.ts';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { startEmbeddedPostgres, startOrJoinEmbeddedPostgres } from './embedded-postgres.ts';

/** Databases whose processes the kernel hides: those of another container, or of a user namespace as systemd's units have. */

const root = mkdtempSync(join(tmpdir(), 'nightstand-unseen-'));
after(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
const dataDir = join(root, 'data');
const pidFile = join(dataDir, 'db/postmaster.pid');
const log = { info: () => {}, warn: () => {}, error: () => {} };
const UNUSED_PID = '4194304';

test('a command joins a running site, and a start is refused beside a database of nobody', async () => {
  const site = await startEmbeddedPostgres({ dataDir, log });
  const seen = readFileSync(pidFile, 'utf8');
  const unseen = seen.replace(/^\d+/, UNUSED_PID);
  try {
    writeFileSync(pidFile, unseen);
    const joined = await startOrJoinEmbeddedPostgres({ dataDir, log });
    await joined.stop();
    const client = new pg.Client({ connectionString: joined.connectionString });
    await client.connect();
    assert.deepEqual((await client.query('select 1 as one')).rows, [{ one: 1 }]);
    await client.end();
  } finally {
    // PostgreSQL ends when it finds another process in its file.
    writeFileSync(pidFile, seen);
    await site.stop();
  }

  writeFileSync(pidFile, unseen, { mode: 0o600 });
  const other = createServer((socket) => socket.destroy()).listen(join(dataDir, 'db-socket/.s.PGSQL.5432'));
  await once(other, 'listening');
  try {
    await assert.rejects(startEmbeddedPostgres({ dataDir, log }), {
      name: 'StartError',
      message: new RegExp(`^A PostgreSQL that cannot be seen from here is serving .*process ${UNUSED_PID}`),
    });
  } finally {
    other.close();
  }
});
