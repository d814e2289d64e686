import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstShelf, parseShelfAddress } from './shelf-address.ts';

test('the address names shelf, order, state and page; anything else is left out', () => {
  const first = { shelf: 'reading', sort: undefined, state: undefined, page: 1 };
  assert.deepEqual(parseShelfAddress('', 'reading'), first);
  assert.deepEqual(parseShelfAddress('?shelf=&sort=x&state=x&page=-3', 'reading'), first);
  assert.deepEqual(parseShelfAddress('?shelf=17&sort=length&state=none&page=2', 'reading'), {
    ...{ shelf: '17', sort: 'length', state: 'none', page: 2 },
  });
});

test('a reader whose Reading is empty sees the first shelf with stories', () => {
  const shelves = (...counts: number[]) =>
    ['to_read', 'reading', 'bookmarks'].map((id, at) => ({ id, story_count: counts[at] ?? 0 }));
  assert.equal(firstShelf(shelves(2, 1, 1)), 'reading');
  assert.equal(firstShelf(shelves(0, 0, 1)), 'bookmarks');
  assert.equal(firstShelf(shelves(2, 0, 1)), 'to_read');
  assert.equal(firstShelf(shelves()), 'reading');
});
