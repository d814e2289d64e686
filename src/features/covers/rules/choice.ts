import {
  COVER_FOILS,
  COVER_ORNAMENTS,
  COVER_PAPERS,
  COVER_SETTINGS,
  type CoverChoice,
  type CoverFoil,
  type CoverOrnament,
  type CoverPaper,
  type CoverSetting,
} from '#features/labels/contract/covers.ts';

export interface DecidedCover {
  paper: CoverPaper;
  foil: CoverFoil;
  ornament: CoverOrnament;
  setting: CoverSetting;
}

/** The number of tags, from the first, that colour a cover. */
export const COLOURING_TAGS = 2;

/** A number of 32 bits from a text: FNV-1a, mixed so that neighbouring ids differ in every bit. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function pick<Choice>(choices: readonly Choice[], seed: string): Choice {
  return choices[hashOf(seed) % choices.length] as Choice;
}

/**
 * The cover of a story or series: the author’s choices, and the house’s for the others. Ornament and setting follow from
 * the id. The colours follow from the first tag, so that stories of a kind are on the same paper; without tags from the
 * id.
 */
export function decideCover(seed: string, tags: readonly string[], chosen: CoverChoice | null): DecidedCover {
  const [first = seed, second = seed] = tags;
  return {
    paper: chosen?.cover_paper ?? pick(COVER_PAPERS, `paper ${first}`),
    foil: chosen?.cover_foil ?? pick(COVER_FOILS, `foil ${second}`),
    ornament: chosen?.cover_ornament ?? pick(COVER_ORNAMENTS, `ornament ${seed}`),
    setting: chosen?.cover_setting ?? pick(COVER_SETTINGS, `setting ${seed}`),
  };
}
