import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupText } from './rules.ts';

test('an Arabic title or name in a line of an inbox leaves the words around it in their places', () => {
  const nothing = { series: null, list: null, author: null, follower_count: null, decision: null };
  const group = {
    ...nothing,
    count: 1,
    waits: false,
    names: ['أحمد'],
    people: 1,
    story: { title: 'رسائل!' },
  };
  assert.equal(
    groupText({ ...group, kind: 'comment' }),
    '\u2068أحمد\u2069 commented on “\u2068رسائل!\u2069”',
  );
  assert.equal(
    groupText({ ...group, kind: 'comment', names: ['Una'], story: { title: 'Letters' } }),
    'Una commented on “Letters”',
  );
});
