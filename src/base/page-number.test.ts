import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_PAGE, pageNumberOf } from './page-number.ts';

test('a query names a page that can be asked for', () => {
  const pages = {
    '': 1,
    'page=3': 3,
    'page=2.9': 2,
    'page=0': 1,
    'page=-4': 1,
    'page=last': 1,
    'page=1e99': MAX_PAGE,
  };
  for (const [query, page] of Object.entries(pages))
    assert.equal(pageNumberOf(new URLSearchParams(query)), page, query);
});
