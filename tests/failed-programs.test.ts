import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const folder = await mkdtemp(join(tmpdir(), 'nightstand-programs-'));
after(() => rm(folder, { recursive: true }));

/** Runs a program of one test as `npm test` does, and returns the report. */
async function report(name: string, afterwards: string): Promise<string> {
  const file = join(folder, `${name}-file.mjs`);
  const program = join(folder, `${name}.test.mjs`);
  const support = new URL('support/file-as-test.ts', import.meta.url).href;
  await writeFile(
    file,
    `import { test } from 'node:test';
    test('passes', () => { setTimeout(${afterwards}, 50); });`,
  );
  await writeFile(program, `import { fileAsTest } from '${support}'; fileAsTest(${JSON.stringify(file)});`);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const reporter = [
    '--test-reporter=./scripts/report-failed-programs.ts',
    '--test-reporter-destination=stdout',
  ];
  const { stdout, status } = spawnSync(process.execPath, ['--test', ...reporter, program], {
    env,
    encoding: 'utf8',
  });
  assert.equal(status === 0, stdout === '', stdout);
  return stdout;
}

test('an error after the last test is reported with its file and place', async () => {
  const text = await report('late', 'function late() { throw new Error("too late"); }');
  assert.match(text, /late\.test\.mjs ended with exit code 1\n {2}files: .*late-file\.mjs\n/);
  assert.match(text, /uncaughtException: Error: too late\n.* at Timeout\.late/);
});

test('a crash is reported with its signal', async () => {
  const text = await report('crash', '() => process.kill(process.pid, "SIGKILL")');
  assert.match(text, /crash\.test\.mjs ended with signal SIGKILL/);
});

test('nothing is reported of programs that pass', async () => {
  assert.equal(await report('well', '() => {}'), '');
});
