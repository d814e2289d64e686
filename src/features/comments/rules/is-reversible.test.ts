import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReversible } from './is-reversible.ts';

test('an author or a moderator who removes a comment that waits is offered no way to show it instead', () => {
  assert.equal(isReversible('waiting'), false);
  assert.equal(isReversible('shown'), true);
  assert.equal(isReversible('removed'), true);
});
