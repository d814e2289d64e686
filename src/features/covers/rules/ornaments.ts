import type { CoverOrnament } from '#features/labels/contract/covers.ts';

/** A drawing on a square of 100 units: lines of one width with round ends, and filled shapes. */
export interface Ornament {
  lines: string;
  fills?: string;
}

/** The house's ornaments. Bold enough to be told apart when a cover is 40 pixels wide. */
export const ornaments: Record<CoverOrnament, Ornament> = {
  lamp: {
    lines: 'M50 50V82M34 88H66M62 50V63',
    fills: 'M36 14H64L80 50H20ZM59 63A3 3 0 1 0 65 63A3 3 0 1 0 59 63Z',
  },
  key: {
    lines: 'M50 44V92M50 75H66M50 88H62M50 8A18 18 0 1 1 50 44A18 18 0 1 1 50 8Z',
    fills: 'M50 20A6 6 0 1 1 50 32A6 6 0 1 1 50 20Z',
  },
  stair: {
    lines: 'M8 88H28V70H46V52H64V34H82V16H94M28 88H94V34',
    fills: 'M46 70H64V52H82V34H94V88H46Z',
  },
  wave: {
    lines:
      'M6 34C18 16 32 16 42 32S66 48 78 32C83 25 89 22 94 22M6 56C18 38 32 38 42 54S66 70 78 54C83 47 89 44 94 44M6 78C18 60 32 60 42 76S66 92 78 76C83 69 89 66 94 66',
  },
  moth: {
    lines: 'M48 30C46 20 42 14 34 12M52 30C54 20 58 14 66 12',
    fills:
      'M47 36C36 22 16 20 6 26C6 44 22 58 47 54ZM53 36C64 22 84 20 94 26C94 44 78 58 53 54ZM47 58C34 58 22 66 24 82C36 88 46 78 47 66ZM53 58C66 58 78 66 76 82C64 88 54 78 53 66ZM50 30C53 30 53 78 50 84C47 78 47 30 50 30Z',
  },
  moon: {
    lines: 'M84 22V34M78 28H90',
    fills: 'M58 10A40 40 0 1 0 88 66A34 34 0 0 1 58 10Z',
  },
  letter: {
    lines: 'M10 24H90V78H10ZM10 26L50 58L90 26M10 76L36 48M90 76L64 48',
    fills: 'M50 50A8 8 0 1 1 50 66A8 8 0 1 1 50 50Z',
  },
  gate: {
    lines: 'M16 92V44A34 34 0 0 1 84 44V92M33 92V32M50 92V12M67 92V32M16 60H84M8 92H92',
  },
  bed: {
    lines: 'M10 20V86M90 46V86M10 74H90',
    fills: 'M18 50H40A6 6 0 0 1 46 56V66H18ZM52 48H84V66H52Z',
  },
  leaf: {
    lines: 'M10 92L25 76',
    fills: 'M24 76C14 38 44 12 90 10C92 52 66 86 24 76ZM32 71L73 30L70 27L29 68Z',
  },
  cup: {
    lines: 'M72 48H79A10 10 0 0 1 79 68H70M14 92H82M36 30C30 24 42 18 36 10M56 30C50 24 62 18 56 10',
    fills: 'M20 40H74V62A20 20 0 0 1 54 82H40A20 20 0 0 1 20 62Z',
  },
  star: {
    lines: 'M22 22L31 31M78 22L69 31M22 78L31 69M78 78L69 69',
    fills: 'M50 4L58 42L96 50L58 58L50 96L42 58L4 50L42 42Z',
  },
};
