/** The session: the signed-in account, and how a browser stays signed in. Every page's script needs these calls. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { SECOND_FACTORS } from '#features/second-factors/contract/factors.ts';
import { profileDetailsSchema } from './profile-details.ts';

export const userSchema = z.object({
  id: z.int(),
  account_id: z.int(),
  username: z.string(),
  /** '' if a Google account supplied none. */
  email: z.string(),
  role: z.enum(['user', 'moderator', 'admin']),
  email_verified: z.union([z.literal(0), z.literal(1)]),
  bio: z.string(),
  profile: z.object({
    ...profileDetailsSchema.shape,
    profile_picture_url: z.string().nullable(),
  }),
  created_at: z.iso.datetime(),
  /** Whether readers find the profile even without a listed story. */
  profile_public: z.boolean(),
  /** False for an account that signs in only with Google. */
  has_password: z.boolean(),
  has_google: z.boolean(),
  /** False while the account has the username generated at its first sign-in with Google. */
  username_chosen: z.boolean(),
  /** The ids of the account's further pen names, retired ones included, so that a client recognises its own stories. */
  pen_name_ids: z.array(z.int()),
  /** The reason of the suspension, for a suspended account. */
  suspended_for: z.string().optional(),
});
export type User = z.output<typeof userSchema>;

const tokensSchema = z.object({ token: z.string(), refreshToken: z.string() });
export const sessionSchema = tokensSchema.extend({ user: userSchema });

/** The answer of a sign-in to an account with a second factor, which is shown next. */
export const secondStepSchema = z.object({
  second_factor: z.array(z.enum(SECOND_FACTORS)).describe('What answers the question for it'),
  ticket: z.string().describe('For POST /accounts/login/second-factor, within ten minutes'),
});
export type SecondStep = z.output<typeof secondStepSchema>;

export const signedInSchema = z.union([sessionSchema, secondStepSchema]);

export const signOut = defineCall({
  name: 'signOut',
  method: 'POST',
  path: '/auth/logout',
  summary: 'Ends the session that a refresh token belongs to; always succeeds.',
  access: 'anyone',
  rateLimit: 'write',
  input: z.object({
    refreshToken: z
      .string()
      .max(1000)
      .refine((text) => !text.includes('\0'))
      .optional()
      .catch(undefined),
  }),
  data: z.object({}),
  errors: [],
});

export const refreshSession = defineCall({
  name: 'refreshSession',
  method: 'POST',
  path: '/auth/refresh',
  summary:
    'Replaces both tokens. Reusing a refresh token within 10 s returns the same successor; later, it ends the session.',
  access: 'anyone',
  rateLimit: 'write',
  input: z.object({
    refreshToken: z
      .string('refreshToken is required')
      .min(1, 'refreshToken is required')
      .max(200, 'refreshToken is too long'),
  }),
  data: tokensSchema,
  errors: ['unauthenticated'],
});

export const getProfile = defineCall({
  name: 'getProfile',
  method: 'GET',
  path: '/accounts/profile',
  summary: 'Your own account.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data: userSchema,
  errors: [],
});
