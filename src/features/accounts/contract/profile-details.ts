import { z } from 'zod';
import { fits, normalizeLine, normalizeLines } from '#base/plain-text.ts';
import { groupThousands } from '#base/text.ts';
import { accountMessages } from '../rules/accounts.ts';
import { hasHiddenCharacters } from '../rules/display-name.ts';

export const MAX_BIO_CHARACTERS = 2000;
export const MAX_DISPLAY_NAME_CHARACTERS = 60;

/**
 * The owner's details of an account. Each field is a column of `accounts` of the same name; the calls, the store and
 * the export derive their fields from here.
 */
export const profileDetailsSchema = z.object({
  display_name: z
    .string('Display name must be a string')
    .refine((text) => !hasHiddenCharacters(text), accountMessages.displayNameHidden)
    .overwrite(normalizeLine)
    .refine(
      (text) => fits(text, MAX_DISPLAY_NAME_CHARACTERS),
      `Display name must be at most ${MAX_DISPLAY_NAME_CHARACTERS} characters long`,
    ),
  bio: z
    .string('Bio must be a string')
    .overwrite(normalizeLines)
    .refine(
      (text) => fits(text, MAX_BIO_CHARACTERS),
      `Bio must be at most ${groupThousands(MAX_BIO_CHARACTERS)} characters long`,
    ),
});
export type ProfileDetails = z.output<typeof profileDetailsSchema>;
export const PROFILE_DETAILS = profileDetailsSchema.keyof().options;
