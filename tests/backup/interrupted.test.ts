import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { runCommand } from '#tests/support/run-command.ts';

const folder = await mkdtemp(join(tmpdir(), 'nightstand-interrupted-'));
after(() => rm(folder, { recursive: true, force: true }));

test('a command that is interrupted takes its database and its unfinished file with it', async () => {
  const settings = { DATA_DIR: join(folder, 'data') };
  const book = join(folder, 'book.json');
  await writeFile(
    book,
    '{"title": "The Night Post", "chapters": [{"title": "Monday", "html": "<p>Late.</p>"}]}',
  );
  const imported = await runCommand('import-book.ts', [book, '--author', 'night-press'], settings);
  assert.equal(imported.code, 0, imported.text);
  const server = join(settings.DATA_DIR, 'db', 'postmaster.pid');
  assert.equal(existsSync(server), false);
  const stopped = await runCommand('backup.ts', [join(folder, 'monday.gz')], settings, async (child) => {
    while (!existsSync(server)) await pause(5);
    child.kill('SIGTERM');
  });
  assert.equal(stopped.code, 1, stopped.text);
  assert.equal(existsSync(server), false, 'PostgreSQL runs on');
  assert.deepEqual((await readdir(folder)).sort(), ['book.json', 'data']);
});
