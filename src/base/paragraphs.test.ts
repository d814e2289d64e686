import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findParagraph, rememberParagraph, searchedText } from './paragraphs.ts';

/** Numbers from 0 to 1 that are the same in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const WORDS =
  'the lamp harbour she waited and a rope boat night he said nothing was light window letter to come back of rain quay with her hand door open slow train tea'.split(
    ' ',
  );
const REFRAINS = ['“Yes,” he said.', 'No.', 'She waited at the window, as she always did at night.'];

/** A paragraph whose words know where they came from. */
interface Marked {
  words: { text: string; from: number }[];
}

const lineOf = ({ words }: Marked) => words.map(({ text }) => text).join(' ');

function editor(next: () => number) {
  const below = (end: number) => Math.floor(next() * end);
  let born = 0;
  const word = () => `${WORDS[below(WORDS.length)]}${next() < 0.3 ? below(90) : ''}`;
  function paragraph(): Marked {
    const from = born++;
    const texts =
      next() < 0.25
        ? (REFRAINS[below(REFRAINS.length)] ?? '').split(' ')
        : Array.from({ length: 8 + below(60) }, word);
    return { words: texts.map((text) => ({ text, from })) };
  }
  function edit(text: Marked[]): Marked[] {
    const at = below(text.length);
    const chosen = text[at];
    if (chosen === undefined) return [paragraph()];
    const { words } = chosen;
    const kind = below(5);
    if (kind === 0) return text.toSpliced(at, 0, paragraph());
    if (kind === 1) return text.length < 4 ? text : text.toSpliced(at, 1);
    if (kind === 2 && words.length > 3) {
      const cut = 1 + below(words.length - 1);
      return text.toSpliced(at, 1, { words: words.slice(0, cut) }, { words: words.slice(cut) });
    }
    const following = text[at + 1];
    if (kind === 3 && following !== undefined)
      return text.toSpliced(at, 2, { words: [...words, ...following.words] });
    const altered = words.map((each) =>
      next() < 0.12 ? { text: word(), from: next() < 0.5 ? each.from : -1 } : each,
    );
    return text.with(at, { words: altered });
  }
  return { below, paragraph, edit };
}

describe('a paragraph of a text that is edited', () => {
  test('is found through 50 random edits, or is not found, and never another one', () => {
    let found = 0;
    let asked = 0;
    for (let seed = 1; seed <= 100; seed++) {
      const { below, paragraph, edit } = editor(numbersFrom(seed));
      let text = Array.from({ length: 12 }, paragraph);
      const chosen = below(text.length);
      const own = text[chosen]?.words[0]?.from;
      const anchor = rememberParagraph(text.map(lineOf), chosen);
      assert.ok(anchor);
      for (let step = 1; step <= 50; step++) {
        text = edit(text);
        const at = findParagraph(anchor, searchedText(text.map(lineOf)));
        const isThere = text.some(({ words }) => words.some(({ from }) => from === own));
        if (isThere) asked++;
        if (at === undefined) continue;
        if (isThere) found++;
        const words = text[at]?.words ?? [];
        const line = lineOf({ words });
        // The same words, written again, are the same paragraph to everybody.
        assert.ok(
          line.includes(anchor.text) || words.some(({ from }) => from === own),
          `seed ${seed}, edit ${step}: “${anchor.text}” is not “${line}”`,
        );
      }
    }
    assert.ok(found > asked / 2, `${found} of ${asked}`);
  });

  const text = [
    'The harbour was dark, and the last of the boats had come in before the rain.',
    '“Yes,” he said.',
    'She lit the lamp at eight, as she did on every night of the long winter, and waited.',
    '“Yes,” he said.',
    'Nobody came up the road.',
  ];
  const lamp = rememberParagraph(text, 2);
  const secondYes = rememberParagraph(text, 3);
  assert.ok(lamp && secondYes);

  const cases: [string, string[], number | undefined][] = [
    ['as it was', text, 2],
    ['moved', text.toSpliced(0, 0, 'A new beginning.', 'And more of it.'), 4],
    [
      'with other words',
      text.with(2, 'She lit the lamp at nine, as she did on every night of the winter.'),
      2,
    ],
    [
      'divided',
      text.toSpliced(
        2,
        1,
        'She lit the lamp at eight, as she did on every',
        'night of the long winter, and waited.',
      ),
      2,
    ],
    ['joined to the one before', text.toSpliced(1, 2, `${text[1]} ${text[2]}`), 1],
    ['taken out', text.toSpliced(2, 1), undefined],
    ['written anew', text.with(2, 'A lantern burnt in the window for him until the morning.'), undefined],
    ['in an empty text', [], undefined],
  ];
  for (const [name, edited, expected] of cases)
    test(name, () => assert.equal(findParagraph(lamp, searchedText(edited)), expected));

  test('with the same words as another is told from it by its neighbours', () => {
    assert.equal(findParagraph(secondYes, searchedText(text)), 3);
    assert.equal(findParagraph(secondYes, searchedText(text.toSpliced(0, 2))), 1);
    assert.equal(findParagraph(secondYes, searchedText(text.toSpliced(2, 3))), undefined);
  });
});
