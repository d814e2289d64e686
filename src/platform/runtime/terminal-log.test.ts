import '../server-only.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from './log.ts';
import { terminalLog } from './terminal-log.ts';

function shownOf(write: (log: ReturnType<typeof createLogger>) => void): string[] {
  let text = '';
  const stream = terminalLog((line) => {
    text += line;
  });
  write(createLogger({ level: 'info' }, stream));
  return text.split('\n').slice(0, -1);
}

test('a person at a terminal reads what happened, when and with which facts', () => {
  const [line = '', ...more] = shownOf((log) =>
    log.warn({ folder: '/srv/data', missing: ['a', 'b'] }, 'it is late'),
  );
  assert.match(line, /^\d\d:\d\d:\d\d warn: it is late \(folder=\/srv\/data, missing=\["a","b"\]\)$/);
  assert.deepEqual(more, []);
});

test('below a bug stands where it happened, below trouble only what it was', () => {
  const err = new TypeError('no such thing');
  const bug = shownOf((log) => log.error({ err, id: 'req-1' }, 'a bug'));
  assert.match(bug[0] ?? '', /error: a bug \(id=req-1\)$/);
  assert.equal(bug[1], '  TypeError: no such thing');
  assert.match(bug[2] ?? '', /^ {6}at .*terminal-log\.test/);
  assert.deepEqual(shownOf((log) => log.warn({ err }, 'gone')).slice(1), ['  TypeError: no such thing']);
});

test('nothing in a value can steer the terminal', () => {
  const [line = '', second = ''] = shownOf((log) =>
    log.warn({ title: '\u001b[2J\u009b2Jred', err: new Error('\u001b]0;x\u0007') }, 'odd'),
  );
  assert.match(line, /odd \(title=\[2J2Jred\)$/);
  assert.equal(second, '  Error: ]0;x');
});
