import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const rows = readFileSync(`${root}docs/conformance.md`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| what |') && !line.startsWith('| --- '))
  .map((line) => line.slice(2, -2).split(' | '));

/** Source has a quote within quotes escaped. */
const plain = (source: string) => source.replaceAll("\\'", "'");

test('whoever looks up a sentence of the specification finds the test that is named for it', () => {
  assert.ok(rows.length > 150, `${rows.length} rows`);
  let named = 0;
  for (const [what = '', where = '', held = ''] of rows) {
    const file = /`([^`]+)`/.exec(where)?.[1];
    if (file !== undefined) assert.ok(existsSync(root + file), `${what}: ${file} is there`);
    for (const test of held.split('<br>')) {
      const [, testFile, title] = /^`(\S+\.test\.ts)`: (.+)$/.exec(test) ?? [];
      assert.ok(testFile !== undefined && title !== undefined, `${what} names a test`);
      named += 1;
      assert.ok(existsSync(root + testFile), `${what}: ${testFile} is there`);
      const source = plain(readFileSync(root + testFile, 'utf8'));
      assert.ok(source.includes(title), `${what}: ${testFile} has “${title}”`);
    }
  }
  assert.ok(named > 200, `${named} tests named`);
});
