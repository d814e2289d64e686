/** Decisions about one’s own account and stories, and the appeals against them. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { idSchema } from '#base/id-schema.ts';
import { multilineSchema } from '#base/multiline-schema.ts';
import { paginationSchema, pagingInput } from '#base/paging.ts';
import { fits, normalizeLine, tooLongMessage } from '#base/plain-text.ts';
import { statementSchema } from '#features/statements/contract.ts';
import { APPEAL_DAYS, CASE_PAGE_SIZE, LOGGED_ACTIONS, MAX_APPEAL_CHARACTERS } from './moderation.ts';

const MAX_COUNTER_NOTICE_NAME_CHARACTERS = 200;
const MAX_COUNTER_NOTICE_ADDRESS_CHARACTERS = 1000;
const MAX_COUNTER_NOTICE_PHONE_CHARACTERS = 50;

export const appealMessages = {
  wordsRequired: 'Say why you think the decision is wrong',
  wordsTooLong: tooLongMessage('Appeal', MAX_APPEAL_CHARACTERS),
  notFound: 'There is no such decision',
  linkInvalid: 'This link does not lead to a decision. Please copy all of it from the email.',
  tooLate: `An appeal is possible within ${APPEAL_DAYS} days of the decision`,
  alreadyAppealed: 'You have already appealed against this decision',
  noAppeal: 'This decision can’t be appealed, or no longer can',
  sent: 'Your appeal has been sent. You will get the answer by email, and find it here.',
  nameRequired: 'Name is required',
  nameTooLong: tooLongMessage('Name', MAX_COUNTER_NOTICE_NAME_CHARACTERS),
  addressRequired: 'Address is required',
  addressTooLong: tooLongMessage('Address', MAX_COUNTER_NOTICE_ADDRESS_CHARACTERS),
  phoneRequired: 'Telephone number is required',
  phoneTooLong: tooLongMessage('Telephone number', MAX_COUNTER_NOTICE_PHONE_CHARACTERS),
  reasonRequired: 'Say why the removal was a mistake or a mix-up',
  signatureRequired: 'Electronic signature is required',
  noCounterNotice: 'You can’t send a counter-notice here, or no longer can',
  counterNoticeSent: 'Your counter-notice has been sent to the claimant and to the moderators.',
  loadFailed: 'The decisions could not be loaded',
  failed: 'This could not be sent',
};

/** The statements of 17 USC 512(g)(3), as they are signed and forwarded. */
export const COUNTER_NOTICE_STATEMENTS = [
  'Under penalty of perjury, I declare that I believe in good faith that the material was removed by mistake, or because it was taken for something else.',
  'I consent to the jurisdiction of the Federal District Court for the district of my address; where that is outside the United States, of any district in which the operator of this site may be found.',
  'I will accept service of process from the person who sent the takedown request, or from that person’s agent.',
];
export const COUNTER_NOTICE_SIGNATURE =
  'I declare all of this, and sign it electronically by ticking this box: my name, as given above, stands for my signature.';

const ownDecisionSchema = z.object({
  id: z.int(),
  action: z.enum(LOGGED_ACTIONS),
  decided_at: z.iso.datetime(),
  decided_by: z.enum(['moderator', 'admin', 'operator']).describe('By role, never by name'),
  story: z
    .object({ id: z.int(), title: z.string(), slug: z.string().nullable() })
    .nullable()
    .describe('`slug` is null where the story was deleted'),
  list: z
    .object({ id: z.int(), title: z.string(), slug: z.string().nullable() })
    .nullable()
    .describe('The reading list; `slug` is null where it was deleted'),
  comment: z
    .object({ id: z.int(), excerpt: z.string() })
    .nullable()
    .describe('The comment, by its beginning'),
  rule: z.string().nullable(),
  passage: z.string(),
  note: z.string(),
  answers: z.int().nullable().describe('The decision under appeal, if this is the answer'),
  by_same_moderator: z
    .boolean()
    .describe(
      'Whether the moderator who answered the appeal had made the decision, as no other one could answer',
    ),
  is_in_force: z.boolean(),
  may_appeal: z.boolean(),
  appeal: z
    .object({
      words: z.string(),
      sent_at: z.iso.datetime(),
      is_answered: z.boolean(),
      by_same_moderator: z.boolean().describe('Whether the moderator who answered had made the decision'),
    })
    .nullable(),
  takedown: z
    .object({
      id: z.int(),
      claimant: z.string(),
      content_description: z.string(),
      reason: z.string(),
      may_counter: z.boolean(),
      put_back_from: z.iso.date().nullable(),
      put_back_until: z.iso.date().nullable(),
    })
    .nullable()
    .describe('The legal request behind the decision'),
  statement: statementSchema
    .nullable()
    .describe(
      'The statement of reasons (Article 17 of the Digital Services Act); null: it restricts nothing',
    ),
});
export type OwnDecision = z.output<typeof ownDecisionSchema>;

