import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addWord,
  type JoinableWords,
  joinedName,
  NO_WORDS,
  removeTag,
  splitWords,
} from './joinable-words.ts';

/** The words that typing creates: a word ends with a space, a comma, or Enter (⏎). */
function typed(text: string): JoinableWords {
  return splitWords(text.replaceAll('⏎', ',')).reduce<JoinableWords>(
    (joinable, { word, end }) => addWord(joinable, { word, isNew: true }, end),
    NO_WORDS,
  );
}

test('words typed with spaces can be joined into one tag', () => {
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

test('removing the last word leaves the others joinable', () => {
  const joinable = typed('enemies to lovers ');
  assert.equal(joinedName(removeTag(joinable, 'lovers')), 'enemies to');
  assert.equal(joinedName(removeTag(joinable, 'to')), undefined, 'a word from the middle');
  assert.equal(removeTag(joinable, 'sea'), joinable, 'a tag that is no part of it');
});

test('text entered at once is split into words', () => {
  assert.deepEqual(splitWords('  slow burn , sea,  gothic'), [
    { word: 'slow', end: 'space' },
    { word: 'burn', end: 'other' },
    { word: 'sea', end: 'other' },
    { word: 'gothic', end: 'space' },
  ]);
  assert.deepEqual(splitWords(' , '), []);
});
