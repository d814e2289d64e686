/** The transparency report: what was reported and decided in a period, in numbers that can be published. */

import { z } from 'zod';
import { defineCall } from '#base/contract.ts';
import { DAY_MILLISECONDS } from '#base/durations.ts';
import { LOGGED_ACTIONS } from '#features/moderation/contract/moderation.ts';
import { TAKEDOWN_STEPS } from '#features/takedown/rules.ts';

/** The longest period of one report. */
const MAX_PERIOD_DAYS = 1100;

export const transparencyMessages = {
  fromForm: 'From must be a day, like 2026-01-31',
  untilForm: 'Until must be a day, like 2026-01-31',
  order: 'Until must not be before From',
  tooLong: 'A period can have at most three years',
  loadFailed: 'The report could not be loaded',
  statementsFailed: 'The statements could not be loaded',
};

const counted = <Kind extends z.ZodType>(kind: Kind) => z.array(z.object({ kind, count: z.int() }));
const medianHours = z.number().nullable().describe('The median of hours until then; null without any');

const transparencySchema = z.object({
  from: z.iso.date(),
  until: z.iso.date().describe('The last day of the period'),
  reports: z.object({
    total: z.int(),
    by_guests: z.int(),
    by_trusted_flaggers: z.int().describe('By trusted flaggers with an account'),
    grave: z.int().describe('About minors, a lack of consent, or harm to real people; these go first'),
    by_subject: counted(z.enum(['story', 'author', 'list', 'comment'])),
    decided: z.int().describe('Reports that were decided in the period'),
    upheld: z.int().describe('Of these, reports that something was done about'),
    median_hours: medianHours,
  }),
  decisions: z
    .array(z.object({ action: z.enum(LOGGED_ACTIONS), rule: z.string().nullable(), count: z.int() }))
    .describe('Decisions about texts and accounts, each made by a person'),
  appeals: z.object({
    total: z.int(),
    answered: z.int().describe('Appeals that were answered in the period'),
    granted: z.int().describe('Of these, appeals after which the decision was changed'),
    median_hours: medianHours,
  }),
  takedowns: z.object({
    total: z.int(),
    steps: counted(z.enum(TAKEDOWN_STEPS)).describe('The steps taken in the period'),
  }),
});
export type Transparency = z.output<typeof transparencySchema>;

const periodInput = z
  .object({
    from: z.iso.date({ error: transparencyMessages.fromForm, abort: true }),
    until: z.iso
      .date({ error: transparencyMessages.untilForm, abort: true })
      .describe('The last day of the period'),
  })
  .refine(({ from, until }) => from <= until, { path: ['until'], error: transparencyMessages.order })
  .refine(({ from, until }) => Date.parse(until) - Date.parse(from) <= MAX_PERIOD_DAYS * DAY_MILLISECONDS, {
    path: ['until'],
    error: transparencyMessages.tooLong,
  });

export const readTransparency = defineCall({
  name: 'readTransparency',
  method: 'GET',
  path: '/moderation/transparency',
  summary:
    'The figures of a transparency report: reports, decisions, appeals, legal requests. Days are those of UTC.',
  access: 'moderator',
  rateLimit: 'read',
  input: periodInput,
  data: transparencySchema,
  errors: ['invalid'],
});

/** A statement in the field names of the Transparency Database of the European Union. */
const publishedStatementSchema = z.object({
  decision_visibility: z.array(z.string()),
  decision_account: z.string().optional(),
  decision_ground: z.string(),
  decision_ground_reference_url: z.string().optional(),
  illegal_content_legal_ground: z.string().optional(),
  illegal_content_explanation: z.string().optional(),
  incompatible_content_ground: z.string().optional(),
  incompatible_content_explanation: z.string().optional(),
  incompatible_content_illegal: z.string().optional(),
  content_type: z.array(z.string()),
  category: z.string(),
  territorial_scope: z.array(z.string()),
  content_date: z.iso.date(),
  application_date: z.iso.date(),
  end_date_visibility_restriction: z.iso.date().optional(),
  end_date_account_restriction: z.iso.date().optional(),
  decision_facts: z.string(),
  source_type: z.string(),
  automated_detection: z.string(),
  automated_decision: z.string(),
  puid: z.string().describe('The number of the decision, which says nothing to others'),
});

export const readStatements = defineCall({
  name: 'readStatements',
  method: 'GET',
  path: '/moderation/statements',
  summary:
    'The statements of reasons of a period in the fields of the DSA Transparency Database, without personal data. Days are those of UTC.',
  access: 'moderator',
  rateLimit: 'read',
  input: periodInput,
  data: z.object({ statements: z.array(publishedStatementSchema) }),
  errors: ['invalid'],
});
