import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editDistance } from '#base/edit-distance.ts';
import {
  applyCorrections,
  combineCorrections,
  type KnownWord,
  likelyCorrections,
  rankByFrequency,
  singleEdits,
} from './spelling.ts';

const known = (...words: string[]): KnownWord[] => words.map((word) => ({ word, isInTitleBlock: false }));

test('the likeliest correction is the nearest known word, names and titles first', () => {
  const words = (typed: string, ...all: KnownWord[]) => likelyCorrections(typed, all).map(({ word }) => word);
  assert.deepEqual(words('parott', ...known('part', 'parrot')), ['parrot', 'part']);
  assert.deepEqual(words('vayn', ...known('vane', 'vain'), { word: 'vay', isInTitleBlock: true }), [
    'vay',
    'vain',
  ]);
  assert.deepEqual(words('lamp', ...known('harbour')), []);
  assert.deepEqual(words('ferry', ...known('merry', 'ferry')), ['ferry', 'merry']);
});

test('of two equally near words the more common one ranks first', () => {
  const guesses = [
    { word: 'hark', distance: 1 },
    { word: 'harker', distance: 1 },
  ];
  assert.equal(rankByFrequency(guesses, [3, 200])[0]?.word, 'harker');
  assert.equal(rankByFrequency(guesses, [200, 3])[0]?.word, 'hark');
});

test('of two equally near words the one of a title ranks first, unless the other is far more common', () => {
  const guesses = [
    { word: 'boat', distance: 1 },
    { word: 'flat', distance: 1 },
  ];
  assert.equal(rankByFrequency(guesses, [30, 3], new Set([1]))[0]?.word, 'flat');
  assert.equal(rankByFrequency(guesses, [3000, 3], new Set([1]))[0]?.word, 'boat');
});

test('only the misspelt words of a query are replaced', () => {
  const meant = new Map([['coffe', 'coffee']]);
  assert.equal(applyCorrections('"two Coffe" -milk', meant), '"two coffee" -milk');
  assert.equal(applyCorrections('coffees', meant), 'coffees');
});

test('the single edits are exactly the words at distance one', () => {
  const edits = singleEdits('1984b');
  for (const slip of ['1985b', '184b', '19984b', '1948b', '1984', '1984bc', 'a1984b', '9184b'])
    assert.ok(edits.includes(slip), slip);
  for (const edit of edits) assert.equal(editDistance('1984b', edit), 1, edit);
  assert.ok(singleEdits('дом').includes('том'));
});

test('combinations of corrections are ordered by likelihood', () => {
  const guesses = new Map([
    ['a', ['a1', 'a2']],
    ['b', ['b1', 'b2']],
  ]);
  const chosen = combineCorrections(guesses, 3).map((words) => [...words.values()].join(' '));
  assert.deepEqual(chosen, ['a1 b1', 'a1 b2', 'a2 b1']);
});