const appealText = multilineSchema(
  { required: appealMessages.wordsRequired, tooLong: appealMessages.wordsTooLong },
  MAX_APPEAL_CHARACTERS,
);

const linkToken = z.string('Token is required').min(1, 'Token is required').max(200, 'Token is too long');

export const listOwnDecisions = defineCall({
  name: 'listOwnDecisions',
  method: 'GET',
  path: '/accounts/decisions',
  summary: 'What moderators have decided about your account, stories and reading lists, latest first.',
  access: 'signed-in',
  rateLimit: 'read',
  input: z.object({
    story_id: idSchema.optional(),
    list_id: idSchema.optional(),
    ...pagingInput(CASE_PAGE_SIZE),
  }),
  data: z.object({
    decisions: z.array(ownDecisionSchema),
    standing: z.object({
      strikes: z
        .array(z.object({ decision: z.int(), expires_at: z.iso.datetime() }))
        .describe('Decisions of the last year about something published, unless they were taken back'),
      strikes_until_review: z.int().describe('From this number on a person decides about the account'),
      unfounded_notices: z.int().describe('Your reports of the last year that were manifestly unfounded'),
    }),
    pagination: paginationSchema,
  }),
  errors: [],
});

export const sendAppeal = defineCall({
  name: 'sendAppeal',
  method: 'POST',
  path: '/accounts/decisions/{id}/appeal',
  summary:
    'Appeals against a decision, once. Another moderator answers; if there is only one, the same one, who can lift it at once and upholds it after seven days at the earliest.',
  access: 'signed-in',
  allowSuspended: true,
  rateLimit: 'write',
  input: z.object({ id: idSchema, words: appealText }),
  data: ownDecisionSchema,
  status: 201,
  errors: ['not-found', 'taken', 'invalid'],
});

const lineSchema = (required: string, tooLong: string, maximum: number) =>
  z
    .string(required)
    .overwrite(normalizeLine)
    .min(1, required)
    .refine((text) => fits(text, maximum), tooLong);

const counterNotice = {
  name: lineSchema(
    appealMessages.nameRequired,
    appealMessages.nameTooLong,
    MAX_COUNTER_NOTICE_NAME_CHARACTERS,
  ),
  address: multilineSchema(
    { required: appealMessages.addressRequired, tooLong: appealMessages.addressTooLong },
    MAX_COUNTER_NOTICE_ADDRESS_CHARACTERS,
  ),
  phone: lineSchema(
    appealMessages.phoneRequired,
    appealMessages.phoneTooLong,
    MAX_COUNTER_NOTICE_PHONE_CHARACTERS,
  ),
  words: multilineSchema(
    { required: appealMessages.reasonRequired, tooLong: appealMessages.wordsTooLong },
    MAX_APPEAL_CHARACTERS,
  ),
  electronic_signature: z.literal(true, appealMessages.signatureRequired),
};

export const sendCounterNotice = defineCall({
  name: 'sendCounterNotice',
  method: 'POST',
  path: '/accounts/decisions/{id}/counter-notice',
  summary:
    'Answers a takedown with a counter-notice (17 USC 512(g)(3)). It is passed on to the claimant, and the story is reinstated 10 to 14 business days later unless they tell us of a lawsuit.',
  access: 'signed-in',
  allowSuspended: true,
  rateLimit: 'write',
  input: z.object({ id: idSchema, ...counterNotice }),
  data: ownDecisionSchema,
  status: 201,
  errors: ['not-found', 'taken', 'invalid'],
});

export const readByLink = defineCall({
  name: 'readByLink',
  method: 'GET',
  path: '/appeals/{token}',
  summary: 'The decision that an emailed link leads to, for anyone who has the link.',
  access: 'anyone',
  rateLimit: 'write',
  input: z.object({ token: linkToken }),
  data: ownDecisionSchema,
  errors: ['gone'],
});

export const appealByLink = defineCall({
  name: 'appealByLink',
  method: 'POST',
  path: '/appeals/{token}',
  summary: 'Appeals through an emailed link, without logging in.',
  access: 'anyone',
  rateLimit: 'write',
  input: z.object({ token: linkToken, words: appealText }),
  data: ownDecisionSchema,
  status: 201,
  errors: ['gone', 'taken', 'invalid'],
});

export const counterNoticeByLink = defineCall({
  name: 'counterNoticeByLink',
  method: 'POST',
  path: '/appeals/{token}/counter-notice',
  summary: 'Sends a counter-notice through an emailed link, without logging in.',
  access: 'anyone',
  rateLimit: 'write',
  input: z.object({ token: linkToken, ...counterNotice }),
  data: ownDecisionSchema,
  status: 201,
  errors: ['gone', 'taken', 'invalid'],
});
