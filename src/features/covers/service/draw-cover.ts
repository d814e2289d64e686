import type { CoverChoice } from '#features/labels/contract/covers.ts';
import { decideCover } from '../rules/choice.ts';
import type { Drawing, Shape } from '../rules/drawing.ts';
import { ornaments } from '../rules/ornaments.ts';
import { type CoverColours, coloursOf } from '../rules/palette.ts';
import { placedPath } from '../rules/placed-path.ts';
import { type Letters, loadLetters } from './letters.ts';
import { setText, type TextBox } from './title-block.ts';

/** The facts from which a cover is drawn. */
export interface CoverFacts {
  /** Decides what the author leaves open; the same for ever. */
  seed: string;
  title: string;
  author: string;
  tags: readonly string[];
  chosen: CoverChoice | null;
  /** The place in a series, for the spine. */
  position?: number | undefined;
}

const COVER_WIDTH = 640;
const COVER_HEIGHT = 960;
const SPINE = 40;
/** The middle of the front, beside the spine. */
const MIDDLE = SPINE + (COVER_WIDTH - SPINE) / 2;
const TITLE_SIZES = [136, 118, 104, 96, 88, 80, 72, 66, 60, 54, 48, 44, 40, 36, 32, 28, 24];
const NAME_SIZES = [30, 28, 26, 24, 22, 20, 18];
const NAME_TRACKING = 110;

type Part = Pick<Drawing, 'shapes' | 'texts'>;

/** Draws a cover: a small press’s paperback, by rule. */
export async function drawCover(facts: CoverFacts): Promise<Drawing> {
  const letters = await loadLetters();
  const { paper, foil, ornament, setting } = decideCover(facts.seed, facts.tags, facts.chosen);
  const colours = coloursOf(paper, foil);
  const words = { title: titleOf(facts.title), name: nameOf(facts.author) };
  const front = settings[setting](letters, words, colours, (x, y, size, colour, width, opacity) =>
    ornamentAt(ornament, { x, y, size, colour, width, opacity }),
  );
  const parts = [ground(colours), spine(letters, colours, facts.position), front];
  return {
    width: COVER_WIDTH,
    height: COVER_HEIGHT,
    shapes: parts.flatMap(({ shapes }) => shapes),
    texts: parts.flatMap(({ texts }) => texts),
  };
}

type DrawOrnament = (
  ...place: [x: number, y: number, size: number, colour: string, width: number, opacity?: number]
) => Shape[];
type Setting = (
  letters: Letters,
  words: { title: string; name: string },
  colours: CoverColours,
  ornament: DrawOrnament,
) => Part;

const settings: Record<'centred' | 'ranged' | 'label', Setting> = {
  centred(letters, { title, name }, { ink, foil }, ornament) {
    const frame: Shape[] = [
      { d: box(76, 40, 528, 880), stroke: foil, stroke_width: 5 },
      { d: box(88, 52, 504, 856), stroke: foil, stroke_width: 1.5 },
      { d: `M${MIDDLE - 34} 786H${MIDDLE + 34}`, stroke: foil, stroke_width: 4 },
    ];
    return join(
      { shapes: [...frame, ...ornament(MIDDLE, 238, 230, foil, 5)], texts: [] },
      setText(letters, title, titleBox({ x: 112, y: 400, width: 456, height: 350 }, 'middle', 'middle', ink)),
      setText(letters, name, nameBox({ x: 112, y: 822, width: 456, height: 50 }, 'middle', ink)),
    );
  },
  ranged(letters, { title, name }, { ink, foil }, ornament) {
    const rule: Shape[] = [
      { d: 'M88 76H178', stroke: foil, stroke_width: 9 },
      { d: 'M88 862H596', stroke: foil, stroke_width: 2 },
    ];
    return join(
      { shapes: [...rule, ...ornament(436, 676, 300, foil, 4.6)], texts: [] },
      setText(letters, title, titleBox({ x: 86, y: 118, width: 512, height: 392 }, 'start', 'top', ink)),
      setText(letters, name, nameBox({ x: 88, y: 886, width: 508, height: 32 }, 'start', ink)),
    );
  },
  label(letters, { title, name }, { foil, label, labelInk, labelFoil }, ornament) {
    const panel: Shape[] = [
      { d: box(102, 236, 476, 488), fill: label },
      { d: box(116, 250, 448, 460), stroke: labelFoil, stroke_width: 2.5 },
      { d: `M${MIDDLE - 30} 636H${MIDDLE + 30}`, stroke: labelFoil, stroke_width: 3 },
    ];
    return join(
      {
        shapes: [...pattern(foil, ornament), ...panel, ...ornament(MIDDLE, 306, 72, labelFoil, 6)],
        texts: [],
      },
      setText(
        letters,
        title,
        titleBox({ x: 136, y: 362, width: 408, height: 254 }, 'middle', 'middle', labelInk),
      ),
      setText(letters, name, nameBox({ x: 136, y: 660, width: 408, height: 32 }, 'middle', labelInk)),
    );
  },
};

