import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bestExcerpt,
  candidateWords,
  findMatches,
  highlightedParts,
  type Lexeme,
  lexemesOf,
  plainText,
} from './snippet.ts';

test('plain text equals the displayed text of a chapter', () => {
  assert.equal(
    plainText('<p>One <em>wo</em>rd &#x26; two.</p>\n<p>Three&lt;br></p>'),
    'One word & two. Three<br>',
  );
  assert.equal(plainText('<ul><li>a</li><li>b</li></ul>'), 'a b');
  assert.equal(plainText('<p>&#x26;lt;</p>'), '&lt;');
});

test('the lexemes of a tsquery are parsed', () => {
  assert.deepEqual(lexemesOf("('ferri' | 'fer':*) & !('o''brien')"), [
    { text: 'ferri', isPrefix: false },
    { text: 'fer', isPrefix: true },
    { text: "o'brien", isPrefix: false },
  ]);
});

/** Replaces the database's stemmer: the stem is the word in lower case, without a final s. */
function highlighted(text: string, lexemes: Lexeme[]) {
  const stemsOf = (word: string) => [
    word.toLowerCase().replace(/s$/, '').normalize('NFKD').replaceAll(/\p{M}/gu, ''),
  ];
  return findMatches(candidateWords(text, lexemes), lexemes, stemsOf);
}

const shown = (text: string, lexemes: Lexeme[]) => {
  const matches = highlighted(text, lexemes);
  return highlightedParts(text, matches, bestExcerpt(text, matches))
    .map((part) => (part.is_match ? `[${part.text}]` : part.text))
    .join('');
};

test('whole words are highlighted regardless of case and accents', () => {
  const lamp = [{ text: 'lamp', isPrefix: false }];
  assert.equal(shown('Lamps, lamplight and LAMP.', lamp), '[Lamps], lamplight and [LAMP].');
  assert.equal(shown('Élan élans', [{ text: 'elan', isPrefix: false }]), '[Élan] [élans]');
  assert.equal(shown('lamplight', [{ text: 'lamp', isPrefix: true }]), '[lamplight]');
});

test('a snippet shows the place with the most words close together', () => {
  const filler = 'and so on and on '.repeat(40);
  const text = `A lamp here. ${filler} A parrot there. ${filler} The parrot sat by the lamp, asleep. ${filler}`;
  const both = ['lamp', 'parrot'].map((word) => ({ text: word, isPrefix: false }));
  const snippet = shown(text, both);
  assert.match(snippet, /The \[parrot\] sat by the \[lamp\], asleep\./);
  assert.match(snippet, /^… .* …$/);
  assert.ok(snippet.length < 300, snippet);
});

test('a text without matches has no snippet, and a text without spaces is still cut', () => {
  assert.equal(bestExcerpt('nothing', []), undefined);
  const long = `${'x'.repeat(5000)} lamp ${'y'.repeat(5000)}`;
  assert.ok(shown(long, [{ text: 'lamp', isPrefix: false }]).length < 400);
});
