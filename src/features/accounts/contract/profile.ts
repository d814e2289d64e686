/** The profile: the facts that an account shows of its owner, and to whom. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { fits, plainLine, plainLines } from '#base/plain-text.ts';
import { accountMessages } from '../rules/accounts.ts';
import { hasHiddenCharacters } from '../rules/display-name.ts';
import { userSchema } from './accounts.ts';

export const MAX_BIO_CHARACTERS = 2000;
export const MAX_DISPLAY_NAME_CHARACTERS = 60;

export const updateProfile = defineCall({
  name: 'updateProfile',
  method: 'PUT',
  path: '/accounts/profile',
  summary:
    'Changes display name or bio, and whether readers find the profile before there is a listed story. A display name that can be taken for somebody else’s, or for the staff’s, is refused.',
  who: 'signed-in',
  limit: 'act',
  input: z.object({
    display_name: z
      .string('Display name must be a string')
      .refine((text) => !hasHiddenCharacters(text), accountMessages.displayNameHidden)
      .overwrite(plainLine)
      .refine(
        (text) => fits(text, MAX_DISPLAY_NAME_CHARACTERS),
        `Display name must be at most ${MAX_DISPLAY_NAME_CHARACTERS} characters long`,
      )
      .optional(),
    bio: z
      .string('Bio must be a string')
      .overwrite(plainLines)
      .refine((text) => fits(text, MAX_BIO_CHARACTERS), 'Bio must be at most 2,000 characters long')
      .optional(),
    profile_public: z.boolean('Profile public must be true or false').optional(),
  }),
  data: userSchema,
  errors: [],
});
