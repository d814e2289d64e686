import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnalyzedTerm } from './query.ts';
import {
  lettersApart,
  MIN_TITLE_SIMILARITY,
  titlePrefixSimilarity,
  titleSimilarity,
  typedTitleOf,
} from './title-similarity.ts';

test('title similarity ignores case, accents and signs, and tolerates few letters', () => {
  assert.equal(titleSimilarity('elan quotes angles', 'Élan, "Quotes" & <Angles>'), 1);
  for (const typed of ['far from the maddening crowd', 'far from madding crowd'])
    assert.ok(titleSimilarity(typed, 'Far from the Madding Crowd') >= MIN_TITLE_SIMILARITY, typed);
  for (const typed of ['far from the crowd', 'the madding crowd', 'near to the quiet crowd', ''])
    assert.ok(titleSimilarity(typed, 'Far from the Madding Crowd') < MIN_TITLE_SIMILARITY, typed);
});

test('a prefix of a title is similar to it', () => {
  assert.ok(
    titlePrefixSimilarity('far from the maddi', 'Far from the Madding Crowd') >= MIN_TITLE_SIMILARITY,
  );
  assert.ok(titlePrefixSimilarity('far', 'Far from the Madding Crowd') < MIN_TITLE_SIMILARITY);
});

test('letters apart are counted from the nearest word of a title, in any order of words', () => {
  const table: [string, string, number][] = [
    ['lampligter', 'The Lamplighter', 1],
    ['lampligter', 'By Lamplight', 3],
    ['lighthouse kepper', 'The Keeper of the Lighthouse', 1],
    ['Élan', 'elan', 0],
    // The last word may be unfinished.
    ['lamp', 'Lamplighters', 1],
    ['lamp oil', 'Lamps and Oil', 1],
    // Words are not told apart in scripts without spaces.
    ['咖啡', '旧咖啡馆的来信', 0],
  ];
  for (const [typed, title, letters] of table) assert.equal(lettersApart(typed, title), letters, typed);
});

test('a typed title matches titles lacking one word, and quoted words match none', () => {
  const term = (word: string, extra: Partial<AnalyzedTerm> = {}): AnalyzedTerm => ({
    text: word,
    isPhrase: false,
    isExcluded: false,
    words: `'${word}'`,
    stems: '',
    ...extra,
  });
  const [of, hills] = [term('of'), term('hills', { stems: "'hill'" })];
  assert.equal(typedTitleOf([of]).matching, "('of')");
  assert.equal(typedTitleOf([of, hills]).matching, "(('hills' | 'hill')) | (('of'))");
  assert.equal(typedTitleOf([of, term('sad', { isExcluded: true })]).typed, 'of');
  assert.equal(typedTitleOf([term('of hills', { isPhrase: true })]).matching, '');
});
