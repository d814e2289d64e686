import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bestStretch,
  type Lexeme,
  lexemesOf,
  matchesAmong,
  partsOf,
  plainText,
  wordsLike,
} from './snippet.ts';

test('a chapter’s text is read as it is shown', () => {
  assert.equal(
    plainText('<p>One <em>wo</em>rd &#x26; two.</p>\n<p>Three&lt;br></p>'),
    'One word & two. Three<br>',
  );
  assert.equal(plainText('<ul><li>a</li><li>b</li></ul>'), 'a b');
  assert.equal(plainText('<p>&#x26;lt;</p>'), '&lt;');
});

test('the words of a query are read from the database’s notation', () => {
  assert.deepEqual(lexemesOf("('ferri' | 'fer':*) & !('o''brien')"), [
    { text: 'ferri', isBeginning: false },
    { text: 'fer', isBeginning: true },
    { text: "o'brien", isBeginning: false },
  ]);
});

/** Replaces the database's stemmer: the stem is the word in lower case, without a final s. */
function marked(text: string, lexemes: Lexeme[]) {
  const stemsOf = (word: string) => [
    word.toLowerCase().replace(/s$/, '').normalize('NFKD').replaceAll(/\p{M}/gu, ''),
  ];
  return matchesAmong(wordsLike(text, lexemes), lexemes, stemsOf);
}

const shown = (text: string, lexemes: Lexeme[]) => {
  const matches = marked(text, lexemes);
  return partsOf(text, matches, bestStretch(text, matches))
    .map((part) => (part.is_match ? `[${part.text}]` : part.text))
    .join('');
};

test('whole words are marked, in capitals and with accents too', () => {
  const lamp = [{ text: 'lamp', isBeginning: false }];
  assert.equal(shown('Lamps, lamplight and LAMP.', lamp), '[Lamps], lamplight and [LAMP].');
  assert.equal(shown('Élan élans', [{ text: 'elan', isBeginning: false }]), '[Élan] [élans]');
  assert.equal(shown('lamplight', [{ text: 'lamp', isBeginning: true }]), '[lamplight]');
});

test('a snippet is the place where the most of the words stand closest', () => {
  const filler = 'and so on and on '.repeat(40);
  const text = `A lamp here. ${filler} A parrot there. ${filler} The parrot sat by the lamp, asleep. ${filler}`;
  const both = ['lamp', 'parrot'].map((one) => ({ text: one, isBeginning: false }));
  const snippet = shown(text, both);
  assert.match(snippet, /The \[parrot\] sat by the \[lamp\], asleep\./);
  assert.match(snippet, /^… .* …$/);
  assert.ok(snippet.length < 300, snippet);
});

test('a text without the words has no snippet, and one without spaces is cut all the same', () => {
  assert.equal(bestStretch('nothing', []), undefined);
  const long = `${'x'.repeat(5000)} lamp ${'y'.repeat(5000)}`;
  assert.ok(shown(long, [{ text: 'lamp', isBeginning: false }]).length < 400);
});
