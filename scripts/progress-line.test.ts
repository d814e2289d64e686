import assert from 'node:assert/strict';
import { test } from 'node:test';
import { progressLine } from './progress-line.ts';

function recordedLine(isTTY: boolean) {
  let text = '';
  const clock = { milliseconds: 1_000_000 };
  const line = progressLine({ isTTY, write: (more) => (text += more) }, () => clock.milliseconds);
  return { line, clock, written: () => text };
}

test('elsewhere than on a terminal a short command shows no progress, a long one a line every ten seconds', () => {
  const { line, clock, written } = recordedLine(false);
  line.show('1/3 accounts', '10 rows');
  clock.milliseconds += 9_999;
  line.show('2/3 stories', '20 rows');
  assert.equal(written(), '');
  clock.milliseconds += 1;
  line.show('2/3 stories', '30 rows');
  line.show('3/3 chapters', '40 rows');
  assert.equal(written(), '2/3 stories\n');
  clock.milliseconds += 10_000;
  line.show('3/3 chapters', '50 rows');
  line.end();
  assert.equal(written(), '2/3 stories\n3/3 chapters\n');
});

test('on a terminal one line changes with each step, and at most five times a second within one', () => {
  const { line, clock, written } = recordedLine(true);
  const start = '\r\u001b[K';
  line.show('loading', '0%');
  line.show('loading', '1%');
  clock.milliseconds += 200;
  line.show('loading', '2%');
  line.show('comparing', '0%');
  line.end();
  assert.equal(written(), `${start}loading: 0%${start}loading: 2%${start}comparing: 0%\n`);
});
