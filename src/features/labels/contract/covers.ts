/** The parts of a cover: papers, foils, ornaments and ways to set them. */
import { z } from 'zod';

export const coverPapers = {
  night: 'Night',
  ink: 'Ink',
  plum: 'Plum',
  oxblood: 'Oxblood',
  moss: 'Moss',
  slate: 'Slate',
  linen: 'Linen',
  ash: 'Ash',
};
export const coverFoils = { amber: 'Amber', rose: 'Rose', verdigris: 'Verdigris', bone: 'Bone' };
export const coverOrnaments = {
  lamp: 'Lamp',
  key: 'Key',
  stair: 'Stair',
  wave: 'Wave',
  moth: 'Moth',
  moon: 'Moon',
  letter: 'Letter',
  gate: 'Gate',
  bed: 'Bed',
  leaf: 'Leaf',
  cup: 'Cup',
  star: 'Star',
};
/** How title, ornament and name are set. */
export const coverSettings = { centred: 'Centred', ranged: 'Ranged left', label: 'On a label' };

export type CoverPaper = keyof typeof coverPapers;
export type CoverFoil = keyof typeof coverFoils;
export type CoverOrnament = keyof typeof coverOrnaments;
export type CoverSetting = keyof typeof coverSettings;

export const COVER_PAPERS = Object.keys(coverPapers) as CoverPaper[];
export const COVER_FOILS = Object.keys(coverFoils) as CoverFoil[];
export const COVER_ORNAMENTS = Object.keys(coverOrnaments) as CoverOrnament[];
export const COVER_SETTINGS = Object.keys(coverSettings) as CoverSetting[];

/** The cover that other sites show with a link to the story. */
export const coverPreviews = { own: 'The cover', neutral: 'A plain one, without title and name' };
export type CoverPreviews = keyof typeof coverPreviews;
export const COVER_PREVIEWS = Object.keys(coverPreviews) as CoverPreviews[];

function choiceOf<const Name extends string>(label: string, names: readonly Name[]) {
  return z
    .enum(names, `${label} must be one of ${names.join(', ')}, or null`)
    .nullable()
    .describe('Part of the cover; null: as the house chooses')
    .default(null);
}

/** An author's choices for the cover of a story, as details of the story. */
export const coverDetails = {
  cover_paper: choiceOf('Paper', COVER_PAPERS),
  cover_foil: choiceOf('Foil', COVER_FOILS),
  cover_ornament: choiceOf('Ornament', COVER_ORNAMENTS),
  cover_setting: choiceOf('Setting', COVER_SETTINGS),
};

export const coverPreviewsInput = z
  .enum(COVER_PREVIEWS, `Cover previews must be one of ${COVER_PREVIEWS.join(', ')}`)
  .describe('The cover that other sites show with a link to the story: its own, or a plain one')
  .default('own');

export interface CoverChoice {
  cover_paper: CoverPaper | null;
  cover_foil: CoverFoil | null;
  cover_ornament: CoverOrnament | null;
  cover_setting: CoverSetting | null;
}

export const COVER_WIDTHS = [320, 640, 1280] as const;
export type CoverWidth = (typeof COVER_WIDTHS)[number];
