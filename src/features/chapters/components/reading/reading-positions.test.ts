import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginningOf, findBlock } from '#base/paragraphs.ts';
import {
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

test('each story has one reading position, the latest', () => {
  const positions = withPosition({}, 1, samplePosition);
  assert.deepEqual(withPosition(positions, 1, { ...samplePosition, block: 9, at: 2000 }), {
    1: { ...samplePosition, block: 9, at: 2000 },
  });
  assert.deepEqual(Object.keys(withPosition(positions, 2, samplePosition)).sort(), ['1', '2']);
});

test('beyond the maximum, the least recently read story’s position is dropped', () => {
  let positions: ReadingPositions = {};
  for (let id = 1; id <= MAX_SAVED_POSITIONS + 1; id += 1)
    positions = withPosition(positions, id, { ...samplePosition, at: 1000 + id });
  assert.equal(Object.keys(positions).length, MAX_SAVED_POSITIONS);
  assert.equal(positions[1], undefined);
  assert.ok(positions[MAX_SAVED_POSITIONS + 1]);
});

test('stored positions are read back, and invalid ones are skipped', () => {
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

test('a position is found by its block’s index if the text begins alike', () => {
  assert.equal(findBlock(samplePosition, ['a', 'b', 'c', 'She was early', 'd']), 3);
});

test('a position moves with its paragraph', () => {
  assert.equal(findBlock(samplePosition, ['new', 'newer', 'a', 'b', 'c', 'She was early']), 5);
  // Two blocks begin alike; the nearer one wins.
  assert.equal(findBlock(samplePosition, ['She was early', 'a', 'b', 'c', 'She was early']), 4);
});

test('a position in deleted text is not found', () => {
  assert.equal(findBlock(samplePosition, ['a', 'b', 'c', 'She was late']), undefined);
});

test('the beginning of a paragraph is short, on one line, and cuts no character', () => {
  assert.equal(beginningOf('  one\n two\t '), 'one two');
  assert.equal(beginningOf('🕯'.repeat(50)), '🕯'.repeat(32));
});

test('the latest positions come first', () => {
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

test('the share read stays between 0 and 100 percent', () => {
  assert.equal(percentRead({ number: 1, total: 4, block: 0, blocks: 10 }), 0);
  assert.equal(percentRead({ number: 2, total: 4, block: 5, blocks: 10 }), 37);
  assert.equal(percentRead({ number: 4, total: 4, block: 10, blocks: 10 }), 100);
  assert.equal(percentRead({ number: 9, total: 4, block: 0, blocks: 0 }), 100);
});
