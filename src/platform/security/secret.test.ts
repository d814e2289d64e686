import '../server-only.ts';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, test } from 'node:test';
import { StartError } from '../runtime/start-error.ts';
import { loadSecret } from './secret.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nightstand-secret-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a configured secret is used and nothing is written', () => {
  const configured = 'ä'.repeat(16);
  assert.deepEqual(loadSecret(folder, configured), Buffer.from(configured, 'utf8'));
  assert.deepEqual(readdirSync(folder), []);
});

// Interface, Running: Without SECRET it is made once and kept in DATA_DIR/secret with mode 0600
test('the first start makes a secret that only the owner may read, later ones find the same', () => {
  const dataDir = join(folder, 'made', 'data');
  const first = loadSecret(dataDir, undefined);
  assert.ok(first.length >= 32);
  assert.equal(statSync(join(dataDir, 'secret')).mode & 0o777, 0o600);
  assert.equal(statSync(dataDir).mode & 0o077, 0);
  assert.deepEqual(loadSecret(dataDir, undefined), first);
  assert.deepEqual(readdirSync(dataDir), ['secret']);
});

test('an operator who moves the text of the file to SECRET keeps every signature valid', () => {
  const secret = loadSecret(folder, undefined);
  assert.deepEqual(loadSecret('/nonexistent', readFileSync(join(folder, 'secret'), 'utf8').trim()), secret);
});

test('a secret that others could read is closed to them', () => {
  const secret = loadSecret(folder, undefined);
  chmodSync(join(folder, 'secret'), 0o644);
  assert.deepEqual(loadSecret(folder, undefined), secret);
  assert.equal(statSync(join(folder, 'secret')).mode & 0o777, 0o600);
});

test('a secret that was cut short stops the start with one line and is not replaced', () => {
  writeFileSync(join(folder, 'secret'), 'short');
  assert.throws(
    () => loadSecret(folder, undefined),
    (error) =>
      error instanceof StartError && /holds 5 bytes/.test(error.message) && !error.message.includes('\n'),
  );
  assert.equal(readFileSync(join(folder, 'secret'), 'utf8'), 'short');
});

test('a data folder that cannot be made stops the start with one line', () => {
  writeFileSync(join(folder, 'file'), '');
  assert.throws(() => loadSecret(join(folder, 'file', 'data'), undefined), StartError);
});

test('eight starts at once agree on one secret', async () => {
  const program = `import { loadSecret } from ${JSON.stringify(new URL('./secret.ts', import.meta.url).href)};
    process.stdin.once('data', () => { console.log(loadSecret(process.argv[1], undefined).toString('hex')); process.exit(); });
    console.error('ready');`;
  const children = Array.from({ length: 8 }, () =>
    spawn(process.execPath, ['--input-type=module', '--eval', program, folder]),
  );
  await Promise.all(children.map((child) => new Promise((resolve) => child.stderr.once('data', resolve))));
  const answers = children.map((child) => text(child.stdout));
  for (const child of children) child.stdin.write('go');
  const secrets = new Set(await Promise.all(answers));
  assert.equal(secrets.size, 1);
  assert.equal([...secrets][0]?.trim(), loadSecret(folder, undefined).toString('hex'));
  assert.deepEqual(readdirSync(folder), ['secret']);
});
