import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  COVER_FOILS,
  COVER_ORNAMENTS,
  COVER_PAPERS,
  COVER_SETTINGS,
} from '#features/labels/contract/covers.ts';
import { COLOURING_TAGS, decideCover } from './choice.ts';
import { svgOf } from './drawing.ts';
import { breakableParts, breakLines, cutToWidth, isCutWell } from './line-breaks.ts';
import { ornaments } from './ornaments.ts';
import { coloursOf } from './palette.ts';
import { placedPath } from './placed-path.ts';

/** The relative luminance of a colour (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test('title, name and ornament can be read on every paper in every foil, also without colours', () => {
  for (const paper of COVER_PAPERS)
    for (const foil of COVER_FOILS) {
      const colours = coloursOf(paper, foil);
      const what = `${foil} on ${paper}`;
      assert.ok(contrast(colours.ink, colours.paper) >= 7, what);
      assert.ok(contrast(colours.foil, colours.paper) >= 4.5, what);
      assert.ok(contrast(colours.foil, colours.spine) >= 4.5, what);
      assert.ok(contrast(colours.labelInk, colours.label) >= 7, what);
      assert.ok(contrast(colours.labelFoil, colours.label) >= 4.5, what);
    }
});

test('the house uses every paper, foil, ornament and setting about as often', () => {
  const uses = new Map<string, number>();
  for (let id = 1; id <= 4800; id++)
    for (const choice of Object.values(
      decideCover(`story ${id}`, [`tag ${id % 611}`, `tag ${id % 97}`], null),
    ))
      uses.set(choice, (uses.get(choice) ?? 0) + 1);
  const kinds = [COVER_PAPERS, COVER_FOILS, COVER_ORNAMENTS, COVER_SETTINGS];
  for (const names of kinds)
    for (const name of names) {
      const share = ((uses.get(name) ?? 0) * names.length) / 4800;
      assert.ok(share > 0.5 && share < 1.6, `${name}: ${share}`);
    }
});

test('a cover stays the same, follows its first tag, and keeps what its author chose', () => {
  const decided = decideCover('story 7', ['sea', 'winter'], null);
  assert.deepEqual(decideCover('story 7', ['sea', 'winter'], null), decided);
  assert.equal(decideCover('story 8', ['sea', 'letters'], null).paper, decided.paper);
  const none = { cover_foil: null, cover_setting: null };
  const chosen = { ...none, cover_paper: 'linen', cover_ornament: 'bed' } as const;
  const own = decideCover('story 7', ['sea', 'winter'], chosen);
  assert.deepEqual(own, { ...decided, paper: 'linen', ornament: 'bed' });
  for (const [name, choices] of [
    ['foil', COVER_FOILS],
    ['setting', COVER_SETTINGS],
  ] as const)
    for (const choice of choices) {
      const other = decideCover('story 7', ['sea', 'winter'], { ...chosen, [`cover_${name}`]: choice });
      assert.deepEqual(other, { ...own, [name]: choice });
    }
});

test('the stories of one tag share the paper alone, and those without tags nothing', () => {
  const differentOf = (tags: string[]) => {
    const covers = Array.from({ length: 100 }, (_, id) => decideCover(`story ${id}`, tags, null));
    return [new Set(covers.map(({ paper }) => paper)).size, new Set(covers.map(({ foil }) => foil)).size];
  };
  assert.deepEqual(differentOf(['sea', 'winter']), [1, 1]);
  assert.deepEqual(differentOf(['sea']), [1, COVER_FOILS.length]);
  assert.deepEqual(differentOf([]), [COVER_PAPERS.length, COVER_FOILS.length]);
});

test('further tags change nothing on a cover', () => {
  const tags = ['sea', 'winter', 'letters', 'lamp', 'harbour'];
  for (let id = 1; id <= 100; id++)
    assert.deepEqual(
      decideCover(`story ${id}`, tags, null),
      decideCover(`story ${id}`, tags.slice(0, COLOURING_TAGS), null),
    );
});

const tenths = (line: string) => [...line].length;

test('lines break between words, as evenly as possible, and never before a mark', () => {
  const broken = (title: string, width: number) => breakLines(breakableParts(title), width, tenths);
  assert.deepEqual(broken('The Left Side of the Bed', 12), ['The Left', 'Side of', 'the Bed']);
  assert.deepEqual(broken('“Go,” she said: “now!”', 10), ['“Go,”', 'she said:', '“now!”']);
  assert.deepEqual(broken('Half-Light', 6), ['Half-', 'Light']);
  assert.equal(broken('Unbreakable', 6), undefined);
  const chinese = broken('夜の灯台守。', 4) ?? [];
  assert.equal(chinese.join(''), '夜の灯台守。');
  assert.ok(chinese.every((line) => !line.startsWith('。')));
  assert.deepEqual(broken('O', 3), ['O']);
  assert.equal(broken('1990–1995', 6), undefined);
  assert.deepEqual(breakableParts('「夜」夜Tokyo 夜 A'), ['「夜」', '夜', 'Tokyo ', '夜 ', 'A']);
  assert.deepEqual(breakLines([' '], 3, tenths), []);
});

test('a word that is wider than a line is cut between letters, not inside of one', () => {
  const parts = cutToWidth(['अनुच्छेद'], 2, tenths);
  assert.equal(parts.join(''), 'अनुच्छेद');
  assert.ok(parts.length > 1);
  for (const part of parts) assert.doesNotMatch(part, /^\p{M}/u);
});

test('a long word of an alphabet is cut into few even pieces with hyphens', () => {
  assert.deepEqual(cutToWidth(['Unputdownable ', 'book'], 8, tenths), ['Unputdo-', 'wnable ', 'book']);
  assert.deepEqual(cutToWidth(['Unput'], 5, tenths), ['Unput']);
  assert.ok(isCutWell(['Unputdownable'], 8, tenths));
  assert.ok(!isCutWell(['Unputdownable'], 5, tenths));
  // Four pieces, and scripts that know no hyphens.
  for (const word of ['Unputdownable', 'अनुच्छेद']) {
    assert.ok(!isCutWell([word], 3, tenths));
    assert.equal(cutToWidth([word], 3, tenths).join(''), word);
  }
});

test('every ornament stays inside of its square', () => {
  for (const [name, { lines, fills = '' }] of Object.entries(ornaments))
    for (const [, list = ''] of `${lines}${fills}`.matchAll(/[MLC]([^A-Z]+)/g))
      for (const number of list
        .trim()
        .split(/[\s,]+/)
        .map(Number))
        assert.ok(number >= 0 && number <= 100, `${name}: ${number}`);
});

test('a path moves by its beginning alone, and its letters can be turned over', () => {
  assert.equal(placedPath('M10 20H30V40L10 20Z', 100, 200, 2), 'M120 240h40v40l-40 -40z');
  assert.equal(placedPath('M1 2H3V4ZM5 6H7V8ZM9 9', 0, 0, 1), 'M1 2h2v2zm4 4h2v2zm4 3');
  assert.equal(placedPath('M10 20Q20 40,30 20', 0, 100, 1, -1), 'M10 80q10 -20 20 0');
  const [one = '', other = ''] = [0, 50].map((left) => placedPath('M1 2A3 3 0 1 0 7 8', left, 0, 1));
  assert.equal(one.replace('M1 2', ''), other.replace('M51 2', ''));
});

test('text in a drawing is data', () => {
  const text = {
    text: '</text><script>alert(1)</script>\u0000\ud800&',
    x: 1,
    y: 2,
    size: 3,
    fill: '#000000',
  };
  const shapes = [{ d: 'M0 0', stroke: '#ffffff', stroke_width: 2, opacity: 0.5 }];
  const drawing = { width: 1, height: 1, shapes };
  const svg = svgOf({ ...drawing, texts: [{ ...text, anchor: 'start' }] }, '"<b>"');
  assert.doesNotMatch(svg, /<script|<b>/);
  assert.ok(!svg.includes('\0') && svg.isWellFormed());
  assert.match(svg, /<path d="M0 0" fill="none" stroke="#ffffff" stroke-width="2" [^>]+ opacity="0.5"\/>/);
  assert.match(svg, /&lt;\/text&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;\ufffd&amp;/);
});
