import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countDays, periodStart, periodStarts, shownCount, shownParts, unitFor } from './rules.ts';

test('groups of fewer than ten are hidden', () => {
  assert.deepEqual([-3, 0, 9, 10, 11].map(shownCount), [null, null, null, 10, 11]);
});

test('a small group is not what is left of the total', () => {
  assert.deepEqual(shownParts([60, 4], 64), [null, null]);
  assert.deepEqual(shownParts([60, 12, 4, 30], 106), [60, null, null, 30], 'the next smallest');
  assert.deepEqual(shownParts([10, 12, 1], 23), [null, 12, null], '1 and 10 are a group');
  assert.deepEqual(shownParts([60, 12], 75), [60, null], 'the others are parts that are not listed');
  assert.deepEqual(shownParts([60, 5, 6], 71), [60, null, null], 'two that are a group');
  assert.deepEqual(shownParts([60, 0], 60), [60, null], 'nobody is left');
  assert.deepEqual(shownParts([20, -1], 19), [null, null]);
  assert.deepEqual(shownParts([3, 4], 7), [null, null]);
});

test('a period begins on its day, its Monday or the first of its month', () => {
  assert.equal(periodStart('2026-11-22', 'day'), '2026-11-22');
  assert.equal(periodStart('2026-11-22', 'week'), '2026-11-16', 'a Sunday');
  assert.equal(periodStart('2026-11-16', 'week'), '2026-11-16', 'a Monday');
  assert.equal(periodStart('2026-01-01', 'week'), '2025-12-29');
  assert.equal(periodStart('2026-11-22', 'month'), '2026-11-01');
});

test('periods follow each other without a gap', () => {
  assert.deepEqual(periodStarts('2026-02-27', '2026-03-01', 'day'), [
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ]);
  assert.deepEqual(periodStarts('2026-11-01', '2026-11-10', 'week'), [
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
  ]);
  assert.deepEqual(periodStarts('2025-12-31', '2026-03-01', 'month'), [
    '2025-12-01',
    '2026-01-01',
    '2026-02-01',
    '2026-03-01',
  ]);
});

test('long ranges are counted in longer units', () => {
  assert.equal(countDays('2026-11-16', '2026-11-22'), 7);
  assert.equal(unitFor('2026-11-16', '2026-11-22'), 'day');
  assert.equal(unitFor('2025-11-23', '2026-11-22'), 'week');
  assert.equal(unitFor('2020-11-23', '2026-11-22'), 'month');
});
