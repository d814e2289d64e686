import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MailFrequency, mailedUntil } from './rules.ts';

const until = (frequency: MailFrequency, now: string) =>
  mailedUntil(frequency, new Date(now)).toISOString().slice(0, 16);

test('mails at once leave a minute to publications that are under way', () => {
  assert.equal(until('now', '2026-11-23T12:30:00Z'), '2026-11-23T12:29');
});

test('daily mails are about what was new at the newsletter’s hour', () => {
  assert.equal(until('daily', '2026-11-23T16:59:00Z'), '2026-11-22T17:00');
  assert.equal(until('daily', '2026-11-23T17:00:30Z'), '2026-11-22T17:00');
  assert.equal(until('daily', '2026-11-23T17:02:00Z'), '2026-11-23T17:00');
});

test('weekly mails follow on Fridays', () => {
  // A Monday.
  assert.equal(until('weekly', '2026-11-23T20:00:00Z'), '2026-11-20T17:00');
  assert.equal(until('weekly', '2026-11-27T16:00:00Z'), '2026-11-20T17:00');
  assert.equal(until('weekly', '2026-11-27T17:02:00Z'), '2026-11-27T17:00');
  assert.equal(until('weekly', '2026-11-28T03:00:00Z'), '2026-11-27T17:00');
});
