import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tagsOfPage } from './page-tags.ts';

test('a reader gets the changed chapter under every spelling of its address that leads to it', () => {
  for (const path of ['/story/the-ferry/chapter/3', '/Story/the-ferry/chapter/3', '/%53tory/the-ferry'])
    assert.deepEqual(tagsOfPage(path), ['story the-ferry'], path);
  for (const path of [
    '/story/the-ferry/comments',
    '/STORY/the-ferry/Comments',
    '/story/the-ferry/comment%73',
  ])
    assert.deepEqual(tagsOfPage(path), ['story the-ferry', 'comments the-ferry'], path);
  assert.deepEqual(tagsOfPage('/Author/Rosalind'), ['author rosalind', 'lists']);
  assert.deepEqual(tagsOfPage('/SEARCH'), ['lists', 'texts']);
});
