import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FOLLOWER_COUNTS, groupText } from './rules.ts';

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

test('numbers of followers are told of at 10, 25, 50, 100 and so on', () => {
  assert.deepEqual(FOLLOWER_COUNTS.slice(0, 7), [10, 25, 50, 100, 250, 500, 1000]);
});

test('a third person is counted, not named', () => {
  const nothing = { series: null, list: null, author: null, follower_count: null, decision: null };
  const group = { ...nothing, kind: 'reply' as const, count: 3, waits: false, story: { title: 'Letters' } };
  const by = (names: string[], people: number) => groupText({ ...group, names, people });
  assert.equal(by(['Una', 'Rosa'], 3), '3 replies to you on “Letters”, by Una, Rosa and 1 other');
  assert.equal(by(['Una', 'Rosa'], 4), '3 replies to you on “Letters”, by Una, Rosa and 2 others');
});
