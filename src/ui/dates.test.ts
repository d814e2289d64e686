import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDate, formatDateMonthFirst, formatDayAndTime, formatMoment } from './dates.ts';

test('a reader sees the day in UTC, wherever they are', () => {
  assert.equal(formatDate('2026-08-12T23:59:59.999Z'), '12 August 2026');
  assert.equal(formatDate('2026-01-01T00:00:00.000Z'), '1 January 2026');
  assert.equal(formatDate('2024-02-29'), '29 February 2024');
});

test('a legal page gives its date month first', () => {
  assert.equal(formatDateMonthFirst('2025-03-23'), 'March 23, 2025');
});

test('a broken date shows nothing rather than "Invalid Date"', () => {
  assert.equal(formatDate('yesterday'), '');
  assert.equal(formatDateMonthFirst(''), '');
});

test('an author reads when a chapter was last saved as part of a sentence', () => {
  const now = new Date(2026, 7, 12, 23, 5);
  assert.equal(formatDayAndTime(new Date(2026, 7, 12, 9, 5).toISOString(), now), 'today at 09:05');
  assert.equal(formatDayAndTime(new Date(2026, 7, 11, 14, 30).toISOString(), now), '11 August 2026 at 14:30');
});

test('a writer sees the hour by their own clock, and the day when it is another', () => {
  const now = new Date(2026, 7, 12, 23, 5);
  assert.equal(formatMoment(new Date(2026, 7, 12, 9, 5).toISOString(), now), '09:05');
  assert.equal(formatMoment(new Date(2026, 7, 11, 14, 30).toISOString(), now), '14:30 on 11 August 2026');
});
