import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readLastBackup } from '#platform/backup/last-backup.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { startSite } from '#tests/support/running-site.ts';
import { emptyDatabase, testDatabase } from '#tests/support/test-database.ts';

const folder = await mkdtemp(join(tmpdir(), 'nightstand-commands-'));
after(() => rm(folder, { recursive: true, force: true }));

/** The stories of a site, without the fields that change over time. */
async function listed(url: string): Promise<string[]> {
  const { data } = await (await fetch(`${url}/api/stories?limit=100`)).json();
  return data.stories.map(({ id, slug, title, word_count }: Record<string, unknown>) =>
    [id, slug, title, word_count].join(' '),
  );
}

test('a backup moves a running site to an external PostgreSQL and to another folder', async () => {
  const site = await startSite();
  after(() => site.stop());
  const before = await listed(site.url);
  assert.ok(before.length >= 12);
  const file = join(folder, 'all.gz');
  const result = await runCommand('backup.ts', [file], { DATA_DIR: site.dataDir });
  assert.equal(result.code, 0, result.text);
  assert.match(result.text, /^(?:\d+\/\d+ \w+\n)*wrote .*all\.gz: \d+ rows, \d+ bytes\n$/);

  const noted = await site.within(({ db }) => readLastBackup(db));
  assert.equal(noted?.bytes, (await stat(file)).size);
  assert.ok((noted?.madeAt.getTime() ?? 0) <= Date.now());

  const { connectionString } = await testDatabase();
  const DATABASE_URL = await emptyDatabase(connectionString);
  const DATA_DIR = join(folder, 'elsewhere');
  const places: Record<string, string>[] = [{ DATABASE_URL, DATA_DIR: join(folder, 'unused') }, { DATA_DIR }];
  await Promise.all(
    places.map(async (env) => {
      const restored = await runCommand('restore.ts', [file], env);
      assert.equal(restored.code, 0, restored.text);
      assert.match(restored.text, /^restored .* compared with what was backed up\n$/m);
    }),
  );
  const moved = await startSite({ env: { DATA_DIR } });
  after(() => moved.stop());
  assert.deepEqual(await listed(moved.url), before);

  const mistakes = [
    ['backup.ts', [], /^usage: npm run backup/],
    [
      'backup.ts',
      [join(folder, 'no', 'where.gz')],
      /^No backup was made: the folder .*no does not exist; make it first/m,
    ],
    ['restore.ts', ['--loud', file], /Unknown option/],
  ] as const;
  await Promise.all(
    mistakes.map(async ([script, args, message]) => {
      const wrong = await runCommand(script, [...args], { DATA_DIR: site.dataDir });
      assert.equal(wrong.code, 1, wrong.text);
      assert.match(wrong.text, message);
      assert.doesNotMatch(wrong.text, /\n\s+at /);
    }),
  );
});

test('a database that refuses the connection is a line of the commands, not a stack', async () => {
  const DATA_DIR = join(folder, 'nowhere');
  const gone = 'postgresql://nightstand@127.0.0.1:1/nightstand';
  for (const [program, file] of [
    ['backup.ts', join(folder, 'none.gz')],
    ['restore.ts', join(folder, 'all.gz')],
  ] as const)
    for (const [variable, settings] of [
      ['DATABASE_URL', { DATABASE_URL: gone }],
      ['DATABASE_DIRECT_URL', { DATABASE_URL: 'postgresql://pooler/n', DATABASE_DIRECT_URL: gone }],
    ] as const) {
      const { code, text } = await runCommand(program, [file], { DATA_DIR, ...settings });
      assert.equal(code, 1);
      assert.match(
        text,
        new RegExp(`^The database cannot be reached: .*ECONNREFUSED.*; check ${variable}\n$`),
      );
    }
});

test('the doctor says in lines that there is no site in a folder', async () => {
  const DATA_DIR = join(folder, 'empty');
  const { code, text } = await runCommand('doctor.ts', [], { DATA_DIR });
  assert.equal(code, 1);
  assert.match(text, /^PROBLEM +Database: There is no database in .*empty;/m);
  assert.match(text, /^PROBLEM +Disk: .*empty can’t be read: ENOENT/m);
  assert.doesNotMatch(text, /\n\s+at /);
});

test('a reader of the output that leaves early ends no command with a stack', async () => {
  const { text } = await runCommand('doctor.ts', [], { DATA_DIR: join(folder, 'empty') }, async (child) => {
    child.stdout?.destroy();
  });
  assert.equal(text, '');
});
