import assert from 'node:assert/strict';
import { test } from 'node:test';
import { businessDaysAfter, mayFollow, needsModerator, reinstatementDays, TAKEDOWN_STEPS } from './rules.ts';

test('business days leave out weekends, over the ends of months and years', () => {
  const table: [string, number, string][] = [
    ['2026-11-20', 0, '2026-11-20'], // a Friday
    ['2026-11-20', 1, '2026-11-23'],
    ['2026-11-20', 5, '2026-11-27'],
    ['2026-11-21', 1, '2026-11-23'], // a Saturday
    ['2026-11-22', 1, '2026-11-23'],
    ['2026-11-23', 10, '2026-12-07'],
    ['2026-11-23', 14, '2026-12-11'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
  ];
  for (const [date, days, after] of table)
    assert.equal(businessDaysAfter(date, days), after, `${date} + ${days}`);
});

test('after a counter-notice a story is put back in 10 to 14 business days', () => {
  assert.deepEqual(reinstatementDays('2026-11-20'), { from: '2026-12-04', until: '2026-12-10' });
});

test('a request goes from step to step only as a case does', () => {
  const allowed = TAKEDOWN_STEPS.flatMap((step) =>
    TAKEDOWN_STEPS.filter((next) => mayFollow(step, next)).map((next) => `${step} → ${next}`),
  );
  assert.deepEqual(allowed, [
    'received → removed',
    'received → rejected',
    'removed → counter-notice',
    'removed → put-back',
    'rejected → removed',
    'counter-notice → removed',
    'counter-notice → put-back',
    'put-back → removed',
  ]);
  assert.deepEqual(TAKEDOWN_STEPS.filter(needsModerator), ['received', 'counter-notice']);
});
