import { z } from 'zod';

/** The people who may suggest corrections of a story, in the words of its form. */
export const correctionSettings = {
  commenters: 'From those who may comment',
  members: 'From members',
  off: 'Off',
};
export type CorrectionSetting = keyof typeof correctionSettings;
export const CORRECTION_SETTINGS = Object.keys(correctionSettings) as CorrectionSetting[];

export const correctionsInput = z
  .enum(CORRECTION_SETTINGS, `Corrections must be one of ${CORRECTION_SETTINGS.join(', ')}`)
  .describe(
    'Who may suggest corrections, which the author alone sees: those who may comment, members, or nobody',
  );
