import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSceneBreak } from './scene-breaks.ts';

test('an author’s signs between two scenes are understood, and speech is left alone', () => {
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
    'x',
    '* a *',
    '***!',
    '•',
    '1',
    '?',
    '*'.repeat(31),
  ];
  for (const line of others) assert.equal(isSceneBreak(line), false, line);
});
