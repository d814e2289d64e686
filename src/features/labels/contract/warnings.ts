import { z } from 'zod';

/** The warnings of a story or a chapter, in the order of every answer and form. */
export const contentWarnings = {
  violence: 'Violence',
  death: 'Death',
  non_consent: 'Non-consent',
  abuse: 'Abuse',
  self_harm: 'Self-harm',
  substance_use: 'Substance use',
  horror: 'Horror',
  grief: 'Grief and loss',
};
/** The answers of an author who gives no warnings. */
export const warningAnswers = { none: 'None of these', not_told: 'Prefer not to say' };

export type WarningName = keyof typeof contentWarnings;
const WARNING_NAMES = Object.keys(contentWarnings) as WarningName[];
export type ContentWarning = WarningName | keyof typeof warningAnswers;
export const CONTENT_WARNINGS = Object.keys({ ...contentWarnings, ...warningAnswers }) as ContentWarning[];

const warningMessages = {
  unknown: `Warnings must be a list of ${CONTENT_WARNINGS.join(', ')}`,
  alone: 'Warnings must be none or not_told alone, or any of the others',
};

/** An empty list means the same as null. */
export const warningsInput = z
  .array(z.enum(CONTENT_WARNINGS, warningMessages.unknown), warningMessages.unknown)
  .max(2 * CONTENT_WARNINGS.length, warningMessages.unknown)
  .overwrite((names) => CONTENT_WARNINGS.filter((name) => names.includes(name)))
  .refine((names) => names.length < 2 || !names.some((name) => name in warningAnswers), warningMessages.alone)
  .nullable()
  .overwrite((names) => (names?.length === 0 ? null : names))
  .describe('Any of the warnings, or none or not_told alone; null where the author was not asked yet');

/** Warnings apart from the two answers; empty where there are none. */
export const warningNames = z.array(z.enum(WARNING_NAMES));
