/** Statements of reasons: what the law requires a decision to say to the person whom it restricts. */
import { z } from 'zod';

/** The origins of decisions. */
const DECISION_SOURCES = ['notice', 'trusted-flagger', 'own'] as const;
export type DecisionSource = (typeof DECISION_SOURCES)[number];

const RESTRICTIONS = [
  'content-hidden',
  'content-removed',
  'content-labelled',
  'account-suspended',
  'account-and-content',
] as const;
export type Restriction = (typeof RESTRICTIONS)[number];

const REDRESS = ['appeal', 'counter-notice', 'out-of-court', 'court'] as const;
export type Redress = (typeof REDRESS)[number];

export const statementSchema = z.object({
  restriction: z.enum(RESTRICTIONS),
  facts: z.string().describe('What was found, without the words of the decision itself'),
  territorial_scope: z.literal('everywhere'),
  lifted_at: z.iso.datetime().nullable().describe('A restriction without an end; null: not lifted'),
  ground: z.enum(['terms', 'law']).describe('Whether it rests on the terms or on a law'),
  ground_reference: z.string().describe('The rule, or the law'),
  source: z.enum(DECISION_SOURCES).describe('A notice, one by a trusted flagger, or our own initiative'),
  automated_detection: z.boolean(),
  automated_decision: z.boolean(),
  redress: z.array(z.enum(REDRESS)),
});
export type Statement = z.output<typeof statementSchema>;