/** The ornament all over the paper, every other row moved by half a step. */
function pattern(foil: string, ornament: DrawOrnament): Shape[] {
  const shapes: Shape[] = [];
  for (let row = 0; row < 8; row++)
    for (let column = 0; column < 5; column++) {
      const x = 100 + column * 120 + (row % 2) * 60;
      if (x < COVER_WIDTH) shapes.push(...ornament(x, 60 + row * 120, 62, foil, 5, 0.55));
    }
  return shapes;
}

function ground({ paper }: CoverColours): Part {
  return { shapes: [{ d: box(0, 0, COVER_WIDTH, COVER_HEIGHT), fill: paper }], texts: [] };
}

/** The spine, with the place in the series at its foot. */
function spine(letters: Letters, { spine: edge, foil }: CoverColours, position: number | undefined): Part {
  const shapes: Shape[] = [
    { d: box(0, 0, SPINE, COVER_HEIGHT), fill: edge },
    { d: `M4 60H${SPINE - 4}M4 70H${SPINE - 4}`, stroke: foil, stroke_width: 2.5 },
  ];
  if (position === undefined) return { shapes, texts: [] };
  const number = setText(letters, String(position), {
    ...{ x: 3, y: 876, width: SPINE - 6, height: 26, sizes: [32, 26, 20, 15, 11] },
    ...{ align: 'middle', vertical: 'middle', colour: foil },
  });
  return join(
    {
      shapes: [...shapes, { d: `M4 856H${SPINE - 4}M4 922H${SPINE - 4}`, stroke: foil, stroke_width: 2.5 }],
      texts: [],
    },
    number,
  );
}

type Area = Pick<TextBox, 'x' | 'y' | 'width' | 'height'>;

function titleBox(
  area: Area,
  align: TextBox['align'],
  vertical: TextBox['vertical'],
  colour: string,
): TextBox {
  return { ...area, sizes: TITLE_SIZES, align, vertical, colour };
}

function nameBox(area: Area, align: TextBox['align'], colour: string): TextBox {
  return { ...area, sizes: NAME_SIZES, align, vertical: 'middle', colour, tracking: NAME_TRACKING };
}

function ornamentAt(
  name: keyof typeof ornaments,
  place: { x: number; y: number; size: number; colour: string; width: number; opacity: number | undefined },
): Shape[] {
  const { lines, fills } = ornaments[name];
  const scale = place.size / 100;
  const move = (path: string) => placedPath(path, place.x - place.size / 2, place.y - place.size / 2, scale);
  const opacity = place.opacity === undefined ? {} : { opacity: place.opacity };
  return [
    ...(fills === undefined ? [] : [{ d: move(fills), fill: place.colour, ...opacity }]),
    {
      d: move(lines),
      stroke: place.colour,
      stroke_width: Math.round(place.width * scale * 10) / 10,
      ...opacity,
    },
  ];
}

function box(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}H${x + width}V${y + height}H${x}Z`;
}

function join(...parts: Part[]): Part {
  return { shapes: parts.flatMap(({ shapes }) => shapes), texts: parts.flatMap(({ texts }) => texts) };
}

/** The title as it is set: composed letters, and no coloured pictures, which no press could print in foil. */
function titleOf(title: string): string {
  // Two marks are language; a tower of them leaves the cover.
  const composed = title.normalize('NFC').replaceAll(/([\u0300-\u036f]{2})[\u0300-\u036f]+/g, '$1');
  const plain = composed
    .replaceAll(
      /\u200d?(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\ufe0f|\u20e3)/gu,
      ' ',
    )
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(plain) ? plain : composed;
}

/** Literata's files have no small capitals: capitals at a small size, spaced, stand for them. */
function nameOf(author: string): string {
  return titleOf(author).toUpperCase();
}
