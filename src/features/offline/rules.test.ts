import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  isCurrent,
  type KeptStory,
  NOTHING_KEPT,
  placeIn,
  sizeText,
  withoutExpired,
  withoutStory,
  withStory,
} from './rules.ts';

const DAY = 86_400_000;
const story = (slug: string, keptAt = 0): KeptStory => ({
  ...{
    id: slug.length * 1000 + slug.charCodeAt(0),
    slug,
    title: slug,
    author: 'Una',
    language: null,
    warned: {},
    keptAt,
    checkedAt: keptAt,
  },
  ...{ bytes: 10, records: [`${slug} 1`], chapters: [] },
});
const slugs = (stories: KeptStory[]) => stories.map(({ slug }) => slug);

test('a story is deleted with its records when its days are over, whichever way the clock went', () => {
  const index = { ...NOTHING_KEPT, days: 7 as const, stories: [story('old', 0), story('new', 6 * DAY)] };
  assert.deepEqual(slugs(withoutExpired(index, 7 * DAY - 1).index.stories), ['old', 'new']);
  const later = withoutExpired(index, 7 * DAY);
  assert.deepEqual([slugs(later.index.stories), later.records], [['new'], ['old 1']]);
  assert.deepEqual(slugs(withoutExpired(index, -2 * DAY).index.stories), ['old']);
  assert.deepEqual(withoutExpired({ ...index, days: 0 }, 1e15).records, []);
});

test('a story that is kept again replaces its earlier copy', () => {
  const once = withStory(NOTHING_KEPT, story('a'));
  const again = withStory(withStory(once.index, story('b')).index, { ...story('a', 5), records: ['x'] });
  assert.deepEqual([slugs(again.index.stories), again.records], [['a', 'b'], ['a 1']]);
  assert.deepEqual(slugs(withoutStory(again.index, 'a').index.stories), ['b']);
});

test('a story that is kept again at another address replaces its earlier copy, too', () => {
  const once = withStory(withStory(NOTHING_KEPT, story('a')).index, story('b'));
  const moved = withStory(once.index, { ...story('new-address'), id: story('a').id });
  assert.deepEqual([slugs(moved.index.stories), moved.records], [['new-address', 'b'], ['a 1']]);
});

test('a copy is current while chapters, their order and their times are the same', () => {
  const one = { id: 1, state: 'published', updated_at: 'a' };
  const two = { id: 2, state: 'published', updated_at: 'b' };
  assert.ok(isCurrent([one, two], [one, two]));
  assert.ok(isCurrent([one], [one, { ...two, state: 'draft' }]));
  for (const other of [[two, one], [one], [one, { ...two, updated_at: 'c' }], []])
    assert.ok(!isCurrent([one, two], other));
});

describe('an address behind #', () => {
  for (const [hash, expected] of [
    ['#/story/a', { slug: 'a', chapterId: undefined }],
    ['#/story/a/all', { slug: 'a', chapterId: undefined }],
    ['#/story/%C3%A9lan/chapter/12', { slug: 'élan', chapterId: 12 }],
    ['#/story/a/chapter/12#place', { slug: 'a', chapterId: 12 }],
    ['', undefined],
    ['#/tag/a', undefined],
    ['#/story/%E0%A4%A', undefined],
    ['#/story/a/chapter/x', undefined],
  ] as const)
    test(`${hash || 'none'} names ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(placeIn(hash), expected);
    });
});

test('sizes are short', () => {
  assert.deepEqual([0, 40_400, 1_260_000].map(sizeText), ['1 kB', '40 kB', '1.3 MB']);
});
