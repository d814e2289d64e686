import '../server-only.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zipOf } from '#tests/support/zip-of.ts';
import { unzip } from './unzip.ts';

test('the files of a ZIP share one limit of bytes, and only those that are wanted count', async () => {
  const zip = await zipOf({ 'a.txt': 'x'.repeat(60), 'b.txt': 'x'.repeat(40), 'c.png': 'x'.repeat(60) });
  const isText = (path: string) => path.endsWith('.txt');
  const files = await unzip(zip, { entries: 3, bytes: 100 }, isText);
  assert.deepEqual(
    files.map(({ path, bytes }) => [path, bytes.length]),
    [
      ['a.txt', 60],
      ['b.txt', 40],
    ],
  );
  await assert.rejects(unzip(zip, { entries: 3, bytes: 99 }, isText), /unpacks to far more than a book/);
  await assert.rejects(unzip(zip, { entries: 2, bytes: 100 }, isText), /more than 2 files/);
});

test('a ZIP with a password is refused with that reason', async () => {
  const zip = await zipOf({ 'a.txt': 'x' });
  const encrypted = Buffer.from(zip);
  for (const [signature, flags] of [
    ['PK\x03\x04', 6],
    ['PK\x01\x02', 8],
  ] as const) {
    const at = encrypted.indexOf(signature) + flags;
    encrypted.writeUInt16LE(encrypted.readUInt16LE(at) | 1, at);
  }
  await assert.rejects(unzip(encrypted, { entries: 1, bytes: 100 }), /protected by a password/);
});
