import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDiscreet } from './discreet.ts';

test('the discreet cookie is recognised among other cookies', () => {
  for (const cookies of ['discreet=1', 'a=b; discreet=1', 'discreet=1; a=b', 'a=b;discreet=1;c=d']) {
    assert.equal(isDiscreet(cookies), true, cookies);
  }
});

test('other cookies do not turn discreet mode on', () => {
  for (const cookies of [
    undefined,
    '',
    'discreet=',
    'discreet=0',
    'discreet=12',
    'indiscreet=1',
    'a=discreet=1',
  ]) {
    assert.equal(isDiscreet(cookies), false, String(cookies));
  }
});
