import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AnalyzedTerm,
  beginningQuery,
  commonWordsQuery,
  composeQueries,
  parseQuery,
  partialQueries,
} from './query.ts';

test('a query is read as words, quoted words and what is to be left out', () => {
  const cases: [string, string[]][] = [
    ['ferry at dusk', ['ferry', 'at', 'dusk']],
    ['"ferry at dusk" harbour', ['"ferry at dusk"', 'harbour']],
    ['“two coffees” „und so”', ['"two coffees"', '"und so"']],
    ['ghost -comedy -"slow burn"', ['ghost', '-comedy', '-"slow burn"']],
    ['"never closed', ['"never closed"']],
    ['well-kept --dash - " " ?!', ['well-kept', '-dash']],
    ['ghost \u2212comedy \u2013gore', ['ghost', '-comedy', '-gore']],
    ['', []],
  ];
  for (const [typed, terms] of cases) {
    const read = parseQuery(typed).map(
      ({ text, isPhrase, isExcluded }) => `${isExcluded ? '-' : ''}${isPhrase ? `"${text}"` : text}`,
    );
    assert.deepEqual(read, terms, typed);
  }
  assert.equal(parseQuery('word '.repeat(50)).length, 16);
  assert.equal(
    parseQuery(`${'word '.repeat(30)}-gore`).at(-1)?.isExcluded,
    true,
    'beyond what is looked for',
  );
});

function term(words: string, extra: Partial<AnalyzedTerm> = {}): AnalyzedTerm {
  return {
    text: words,
    isPhrase: false,
    isExcluded: false,
    words: `'${words}'`,
    stems: `'${words}'`,
    ...extra,
  };
}

test('all words must be there, the last may be unfinished, and what is left out must not be there', () => {
  const queries = composeQueries([
    term('old'),
    term('sad', { isExcluded: true }),
    term('ferry', { stems: "'ferri'" }),
  ]);
  assert.equal(queries.titleBlock, "('old') & ('ferri' | 'ferry':*) & !('sad')");
  assert.equal(queries.text, "('old') & ('ferri' | 'ferry':*) & !('sad')");
  assert.equal(queries.proximity, "('old') & ('ferri' | 'ferry':*)");
  assert.deepEqual(queries.exclusion, { query: "('sad')", unordered: "('sad')" });
  assert.deepEqual([queries.hasSeveralTerms, queries.hasOrder], [true, false]);
});

test('an unfinished word of few letters does not stand for half of the dictionary', () => {
  assert.equal(composeQueries([term('fe')]).titleBlock, "('fe')");
  assert.equal(composeQueries([term('ferr')]).text, "('ferr')");
  assert.equal(beginningQuery([term('the'), term('f')]), "('the') & ('f':*)");
});

test('the index is asked for quoted words in any order, what it gives for the right one', () => {
  const quoted = term('two coffees', { isPhrase: true, stems: "'two' <-> 'coffe'" });
  const left = term('so so', { isExcluded: true, isPhrase: true, stems: "'so' <2> 'so'" });
  const queries = composeQueries([quoted, left]);
  assert.equal(queries.unordered, "('two' & 'coffe')");
  assert.equal(queries.text, "('two' <-> 'coffe') & !('so' <2> 'so')");
  assert.equal(queries.hasOrder, true);
  assert.deepEqual(queries.exclusion, { query: "('so' <2> 'so')", unordered: "('so' & 'so')" });
});

test('a query that only leaves out, or holds only the commonest words, asks the index by stems for nothing', () => {
  assert.equal(composeQueries([term('sad', { isExcluded: true })]).titleBlock, '');
  const the = term('the', { stems: '' });
  assert.equal(composeQueries([the]).titleBlock, '');
  assert.equal(commonWordsQuery([the, term('who', { stems: '' })]), "('the') & ('who')");
  assert.equal(commonWordsQuery([the, term('ferry')]), '');
  assert.equal(commonWordsQuery([the, term('sad', { isExcluded: true })]), "('the')");
  assert.equal(beginningQuery([term('old'), term('sad', { isExcluded: true })]), "('old') & !('sad')");
});

test('where no place has all words, the rarest decide, and words that stand nowhere do not count', () => {
  const some = partialQueries([
    { query: "'night'", count: 400 },
    { query: "'medlar'", count: 1 },
    { query: "'zzz'", count: 0 },
    { query: "'ladder'", count: 20 },
  ]);
  assert.equal(some?.anyOfRarest, "('medlar') | ('ladder') | ('night')");
  assert.equal(some?.rarestTogether, "(('medlar') & (('ladder') | ('night'))) | (('ladder') & (('night')))");
  const weights = some?.terms.map(({ weight }) => weight) ?? [];
  assert.deepEqual(
    weights,
    weights.toSorted((a, b) => b - a),
  );
  assert.equal(partialQueries([{ query: "'zzz'", count: 0 }]), undefined);
});
