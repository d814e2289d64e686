import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uniqueQuote } from './rules.ts';

/** The quote of what stands between the bars. */
function quoteOf(marked: string, ...others: string[]): string {
  const from = marked.indexOf('|');
  const to = marked.lastIndexOf('|') - 1;
  const paragraph = marked.replaceAll('|', '');
  return uniqueQuote(paragraph, from, to, [paragraph, ...others].join('\n'));
}

test('a selection is widened to whole words', () => {
  assert.equal(quoteOf('She s|ay|ed it.'), 'sayed');
  assert.equal(quoteOf('She| sayed i|t.'), 'sayed it.');
  assert.equal(quoteOf('|She|'), 'She');
});

test('a passage that occurs again is widened until the author can tell which is meant', () => {
  assert.equal(quoteOf('The lamp and |the| sea.'), 'the');
  assert.equal(quoteOf('and the lamp and |the| sea'), 'the sea');
  assert.equal(quoteOf('a b |a| c', 'a c'), 'b a c');
  assert.equal(quoteOf('|Yes.|', 'Yes.'), 'Yes.');
  assert.equal(quoteOf('Yes, |yes|, yes'), 'yes,');
});

test('line breaks and double spaces count as one space', () => {
  assert.equal(quoteOf('one  |two\nthree| four'), 'two three');
});

test('a selection without words quotes nothing', () => {
  for (const marked of ['a| |b', '||', 'a||b']) assert.equal(quoteOf(marked), '');
});

test('a long text of one word is quoted as far as it goes', () => {
  const long = 'no '.repeat(2000);
  assert.ok(uniqueQuote(long, 3000, 3002, long).length > 1000);
});
