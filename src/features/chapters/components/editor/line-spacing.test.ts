import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNeededLines, type LineKind } from './line-spacing.ts';

/** The remaining lines, one character each: x is text, * a scene break, o another line, . an empty one. */
function remaining(lines: string): string {
  const kinds: Record<string, LineKind> = { x: 'text', '*': 'break', '.': 'empty', o: 'other' };
  const keeps = findNeededLines([...lines].map((sign) => kinds[sign] ?? 'text'));
  return [...lines].filter((_, at) => keeps[at]).join('');
}

test('empty lines stay unless they only separate paragraphs', () => {
  const table: [string, string][] = [
    ['', ''],
    ['x', 'x'],
    ['...', ''],
    ['..x..', 'x'],
    ['x.x', 'xx'],
    ['x.x.x.x', 'xxxx'],
    ['xx.xx', 'xx.xx'],
    ['xxx...xx', 'xxx.xx'],
    ['x.x..x.x', 'xx.xx'],
    ['x.*.x', 'x*x'],
    ['xx.*..xx', 'xx*xx'],
    ['ox.xooox', 'oxxooox'],
    ['ooo.oxx', 'ooo.oxx'],
  ];
  for (const [lines, expected] of table) assert.equal(remaining(lines), expected, lines);
});
