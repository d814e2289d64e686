import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDate, formatDateMonthFirst, formatDayAndTime, formatMoment } from './dates.ts';

test('a date is shown in UTC in every time zone', () => {
  assert.equal(formatDate('2026-08-12T23:59:59.999Z'), '12 August 2026');
  assert.equal(formatDate('2026-01-01T00:00:00.000Z'), '1 January 2026');
  assert.equal(formatDate('2024-02-29'), '29 February 2024');
});

test('a legal page’s date starts with the month', () => {
  assert.equal(formatDateMonthFirst('2025-03-23'), 'March 23, 2025');
});

test('an invalid date is shown as nothing', () => {
  assert.equal(formatDate('yesterday'), '');
  assert.equal(formatDateMonthFirst(''), '');
});

test('the time of the last save fits into a sentence', () => {
  const now = new Date(2026, 7, 12, 23, 5);
  assert.equal(formatDayAndTime(new Date(2026, 7, 12, 9, 5).toISOString(), now), 'today at 09:05');
  assert.equal(formatDayAndTime(new Date(2026, 7, 11, 14, 30).toISOString(), now), '11 August 2026 at 14:30');
});

test('a moment is shown in local time, with the day when it is not today', () => {
  const now = new Date(2026, 7, 12, 23, 5);
  assert.equal(formatMoment(new Date(2026, 7, 12, 9, 5).toISOString(), now), '09:05');
  assert.equal(formatMoment(new Date(2026, 7, 11, 14, 30).toISOString(), now), '14:30 on 11 August 2026');
});
