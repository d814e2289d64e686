import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSubmitKeys } from './submit-keys.ts';

test('the same input gets the same key, and changed input another', () => {
  const keyFor = createSubmitKeys();
  const first = keyFor({ title: 'A' });
  assert.match(first, /^[0-9a-f]{32}$/);
  assert.equal(keyFor({ title: 'A' }), first);
  const second = keyFor({ title: 'B' });
  assert.notEqual(second, first);
  assert.notEqual(keyFor({ title: 'A' }), first, 'only the last one is remembered');
  assert.notEqual(createSubmitKeys()({ title: 'A' }), first, 'another form has keys of its own');
});
