/** Trusted flaggers: organisations whose notices come first. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { MAX_EMAIL_CHARACTERS } from '#base/email-schema.ts';
import { idSchema } from '#base/id-schema.ts';
import { fits, normalizeLine, tooLongMessage } from '#base/plain-text.ts';
import { noteInput } from '#features/moderation/contract/moderation.ts';

export const MAX_ORGANISATION_CHARACTERS = 200;

export const flaggerMessages = {
  organisationRequired: 'Organisation is required',
  organisationTooLong: tooLongMessage('Organisation', MAX_ORGANISATION_CHARACTERS),
  whoRequired: 'Account or address is required',
  whoForm: 'Give a username, an email address, or a domain such as @example.org',
  noAccount: 'There is no account with this name',
  untilForm: 'Until must be a day, like 2026-12-31',
  untilPast: 'Until must not be in the past',
  notFound: 'This trust has been revoked already',
  added: 'Their notices come first from now on.',
  revoked: 'The trust is revoked.',
  loadFailed: 'The trusted flaggers could not be loaded',
  failed: 'The trusted flaggers could not be changed',
};

const flaggerSchema = z.object({
  id: z.int(),
  organisation: z.string(),
  username: z.string().nullable().describe('The account, if it is one'),
  address: z.string().nullable().describe('An email address, or a domain with its “@”'),
  until: z.iso.date().describe('The last day'),
  added_at: z.iso.datetime(),
  revoked_at: z.iso.datetime().nullable(),
  is_trusted: z.boolean().describe('Neither revoked nor over'),
  notice_count: z.int().describe('Reports and legal requests so far'),
  upheld_count: z.int().describe('Of these, reports that something was done about'),
});
export type TrustedFlagger = z.output<typeof flaggerSchema>;

export const listTrustedFlaggers = defineCall({
  name: 'listTrustedFlaggers',
  method: 'GET',
  path: '/moderation/trusted-flaggers',
  summary: 'Organisations whose notices come first, and those that are no longer trusted, latest first.',
  access: 'admin',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({ flaggers: z.array(flaggerSchema) }),
  errors: [],
});

export const addTrustedFlagger = defineCall({
  name: 'addTrustedFlagger',
  method: 'POST',
  path: '/moderation/trusted-flaggers',
  summary:
    'Marks an account, an email address or a domain as a trusted flagger until a day: their notices come first.',
  access: 'admin',
  rateLimit: 'write',
  input: z.object({
    organisation: z
      .string(flaggerMessages.organisationRequired)
      .overwrite(normalizeLine)
      .min(1, flaggerMessages.organisationRequired)
      .refine((text) => fits(text, MAX_ORGANISATION_CHARACTERS), flaggerMessages.organisationTooLong),
    who: z
      .string(flaggerMessages.whoRequired)
      .trim()
      .min(1, flaggerMessages.whoRequired)
      .max(MAX_EMAIL_CHARACTERS, flaggerMessages.whoForm)
      .describe('A username, an email address, or a domain such as @example.org'),
    until: z.iso.date({ error: flaggerMessages.untilForm }).describe('The last day'),
    note: noteInput,
  }),
  data: z.object({ id: z.int() }),
  status: 201,
  errors: ['invalid'],
});

export const revokeTrustedFlagger = defineCall({
  name: 'revokeTrustedFlagger',
  method: 'DELETE',
  path: '/moderation/trusted-flaggers/{id}',
  summary: 'Revokes the trust now. What waits loses its priority; what was decided stays counted.',
  access: 'admin',
  rateLimit: 'write',
  input: z.object({ id: idSchema }),
  data: z.object({}),
  errors: ['not-found'],
});
