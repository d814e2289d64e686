import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tagKey, tagName } from '#features/labels/rules/tag-key.ts';
import { indexLetter, problemOfLink, storyTagNames } from './rules.ts';

test('spellings that differ in case, spaces, hyphens or accents are one tag', () => {
  for (const spelling of [
    'slow burn',
    'Slow-Burn',
    '  slow   burn ',
    'SLOWBURN',
    'slōw—burn',
    'slow\u200bburn',
  ]) {
    assert.equal(tagKey(spelling), 'slowburn', spelling);
  }
  assert.equal(tagName('  Slow   Burn\u202e '), 'slow burn');
  assert.notEqual(tagKey('c++'), tagKey('c'));
  assert.equal(tagKey('夜'), '夜');
});

// Spec 5: Tags trimmed, lower-cased, doubles ignored
test('story tags keep their order without blanks and duplicates', () => {
  assert.deepEqual(storyTagNames(['Gothic', ' ', 'gothic', '--', 'Sea ']), {
    ok: true,
    names: ['gothic', 'sea'],
  });
});

test('too long and too many tags are rejected', () => {
  assert.equal(storyTagNames(['x'.repeat(50)]).ok, true);
  assert.equal(storyTagNames(['x'.repeat(51)]).ok, false);
  const names = Array.from({ length: 31 }, (_, index) => `tag ${index}`);
  assert.equal(storyTagNames(names.slice(0, 30)).ok, true);
  assert.equal(storyTagNames(names).ok, false);
});

// Spec 2, Browse Tags: Name: letter headings with a letter index
test('a tag is indexed under its first letter', () => {
  assert.equal(indexLetter('élan'), 'E');
  assert.equal(indexLetter('90s'), '#');
  assert.equal(indexLetter('夜'), '#');
});

describe('a new link between tags', () => {
  const limits = { ancestors: 4, generations: 3 };
  const edges = (...pairs: [number, number][]) => pairs.map(([tag_id, parent_id]) => ({ tag_id, parent_id }));
  const parent = (tagId: number, targetId: number) => ({ relation: 'parent' as const, tagId, targetId });
  const merge = (tagId: number, targetId: number) => ({ relation: 'canonical' as const, tagId, targetId });

  test('may not go round in a circle', () => {
    assert.equal(problemOfLink(edges([1, 2]), parent(2, 1), limits), 'cycle');
    assert.equal(problemOfLink(edges([1, 2], [2, 3]), parent(3, 1), limits), 'cycle');
    assert.equal(problemOfLink(edges([1, 2], [2, 3]), merge(1, 3), limits), 'cycle');
    assert.equal(problemOfLink(edges([1, 2], [2, 3]), merge(3, 1), limits), 'cycle');
    assert.equal(problemOfLink(edges([1, 2], [3, 4]), parent(2, 3), limits), undefined);
  });

  test('may merge a tag with its parent', () => {
    assert.equal(problemOfLink(edges([1, 2]), merge(1, 2), limits), undefined);
    assert.equal(problemOfLink(edges([1, 2]), merge(2, 1), limits), undefined);
  });

  test('stays within the limits, also for the tags below', () => {
    assert.equal(problemOfLink(edges([1, 2], [2, 3]), parent(3, 4), limits), undefined);
    assert.equal(problemOfLink(edges([1, 2], [2, 3], [3, 4]), parent(4, 5), limits), 'too-many');
    assert.equal(problemOfLink(edges([1, 2], [1, 3], [1, 4], [1, 5]), parent(1, 6), limits), 'too-many');
    assert.equal(problemOfLink(edges([1, 2], [3, 4], [3, 5], [3, 6]), merge(2, 3), limits), undefined);
    assert.equal(
      problemOfLink(edges([1, 2], [3, 4], [3, 5], [3, 6], [3, 7]), merge(2, 3), limits),
      'too-many',
    );
  });
});
