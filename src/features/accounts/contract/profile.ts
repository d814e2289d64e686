/** The profile: an account's public facts about its owner, and their visibility. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { profileDetailsSchema } from './profile-details.ts';
import { userSchema } from './session.ts';

export const updateProfile = defineCall({
  name: 'updateProfile',
  method: 'PUT',
  path: '/accounts/profile',
  summary:
    'Changes the display name or bio, and whether readers see the profile before it has a listed story. Refuses a display name that could be mistaken for someone else’s or the staff’s.',
  access: 'signed-in',
  rateLimit: 'write',
  input: profileDetailsSchema.partial().extend({
    profile_public: z.boolean('Profile public must be true or false').optional(),
  }),
  data: userSchema,
  errors: [],
});
