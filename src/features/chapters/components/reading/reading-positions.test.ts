import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  beginningOf,
  blockOf,
  latestPlaces,
  PLACES_KEPT,
  type Places,
  percentOf,
  placesIn,
  withPlace,
} from './reading-positions.ts';

const place = {
  ...{ slug: 'the-ferry', title: 'The Ferry', chapterId: 7, chapterTitle: 'Ropes' },
  ...{ block: 3, text: 'She was early', number: 2, total: 4, percent: 30, at: 1000 },
};

test('a reader has one place in each story, the latest', () => {
  const once = withPlace({}, 1, place);
  assert.deepEqual(withPlace(once, 1, { ...place, block: 9, at: 2000 }), {
    1: { ...place, block: 9, at: 2000 },
  });
  assert.deepEqual(Object.keys(withPlace(once, 2, place)).sort(), ['1', '2']);
});

test('of more stories than are kept, the one read longest ago is forgotten', () => {
  let places: Places = {};
  for (let id = 1; id <= PLACES_KEPT + 1; id += 1)
    places = withPlace(places, id, { ...place, at: 1000 + id });
  assert.equal(Object.keys(places).length, PLACES_KEPT);
  assert.equal(places[1], undefined);
  assert.ok(places[PLACES_KEPT + 1]);
});

test('what was stored is read back, and what is no place is passed over', () => {
  assert.deepEqual(placesIn(JSON.stringify({ 1: place })), { 1: place });
  const odd = {
    1: place,
    2: null,
    3: 'x',
    4: { ...place, block: -1 },
    5: { ...place, slug: 5 },
    6: [],
    7: { ...place, title: undefined },
  };
  assert.deepEqual(placesIn(JSON.stringify(odd)), { 1: place });
  for (const stored of [null, '', '{', '[]', 'null', '7'])
    assert.deepEqual(placesIn(stored), {}, String(stored));
});

test('a place is found by its number as long as the text begins as it did', () => {
  assert.equal(blockOf(place, ['a', 'b', 'c', 'She was early', 'd']), 3);
});

test('a place moves with its paragraph when the author adds some before it', () => {
  assert.equal(blockOf(place, ['new', 'newer', 'a', 'b', 'c', 'She was early']), 5);
  // Two blocks begin alike; the nearer one wins.
  assert.equal(blockOf(place, ['She was early', 'a', 'b', 'c', 'She was early']), 4);
});

test('a passage that is gone has no place', () => {
  assert.equal(blockOf(place, ['a', 'b', 'c', 'She was late']), undefined);
});

test('a paragraph’s beginning is short, of one line, and cuts no character in two', () => {
  assert.equal(beginningOf('  one\n two\t '), 'one two');
  assert.equal(beginningOf('🕯'.repeat(50)), '🕯'.repeat(32));
});

test('a reader is offered the stories read last, latest first', () => {
  const places = { 1: place, 2: { ...place, at: 3000 }, 3: { ...place, at: 2000 } };
  assert.deepEqual(
    latestPlaces(places, 2).map(({ storyId }) => storyId),
    [2, 3],
  );
});

test('a reader is told how far they are, and never beyond the end', () => {
  assert.equal(percentOf({ number: 1, total: 4, block: 0, blocks: 10 }), 0);
  assert.equal(percentOf({ number: 2, total: 4, block: 5, blocks: 10 }), 37);
  assert.equal(percentOf({ number: 4, total: 4, block: 10, blocks: 10 }), 100);
  assert.equal(percentOf({ number: 9, total: 4, block: 0, blocks: 0 }), 100);
});
