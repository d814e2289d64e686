import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replacementFor } from './typography.ts';

/** The text as it becomes while somebody types it. */
function typed(keys: string, language?: string): string {
  let text = '';
  for (const key of keys) {
    text += key;
    const replacement = replacementFor(text, language);
    if (replacement !== undefined) text = text.slice(0, -replacement.removed) + replacement.text;
  }
  return text;
}

const cases: [language: string | undefined, keys: string, text: string][] = [
  [undefined, '"Late," she said, "and it\'s raining."', '“Late,” she said, “and it’s raining.”'],
  ['en-GB', `"He said 'no'," said Mira's aunt.`, '“He said ‘no’,” said Mira’s aunt.'],
  ['en', 'The rain -- at last -- fell.', 'The rain — at last — fell.'],
  ['en', '("A note")', '(“A note”)'],
  ['de', '"Er sagt \'nein\'", sprach sie. "Gibt\'s Tee?"', '„Er sagt ‚nein‘“, sprach sie. „Gibt’s Tee?“'],
  ['de-AT', 'Sie kam -- endlich.', 'Sie kam – endlich.'],
  ['fr', '"Bonjour", dit-elle. "C\'est tard."', '«\u202fBonjour\u202f», dit-elle. «\u202fC’est tard.\u202f»'],
  ['fr', '-- Tu viens ?', '— Tu viens ?'],
  ['es', '"Hola"', '«Hola»'],
  ['sv', '"Hej"', '”Hej”'],
  ['pl', '"Tak"', '„Tak”'],
];

for (const [language, keys, text] of cases)
  test(`${language ?? 'no language'}: ${keys}`, () => assert.equal(typed(keys, language), text));

test('a typed scene break, longer rows of hyphens and a hyphen in a word stay', () => {
  for (const keys of ['---', '-- -- --'.replaceAll(' ', ''), 'late---', 'forty-one', '- one'])
    assert.equal(typed(keys), keys);
});
