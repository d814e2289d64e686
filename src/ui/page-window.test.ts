import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageWindow } from './page-window.ts';

const cases: [page: number, pages: number, shown: (number | string)[]][] = [
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [3, 5, [1, 2, 3, 4, 5]],
  [1, 20, [1, 2, 3, 'gap-after', 20]],
  [4, 20, [1, 2, 3, 4, 5, 6, 'gap-after', 20]],
  [5, 20, [1, 2, 3, 4, 5, 6, 7, 'gap-after', 20]],
  [6, 20, [1, 'gap-before', 4, 5, 6, 7, 8, 'gap-after', 20]],
  [16, 20, [1, 'gap-before', 14, 15, 16, 17, 18, 19, 20]],
  [20, 20, [1, 'gap-before', 18, 19, 20]],
];

for (const [page, pages, shown] of cases) {
  // Spec 2, Home: Window of two pages around the current one
  // Spec 2, Tag page: Grid, pagination with ellipsis, ‘page / pages’, ‘Showing a - b of total stories’
  test(`page ${page} of ${pages} shows ${shown.join(' ')}`, () => {
    assert.deepEqual(pageWindow(page, pages), shown);
  });
}
