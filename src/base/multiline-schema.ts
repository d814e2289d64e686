import { z } from 'zod';
import { fits, normalizeLines } from './plain-text.ts';

/** A required plain text of one or more lines, with the messages for a missing and for a long one. */
export function multilineSchema(messages: { required: string; tooLong: string }, maximum: number) {
  return z
    .string(messages.required)
    .overwrite(normalizeLines)
    .min(1, messages.required)
    .refine((text) => fits(text, maximum), messages.tooLong);
}
