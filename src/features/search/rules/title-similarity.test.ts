import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnalyzedTerm } from './query.ts';
import { beginningLikeness, MIN_TITLE_LIKENESS, titleLikeness, typedTitleOf } from './title-similarity.ts';

test('case, accents and signs do not tell titles apart, a few letters hardly, and other words do', () => {
  assert.equal(titleLikeness('elan quotes angles', 'Élan, "Quotes" & <Angles>'), 1);
  for (const typed of ['far from the maddening crowd', 'far from madding crowd'])
    assert.ok(titleLikeness(typed, 'Far from the Madding Crowd') >= MIN_TITLE_LIKENESS, typed);
  for (const typed of ['far from the crowd', 'the madding crowd', 'near to the quiet crowd', ''])
    assert.ok(titleLikeness(typed, 'Far from the Madding Crowd') < MIN_TITLE_LIKENESS, typed);
});

test('a title may be typed in part where it is suggested', () => {
  assert.ok(beginningLikeness('far from the maddi', 'Far from the Madding Crowd') >= MIN_TITLE_LIKENESS);
  assert.ok(beginningLikeness('far', 'Far from the Madding Crowd') < MIN_TITLE_LIKENESS);
});

test('a title may lack one of the typed words, and quoted words are no title', () => {
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
