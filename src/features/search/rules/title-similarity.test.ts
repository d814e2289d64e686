import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnalyzedTerm } from './query.ts';
import {
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
