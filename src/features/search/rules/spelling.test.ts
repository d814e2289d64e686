import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  combinations,
  editDistance,
  type KnownWord,
  likelyWords,
  singleEdits,
  withCorrections,
  withFrequency,
} from './spelling.ts';

test('a slip of the finger counts once, two letters in the wrong order too', () => {
  const cases: [string, string, number][] = [
    ['ferry', 'ferry', 0],
    ['fery', 'ferry', 1],
    ['ferrry', 'ferry', 1],
    ['furry', 'ferry', 1],
    ['frery', 'ferry', 1],
    ['harmonuim', 'harmonium', 1],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
  ];
  for (const [a, b, distance] of cases) assert.equal(editDistance(a, b), distance, `${a} ${b}`);
});

const known = (...words: string[]): KnownWord[] => words.map((word) => ({ word, in_head: false }));

test('what a reader meant is the nearest known word, names and titles before the rest', () => {
  const words = (typed: string, ...all: KnownWord[]) => likelyWords(typed, all).map(({ word }) => word);
  assert.deepEqual(words('parott', ...known('part', 'parrot')), ['parrot', 'part']);
  assert.deepEqual(words('vayn', ...known('vane', 'vain'), { word: 'vay', in_head: true }), ['vay', 'vain']);
  assert.deepEqual(words('lamp', ...known('harbour')), []);
  assert.deepEqual(words('ferry', ...known('merry', 'ferry')), ['ferry', 'merry']);
});

test('of two words as near as each other the commoner was meant', () => {
  const guesses = [
    { word: 'hark', distance: 1 },
    { word: 'harker', distance: 1 },
  ];
  assert.equal(withFrequency(guesses, [3, 200])[0]?.word, 'harker');
  assert.equal(withFrequency(guesses, [200, 3])[0]?.word, 'hark');
});

test('only the mistyped words of a query are written anew', () => {
  const meant = new Map([['coffe', 'coffee']]);
  assert.equal(withCorrections('"two Coffe" -milk', meant), '"two coffee" -milk');
  assert.equal(withCorrections('coffees', meant), 'coffees');
});

test('every word that is one slip away is among the single edits, and nothing else', () => {
  const edits = singleEdits('1984b');
  for (const slip of ['1985b', '184b', '19984b', '1948b', '1984', '1984bc', 'a1984b', '9184b'])
    assert.ok(edits.includes(slip), slip);
  for (const edit of edits) assert.equal(editDistance('1984b', edit), 1, edit);
  assert.ok(singleEdits('дом').includes('том'));
});

test('of two mistyped words the likeliest corrections come first together', () => {
  const guesses = new Map([
    ['a', ['a1', 'a2']],
    ['b', ['b1', 'b2']],
  ]);
  const chosen = combinations(guesses, 3).map((words) => [...words.values()].join(' '));
  assert.deepEqual(chosen, ['a1 b1', 'a1 b2', 'a2 b1']);
});
