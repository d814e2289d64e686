import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ShortenedLine, shortened, textDifference } from './text-difference.ts';

/** Lines with -removed- and +added+ parts. */
function shown(lines: (ShortenedLine | number)[]): string[] {
  const signs = { same: '', added: '+', removed: '-' };
  return lines.map((line) =>
    typeof line === 'number'
      ? `(${line})`
      : line
          .map((piece) =>
            typeof piece === 'number'
              ? ` (${piece})`
              : `${signs[piece.kind]}${piece.text}${signs[piece.kind]}`,
          )
          .join(''),
  );
}

test('the difference shows the changed words', () => {
  const table: [string[], string[], string[]][] = [
    [[], [], []],
    [['One.'], ['One.'], ['One.']],
    [['She was late.'], ['She was never late.'], ['She was +never +late.']],
    [['She was late.', 'He waited.'], ['She was late.'], ['She was late.', '-He waited.-']],
    [['One.'], ['Zero.', 'One.'], ['+Zero.+', 'One.']],
    [
      ['She left.', 'He stayed where he was.'],
      ['She left, once more.'],
      ['She left+, once more+.', '-He stayed where he was.-'],
    ],
    [
      ['Rain fell on the pier.', 'He waited.'],
      ['Nobody came.', 'Rain fell all day on the pier.'],
      ['+Nobody came.+', 'Rain fell +all day +on the pier.', '-He waited.-'],
    ],
    [
      ['a b c', 'x'],
      ['a q c', 'x'],
      ['a -b-+q+ c', 'x'],
    ],
  ];
  for (const [before, after, expected] of table) {
    assert.deepEqual(shown(textDifference(before, after)), expected, before.join('|'));
  }
});

test('both texts can be restored from their difference', () => {
  const before = ['The ferry left at six.', 'She was on it,', 'and he was not.', 'Evening.'];
  const after = ['The ferry left at seven.', 'and he was on it.', 'Evening.', 'Night.'];
  const lines = textDifference(before, after);
  const textOf = (without: 'added' | 'removed') =>
    lines
      .flat()
      .filter((piece) => piece.kind !== without)
      .map((piece) => piece.text)
      .join('')
      .replaceAll(/\s/g, '');
  assert.equal(textOf('added'), before.join('').replaceAll(/\s/g, ''));
  assert.equal(textOf('removed'), after.join('').replaceAll(/\s/g, ''));
});

test('runs of unchanged lines are shortened', () => {
  const before = ['1', '2', '3', '4', '5', '6', '7'];
  const after = ['1', '2', '3', 'four', '5', '6', '7'];
  assert.deepEqual(shown(shortened(textDifference(before, after))), [
    '(2)',
    '3',
    '-4-',
    '+four+',
    '5',
    '(2)',
  ]);
  assert.deepEqual(shown(shortened(textDifference(before, before))), ['(7)']);
});

test('a long changed paragraph shows its changed words, and leaves out what stayed the same far from them', () => {
  const words = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `w${from + at}`).join(' ');
  const before = [words(0, 200)];
  const after = [`${words(0, 100)} lantern ${words(101, 200)}`];
  assert.deepEqual(shown(shortened(textDifference(before, after))), [
    `${words(0, 12)} (76) ${words(88, 100)} -w100-+lantern+ ${words(101, 113)} (75) ${words(188, 200)}`,
  ]);
  const [unchanged] = shown(shortened(textDifference([words(0, 50), 'One.'], [words(0, 50), 'Two.'])));
  assert.equal(unchanged, `${words(0, 12)} (26) ${words(38, 50)}`);
  const short = [`${words(0, 30)} a`, `${words(0, 30)} b`];
  assert.deepEqual(shown(shortened(textDifference([short[0] ?? ''], [short[1] ?? '']))), [
    `${words(0, 30)} -a-+b+`,
  ]);
});

test('two texts without common words are compared', () => {
  const words = (sign: string) => Array.from({ length: 4000 }, (_, at) => `${sign}${at} `.repeat(5));
  const lines = textDifference(words('a'), words('b'));
  const kinds = new Set(lines.flat().map((piece) => piece.kind));
  assert.ok(kinds.has('added') && kinds.has('removed'));
});
