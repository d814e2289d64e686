import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicationTimes, zonedText } from './publication-times.ts';

const iso = (times: Date[] | undefined) => times?.map((time) => time.toISOString());

test('a serial stays at its hour when the clocks change', () => {
  const fridays = publicationTimes('2026-10-16T18:00', 'Europe/Berlin', { count: 3, everyDays: 7 });
  assert.deepEqual(iso(fridays), [
    '2026-10-16T16:00:00.000Z',
    '2026-10-23T16:00:00.000Z',
    '2026-10-30T17:00:00.000Z',
  ]);
  assert.deepEqual(
    fridays?.map((time) => zonedText(time, 'Europe/Berlin')),
    ['Fri, 16 October 2026', 'Fri, 23 October 2026', 'Fri, 30 October 2026'].map((day) => `${day} at 18:00`),
  );
});

test('days go on over the ends of months, and no time gives none', () => {
  const daily = publicationTimes('2028-02-28T00:30', 'UTC', { count: 3, everyDays: 1 });
  assert.deepEqual(iso(daily), [
    '2028-02-28T00:30:00.000Z',
    '2028-02-29T00:30:00.000Z',
    '2028-03-01T00:30:00.000Z',
  ]);
  assert.equal(publicationTimes('', 'UTC', { count: 1, everyDays: 7 }), undefined);
});
