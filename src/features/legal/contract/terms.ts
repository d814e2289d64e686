/** Versions of the terms: each stays readable, and members accept one. */
import { z } from 'zod';
import { type DataOf, defineCall } from '#base/contract.ts';

/** The version of the text that comes with the site: the day of its last change (content/terms.md). */
export const SHIPPED_TERMS = '2025-03-23';

/** The longest name of a version: the revision of an operator's own text, or a day. */
export const MAX_TERMS_VERSION_CHARACTERS = 10;

export const termsMessages = {
  unknownVersion: 'There is no such version of the terms',
  versionForm: 'Version must be a revision, such as 3, or the day of a text that came with the site',
  notInForce: 'The terms have changed meanwhile. Reload the page and read them again',
  accepted: 'You have accepted the terms',
  acceptFailed: 'Your acceptance could not be saved. Please try again in a moment.',
  loadFailed: 'What you have accepted could not be loaded',
};

const versionInput = z
  .string(termsMessages.versionForm)
  .max(MAX_TERMS_VERSION_CHARACTERS, termsMessages.versionForm)
  .regex(/^\d{1,10}$|^\d{4}-\d{2}-\d{2}$/, termsMessages.versionForm)
  .describe('A revision of the operator’s own text, or the day of the text that came with the site');

const period = {
  version: z.string(),
  from: z.iso.datetime(),
  until: z.iso.datetime().nullable().describe('Null: in force'),
};
const periodSchema = z.object(period);
export type TermsPeriod = z.output<typeof periodSchema>;

export const listTermsVersions = defineCall({
  name: 'listTermsVersions',
  method: 'GET',
  path: '/site/terms',
  summary: 'The versions of the terms with their times in force, latest first.',
  access: 'anyone',
  rateLimit: 'read',
  cacheTags: ['lists'],
  input: z.object({}),
  data: z.object({ versions: z.array(periodSchema) }),
  errors: [],
});

export const readTermsVersion = defineCall({
  name: 'readTermsVersion',
  method: 'GET',
  path: '/site/terms/{version}',
  summary: 'One version of the terms.',
  access: 'anyone',
  rateLimit: 'read',
  cacheTags: ['lists'],
  input: z.object({ version: versionInput }),
  data: z.object({
    ...period,
    content: z.string().nullable().describe('Cleaned HTML; null: the text that comes with the site'),
  }),
  errors: ['not-found'],
});
export type TermsVersion = DataOf<typeof readTermsVersion>;

const ownTermsSchema = z.object({
  version: z.string().describe('The version in force'),
  accepted: z
    .object({ version: z.string(), accepted_at: z.iso.datetime() })
    .nullable()
    .describe('What you accepted last; null: nothing is recorded'),
  is_asked: z.boolean().describe('Whether the site asks you to accept the version in force'),
});
export type OwnTerms = z.output<typeof ownTermsSchema>;

export const readOwnTerms = defineCall({
  name: 'readOwnTerms',
  method: 'GET',
  path: '/accounts/terms',
  summary: 'The version of the terms in force, and the one that you accepted last.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({}),
  data: ownTermsSchema,
  errors: [],
});

export const acceptTerms = defineCall({
  name: 'acceptTerms',
  method: 'POST',
  path: '/accounts/terms',
  summary: 'Accepts the version in force; refused for any other.',
  access: 'signed-in',
  rateLimit: 'write',
  allowSuspended: true,
  input: z.object({ version: versionInput }),
  data: ownTermsSchema,
  errors: ['edit-conflict'],
});
