import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinedName, NO_RUN, type SpacedRun, withoutTag, withWord, wordsTyped } from './joinable-words.ts';

/** The run that typing creates: a word ends with a space, a comma, or Enter (⏎). */
function typed(text: string): SpacedRun {
  return wordsTyped(text.replaceAll('⏎', ',')).reduce<SpacedRun>(
    (run, { word, end }) => withWord(run, { word, isNew: true }, end),
    NO_RUN,
  );
}

test('an author who types a tag of several words with spaces is offered the one tag', () => {
  const table: [string, string | undefined][] = [
    ['enemies ', undefined],
    ['enemies to ', 'enemies to'],
    ['enemies to lovers ', 'enemies to lovers'],
    ['enemies to lovers⏎', 'enemies to lovers'],
    ['Slow Burn,', 'slow burn'],
    ['sea, slow burn ', 'slow burn'],
    ['slow burn, sea ', undefined],
    ['sea,gothic⏎', undefined],
    ['slow burn, gothic house ', 'gothic house'],
    [`${'long '.repeat(11)}`, undefined],
  ];
  for (const [text, offered] of table) assert.equal(joinedName(typed(text)), offered, text);
});

test('an author who takes a word back is offered what is left', () => {
  const run = typed('enemies to lovers ');
  assert.equal(joinedName(withoutTag(run, 'lovers')), 'enemies to');
  assert.equal(joinedName(withoutTag(run, 'to')), undefined, 'a word from the middle');
  assert.equal(withoutTag(run, 'sea'), run, 'a tag that is no part of it');
});

test('each word of what came at once, as by dictation, is told from the next', () => {
  assert.deepEqual(wordsTyped('  slow burn , sea,  gothic'), [
    { word: 'slow', end: 'space' },
    { word: 'burn', end: 'other' },
    { word: 'sea', end: 'other' },
    { word: 'gothic', end: 'space' },
  ]);
  assert.deepEqual(wordsTyped(' , '), []);
});
