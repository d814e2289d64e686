import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AnalyzedTerm,
  commonWordsQuery,
  composeQueries,
  parseQuery,
  partialQueries,
  prefixQuery,
} from './query.ts';

test('a query is parsed into words, quoted words and exclusions', () => {
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
    'exclusions are not limited',
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

test('all words are required, the last may be a prefix, and excluded words must be absent', () => {
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

test('a short prefix is matched as a whole word', () => {
  assert.equal(composeQueries([term('fe')]).titleBlock, "('fe')");
  assert.equal(composeQueries([term('ferr')]).text, "('ferr')");
  assert.equal(prefixQuery([term('the'), term('f')]), "('the') & ('f':*)");
});

test('quoted words are matched unordered by the index and ordered afterwards', () => {
  const quoted = term('two coffees', { isPhrase: true, stems: "'two' <-> 'coffe'" });
  const left = term('so so', { isExcluded: true, isPhrase: true, stems: "'so' <2> 'so'" });
  const queries = composeQueries([quoted, left]);
  assert.equal(queries.unordered, "('two' & 'coffe')");
  assert.equal(queries.text, "('two' <-> 'coffe') & !('so' <2> 'so')");
  assert.equal(queries.hasOrder, true);
  assert.deepEqual(queries.exclusion, { query: "('so' <2> 'so')", unordered: "('so' & 'so')" });
});

test('a query of only exclusions or stop words has no stem query', () => {
  assert.equal(composeQueries([term('sad', { isExcluded: true })]).titleBlock, '');
  const the = term('the', { stems: '' });
  assert.equal(composeQueries([the]).titleBlock, '');
  assert.equal(commonWordsQuery([the, term('who', { stems: '' })]), "('the') & ('who')");
  assert.equal(commonWordsQuery([the, term('ferry')]), '');
  assert.equal(commonWordsQuery([the, term('sad', { isExcluded: true })]), "('the')");
  assert.equal(prefixQuery([term('old'), term('sad', { isExcluded: true })]), "('old') & !('sad')");
});

test('partial queries use the rarest words and ignore unknown ones', () => {
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
