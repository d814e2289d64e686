import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseShelfAddress } from './shelf-address.ts';

test('the address names shelf, order, state and page; anything else is left out', () => {
  const first = { shelf: 'reading', sort: undefined, state: undefined, page: 1 };
  assert.deepEqual(parseShelfAddress(''), first);
  assert.deepEqual(parseShelfAddress('?shelf=&sort=x&state=x&page=-3'), first);
  assert.deepEqual(parseShelfAddress('?shelf=17&sort=length&state=none&page=2'), {
    ...{ shelf: '17', sort: 'length', state: 'none', page: 2 },
  });
});
