import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { writeBackup } from '#platform/backup/write-backup.ts';
import { startPgBouncer } from '#tests/support/pgbouncer.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { startPrimary } from '#tests/support/streaming-replica.ts';
import { testDatabase } from '#tests/support/test-database.ts';

test('a site behind a pooler is restored, examined and backed up with its own settings', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nightstand-pooler-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'monday.gz');
  await writeBackup((await testDatabase()).connectionString, file);
  const primary = await startPrimary();
  after(() => primary.remove());
  const pooler = await startPgBouncer(primary, 3);
  after(() => pooler.stop());
  const settings = {
    DATABASE_URL: pooler.connectionString,
    DATABASE_DIRECT_URL: primary.connectionString,
    DATA_DIR: folder,
  };
  const restored = await runCommand('restore.ts', [file], settings);
  assert.equal(restored.code, 0, restored.text);
  const { text } = await runCommand('doctor.ts', [], settings);
  assert.match(text, /^ok {7}Database: PostgreSQL/m);
  const saved = await runCommand('backup.ts', [join(folder, 'tuesday.gz')], settings);
  assert.equal(saved.code, 0, saved.text);
});
