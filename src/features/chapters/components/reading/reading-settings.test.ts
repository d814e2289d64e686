import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookOf, peculiarities } from './reading-settings.ts';

const usual = { size: 'usual', leading: 'usual', measure: 'usual', face: 'usual' };

test('a reader who has chosen nothing sees a chapter as it is usually set, and nothing is stored', () => {
  const look = lookOf({});
  assert.deepEqual(look, usual);
  assert.deepEqual(peculiarities(look), {});
});

test('what a reader chose is kept, and nothing else', () => {
  const look = lookOf({ size: 'largest', face: 'easy' });
  assert.deepEqual(look, { ...usual, size: 'largest', face: 'easy' });
  assert.deepEqual(peculiarities(look), { size: 'largest', face: 'easy' });
});

test('what an older or another program stored does no harm', () => {
  const odd = { size: 'gigantic', leading: 7, measure: null, face: { toString: 'easy' } };
  assert.deepEqual(lookOf(odd), usual);
});
