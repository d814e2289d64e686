import { z } from 'zod';
import { fits, isBlank, normalizeLine, normalizeLines } from './plain-text.ts';
import { groupThousands } from './text.ts';

/** The title of something that people write, with the messages for a missing and for a long one. */
export function titleSchema(messages: { titleRequired: string; titleTooLong: string }, maximum: number) {
  return z
    .string(messages.titleRequired)
    .overwrite(normalizeLine)
    .min(1, messages.titleRequired)
    .refine((text) => !isBlank(text), messages.titleRequired)
    .refine((text) => fits(text, maximum), messages.titleTooLong)
    .describe(`Up to ${maximum} characters`);
}

/** The text about it, which may be empty. */
export function synopsisSchema(messages: { synopsisTooLong: string }, maximum: number) {
  return z
    .string('Synopsis must be a string')
    .overwrite(normalizeLines)
    .refine((text) => fits(text, maximum), messages.synopsisTooLong)
    .describe(`Plain text, up to ${groupThousands(maximum)} characters`);
}
