import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slugFromTitle } from '#base/slugs.ts';
import { isStoryId } from './rules.ts';

test('digits alone are an id, and no slug is', () => {
  assert.equal(isStoryId('12'), true);
  assert.equal(isStoryId('12a'), false);
  assert.equal(isStoryId(slugFromTitle('12', 'story')), false);
});
