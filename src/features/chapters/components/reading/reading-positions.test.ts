import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  beginningOf,
  findBlock,
  latestPositions,
  MAX_SAVED_POSITIONS,
  parsePositions,
  percentRead,
  type ReadingPositions,
  withPosition,
} from './reading-positions.ts';

const samplePosition = {
  ...{ slug: 'the-ferry', title: 'The Ferry', chapterId: 7, chapterTitle: 'Ropes' },
  ...{ block: 3, text: 'She was early', number: 2, total: 4, percent: 30, at: 1000 },
};

test('a reader has one place in each story, the latest', () => {
  const once = withPosition({}, 1, samplePosition);
  assert.deepEqual(withPosition(once, 1, { ...samplePosition, block: 9, at: 2000 }), {
    1: { ...samplePosition, block: 9, at: 2000 },
  });
  assert.deepEqual(Object.keys(withPosition(once, 2, samplePosition)).sort(), ['1', '2']);
});

test('of more stories than are kept, the one read longest ago is forgotten', () => {
  let positions: ReadingPositions = {};
  for (let id = 1; id <= MAX_SAVED_POSITIONS + 1; id += 1)
    positions = withPosition(positions, id, { ...samplePosition, at: 1000 + id });
  assert.equal(Object.keys(positions).length, MAX_SAVED_POSITIONS);
  assert.equal(positions[1], undefined);
  assert.ok(positions[MAX_SAVED_POSITIONS + 1]);
});

test('what was stored is read back, and what is no place is passed over', () => {
  assert.deepEqual(parsePositions(JSON.stringify({ 1: samplePosition })), { 1: samplePosition });
  const invalid = {
    1: samplePosition,
    2: null,
    3: 'x',
    4: { ...samplePosition, block: -1 },
    5: { ...samplePosition, slug: 5 },
    6: [],
    7: { ...samplePosition, title: undefined },
  };
  assert.deepEqual(parsePositions(JSON.stringify(invalid)), { 1: samplePosition });
  for (const stored of [null, '', '{', '[]', 'null', '7'])
    assert.deepEqual(parsePositions(stored), {}, String(stored));
});

test('a place is found by its number as long as the text begins as it did', () => {
  assert.equal(findBlock(samplePosition, ['a', 'b', 'c', 'She was early', 'd']), 3);
});

test('a place moves with its paragraph when the author adds some before it', () => {
  assert.equal(findBlock(samplePosition, ['new', 'newer', 'a', 'b', 'c', 'She was early']), 5);
  // Two blocks begin alike; the nearer one wins.
  assert.equal(findBlock(samplePosition, ['She was early', 'a', 'b', 'c', 'She was early']), 4);
});

test('a passage that is gone has no place', () => {
  assert.equal(findBlock(samplePosition, ['a', 'b', 'c', 'She was late']), undefined);
});

test('a paragraph’s beginning is short, of one line, and cuts no character in two', () => {
  assert.equal(beginningOf('  one\n two\t '), 'one two');
  assert.equal(beginningOf('🕯'.repeat(50)), '🕯'.repeat(32));
});

test('a reader is offered the stories read last, latest first', () => {
  const positions = {
    1: samplePosition,
    2: { ...samplePosition, at: 3000 },
    3: { ...samplePosition, at: 2000 },
  };
  assert.deepEqual(
    latestPositions(positions, 2).map(({ storyId }) => storyId),
    [2, 3],
  );
});

test('a reader is told how far they are, and never beyond the end', () => {
  assert.equal(percentRead({ number: 1, total: 4, block: 0, blocks: 10 }), 0);
  assert.equal(percentRead({ number: 2, total: 4, block: 5, blocks: 10 }), 37);
  assert.equal(percentRead({ number: 4, total: 4, block: 10, blocks: 10 }), 100);
  assert.equal(percentRead({ number: 9, total: 4, block: 0, blocks: 0 }), 100);
});
