import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSceneBreak } from './scene-breaks.ts';

test('typed scene breaks are recognised, and dialogue is not', () => {
  const breaks = [
    '***',
    '* * *',
    ' *  *  * ',
    '*\u00a0*\u00a0*',
    '*',
    '#',
    '# # #',
    '---',
    '———',
    '~*~',
    '• • •',
    '⁂',
    '*****',
    '###',
    '~~~',
    '===',
    '◆',
    '○ ○ ○',
    '-'.repeat(72),
    '* '.repeat(40),
  ];
  for (const line of breaks) assert.equal(isSceneBreak(line), true, line);
  const others = [
    '',
    '   ',
    '—',
    '–',
    '-',
    '--',
    '…',
    '...',
    '. . .',
    'x',
    'xxx',
    '×',
    '+',
    '* a *',
    '***!',
    '•',
    '1',
    '?',
    '*'.repeat(121),
  ];
  for (const line of others) assert.equal(isSceneBreak(line), false, line);
});
