import '../server-only.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextSendSlot } from './mail-caps.ts';
import { mailRules } from './mail-kinds.ts';

const now = new Date('2026-11-21T12:00:00Z');
const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** Seconds from now, latest first; slots before now are negative. */
const cases: [name: string, turns: number[], expected: number | undefined][] = [
  ['who has had no mail gets it at once', [], 0],
  ['who has had one a minute ago gets the next at once', [-MINUTE], 0],
  ['who has had one just now waits a minute', [-1], MINUTE - 1],
  ['who waits for one already waits a minute more', [40, -20], 40 + MINUTE],
  [
    'who has had three in the hour waits until the first of them is an hour old',
    [-100, -200, -300],
    HOUR - 300,
  ],
  ['who has had three an hour ago gets it at once', [-HOUR, -HOUR - 60, -HOUR - 120], 0],
  [
    'who has had five in the day gets no more',
    [-2 * HOUR, -3 * HOUR, -4 * HOUR, -5 * HOUR, -6 * HOUR],
    undefined,
  ],
  [
    'who has had five, the first a day ago, gets it at once',
    [-2 * HOUR, -3 * HOUR, -4 * HOUR, -5 * HOUR, -DAY],
    0,
  ],
  [
    'who must wait anyway gets it, if by then the day is over',
    [-100, -200, -300, -400, 60 - DAY],
    HOUR - 300,
  ],
  ['a clock that was set back makes nobody wait longer than their turns', [600], 600 + MINUTE],
];
for (const [name, turns, expected] of cases) {
  test(name, () => {
    const turn = nextSendSlot(
      turns.map((seconds) => new Date(now.getTime() + seconds * 1000)),
      now,
      { perDay: 5 },
    );
    assert.equal(turn && (turn.getTime() - now.getTime()) / 1000, expected);
  });
}

// Interface, Running: A mail beyond a rate per minute waits for its turn, and the caller gets the same answer
test('however often somebody is written to, no minute has two mails, no hour four, no day six', () => {
  const sent: number[] = [];
  let requestCount = 0;
  // A request every 7 to 900 seconds, for four days.
  for (let time = 0; time < 4 * DAY; time += 7 + ((time * 31) % 894)) {
    requestCount += 1;
    const turns = sent.slice(-5).reverse();
    const turn = nextSendSlot(
      turns.map((seconds) => new Date(seconds * 1000)),
      new Date(time * 1000),
      { perDay: 5 },
    );
    if (turn !== undefined) sent.push(turn.getTime() / 1000);
  }
  const mostWithin = (seconds: number) =>
    Math.max(...sent.map((from) => sent.filter((time) => time >= from && time < from + seconds).length));
  assert.ok(requestCount > 500);
  assert.deepEqual([mostWithin(MINUTE), mostWithin(HOUR), mostWithin(DAY)], [1, 3, 5]);
  assert.equal(sent.length, 20);
});

test('an address that may get one a day gets the next one when the first is a day old', () => {
  const after = (seconds: number) =>
    nextSendSlot([new Date(now.getTime() - seconds * 1000)], now, { perDay: 1 });
  assert.equal(after(DAY - 1), undefined);
  assert.deepEqual(after(DAY), now);
});

test('an owner who asks for a code gets six in an hour, whatever strangers have asked for', () => {
  const turns = Array.from({ length: 143 }, (_, at) => new Date(now.getTime() - (at + 1) * 600_000));
  assert.deepEqual(nextSendSlot(turns, now, mailRules['login-code']), now);
});
