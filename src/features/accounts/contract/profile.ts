/** The profile: an account's public facts about its owner, and their visibility. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { userSchema } from './accounts.ts';
import { profileDetailsSchema } from './profile-details.ts';

export const updateProfile = defineCall({
  name: 'updateProfile',
  method: 'PUT',
  path: '/accounts/profile',
  summary:
    'Changes display name or bio, and whether readers find the profile before there is a listed story. A display name that can be taken for somebody else’s, or for the staff’s, is refused.',
  access: 'signed-in',
  rateLimit: 'write',
  input: profileDetailsSchema.partial().extend({
    profile_public: z.boolean('Profile public must be true or false').optional(),
  }),
  data: userSchema,
  errors: [],
});
