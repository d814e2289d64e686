import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countdownText } from './use-countdown.ts';

test('the countdown shows seconds and minutes', () => {
  const table: [number, string][] = [
    [1, '1 s'],
    [59, '59 s'],
    [60, '1:00 min'],
    [65, '1:05 min'],
    [3599, '59:59 min'],
  ];
  for (const [seconds, text] of table) assert.equal(countdownText(seconds), text);
});
