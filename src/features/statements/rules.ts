import { ruleTitle, storedRuleTitle } from '#features/legal/rules.ts';
import type { DecisionSource, Redress, Restriction, Statement } from './contract.ts';

/** The effect of each restricting decision on its subject; all others restrict nothing. */
const restrictions = {
  hide: 'content-hidden',
  remove: 'content-removed',
  'hide-list': 'content-hidden',
  'remove-comment': 'content-removed',
  warn: 'content-labelled',
  suspend: 'account-suspended',
  spam: 'account-and-content',
  'takedown-removed': 'content-removed',
} as const satisfies Record<string, Restriction>;

export type RestrictingAction = keyof typeof restrictions;
export const RESTRICTING_ACTIONS = Object.keys(restrictions) as RestrictingAction[];

function isRestricting(action: string): action is RestrictingAction {
  return action in restrictions;
}

/** A logged decision, as far as its statement follows from it. */
export interface StatedDecision {
  action: string;
  rule: string | null;
  source: DecisionSource;
  liftedAt: Date | null;
  /** Whether a suspension withheld the account's stories, too. */
  withholdsStories: boolean;
  /** The type of the legal request behind the decision. */
  requestType: string | null;
}

/** Content warnings follow from section 7 of the guidelines, and no rule is broken. */
const WARNING_GROUND = 'Our guidelines on content warnings';

/** The ground of a decision that names no rule, such as the removal of a comment in place. */
const GENERAL_GROUND = 'Our guidelines';

const laws: Record<string, string> = {
  dmca: 'Copyright: a notice under 17 U.S.C. § 512(c)',
  copyright: 'Copyright',
  trademark: 'The law of trade marks',
  other: 'The law named in the notice',
};

/** The statement of a decision; undefined for one that restricts nothing. */
export function statementOf(decision: StatedDecision): Statement | undefined {
  const { action, rule, source, liftedAt, requestType } = decision;
  if (!isRestricting(action)) return undefined;
  const isLegal = action === 'takedown-removed';
  return {
    restriction:
      action === 'suspend' && decision.withholdsStories ? 'account-and-content' : restrictions[action],
    facts: factsOf(action, source, rule),
    territorial_scope: 'everywhere',
    lifted_at: liftedAt?.toISOString() ?? null,
    ground: isLegal ? 'law' : 'terms',
    ground_reference: isLegal
      ? (laws[requestType ?? 'other'] ?? 'The law named in the notice')
      : action === 'warn'
        ? WARNING_GROUND
        : rule === null
          ? GENERAL_GROUND
          : storedRuleTitle(rule),
    source,
    automated_detection: false,
    automated_decision: false,
    redress: redressOf(action),
  };
}

const subjects: Record<RestrictingAction, string> = {
  hide: 'The text of a story',
  remove: 'The text of a story',
  'hide-list': 'The text of a reading list',
  'remove-comment': 'A comment',
  warn: 'The text of a story',
  suspend: 'What an account has published or done',
  spam: 'What an account has published or done',
  'takedown-removed': 'The text of a story',
};

/** The facts in words of our own: the moderator’s may name somebody. */
function factsOf(action: RestrictingAction, source: DecisionSource, rule: string | null): string {
  const origin = { notice: 'a notice', 'trusted-flagger': 'a notice by a trusted flagger', own: '' }[source];
  const found =
    action === 'warn'
      ? 'it contains what readers are warned of'
      : action === 'takedown-removed'
        ? 'the claim of the notice is complete and plausible'
        : `it is not compatible with “${rule === null ? 'our guidelines' : storedRuleTitle(rule)}”`;
  return `${subjects[action]} was read by a person${origin === '' ? '' : ` after ${origin}`}, who found that ${found}.`;
}

function redressOf(action: RestrictingAction): Redress[] {
  return [action === 'takedown-removed' ? 'counter-notice' : 'appeal', 'out-of-court', 'court'];
}

const restrictionLabels: Record<Restriction, string> = {
  'content-hidden': 'It is hidden from everyone else',
  'content-removed': 'It is removed for everyone else',
  'content-labelled': 'It is shown with content warnings',
  'account-suspended': 'The account is suspended',
  'account-and-content': 'The account is suspended, and what it has published is hidden',
};

const sourceLabels: Record<DecisionSource, string> = {
  notice: 'A notice that somebody sent us',
  'trusted-flagger': 'A notice by a trusted flagger',
  own: 'Our own initiative',
};

const redressLabels: Record<Redress, string> = {
  appeal: 'an appeal to us, free of charge',
  'counter-notice': 'a counter-notice to us, free of charge',
  'out-of-court': 'in the European Union, a certified body for settling disputes out of court',
  court: 'a court',
};

const NOT_AUTOMATED = 'No program found it or decided: a person did';

const waysOn = ({ redress }: Statement) => redress.map((one) => redressLabels[one]).join('; ');

/** The statement as terms and texts, in the order of the law. */
export function statementTerms(statement: Statement): [term: string, text: string][] {
  const { lifted_at } = statement;
  const ways = waysOn(statement);
  const duration = lifted_at === null ? 'until it is lifted' : `lifted on ${lifted_at.slice(0, 10)}`;
  return [
    ['What it restricts', `${restrictionLabels[statement.restriction]}: everywhere, ${duration}`],
    [
      statement.ground === 'law' ? 'The law' : 'The ground',
      statement.ground === 'law'
        ? statement.ground_reference
        : `Section 5 of our terms: ${statement.ground_reference}`,
    ],
    ['What brought it about', sourceLabels[statement.source]],
    ['Automation', NOT_AUTOMATED],
    ['What you can do', `${ways.charAt(0).toUpperCase()}${ways.slice(1)}.`],
  ];
}

/** The statement in the sentences of a mail, which repeat nothing of the decision itself. */
export function statementSentences(statement: Statement): string {
  const [restriction, ground, source, automation] = statementTerms(statement);
  return [
    `${restriction?.[1]}.`,
    `${ground?.[1]}.`,
    `${source?.[1]} brought it about.`,
    `${automation?.[1]}.`,
    `What you can do: ${waysOn(statement)}.`,
  ].join(' ');
}

/** The member states of the European Economic Area, as the Transparency Database spells a decision for all of them. */
const EEA = [
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IS', 'IT'],
  ...['LI', 'LT', 'LU', 'LV', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
];

const categories: Record<string, string> = {
  'adults-only': 'STATEMENT_CATEGORY_PROTECTION_OF_MINORS',
  'real-harm': 'STATEMENT_CATEGORY_CYBER_VIOLENCE',
  'extreme-violence': 'STATEMENT_CATEGORY_VIOLENCE',
  hate: 'STATEMENT_CATEGORY_ILLEGAL_OR_HARMFUL_SPEECH',
  illegal: 'STATEMENT_CATEGORY_ILLEGAL_OR_HARMFUL_SPEECH',
  'own-work': 'STATEMENT_CATEGORY_INTELLECTUAL_PROPERTY_INFRINGEMENTS',
  harassment: 'STATEMENT_CATEGORY_CYBER_VIOLENCE',
  malware: 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD',
  impersonation: 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD',
};

const visibilities: Partial<Record<Restriction, string>> = {
  'content-hidden': 'DECISION_VISIBILITY_CONTENT_DISABLED',
  'content-removed': 'DECISION_VISIBILITY_CONTENT_REMOVED',
  'content-labelled': 'DECISION_VISIBILITY_CONTENT_LABELLED',
  'account-and-content': 'DECISION_VISIBILITY_CONTENT_DISABLED',
};

const sources: Record<DecisionSource, string> = {
  notice: 'SOURCE_ARTICLE_16',
  'trusted-flagger': 'SOURCE_TRUSTED_FLAGGER',
  own: 'SOURCE_VOLUNTARY',
};

export interface PublishedStatement extends StatedDecision {
  id: number;
  decidedAt: Date;
  contentDate: Date;
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/**
 * A statement in the fields of the European Transparency Database. It names nobody: neither the texts nor the words of the
 * decision are part of it.
 */
export function transparencyRecord(decision: PublishedStatement, termsUrl: string) {
  const statement = statementOf(decision);
  if (statement === undefined) return undefined;
  const { restriction, ground, ground_reference, facts } = statement;
  const visibility = visibilities[restriction];
  const isAccount = restriction === 'account-suspended' || restriction === 'account-and-content';
  const end = decision.liftedAt === null ? undefined : dayOf(decision.liftedAt);
  const isIntellectualProperty = ground === 'law' && decision.requestType !== 'other';
  return {
    decision_visibility: visibility === undefined ? [] : [visibility],
    ...(isAccount ? { decision_account: 'DECISION_ACCOUNT_SUSPENDED' } : {}),
    ...(ground === 'law'
      ? {
          decision_ground: 'DECISION_GROUND_ILLEGAL_CONTENT',
          illegal_content_legal_ground: ground_reference,
          illegal_content_explanation: facts,
        }
      : {
          decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
          decision_ground_reference_url: termsUrl,
          incompatible_content_ground: ground_reference,
          incompatible_content_explanation: facts,
          incompatible_content_illegal: ground_reference === ruleTitle('illegal') ? 'Yes' : 'No',
        }),
    content_type: ['CONTENT_TYPE_TEXT'],
    category: isIntellectualProperty
      ? 'STATEMENT_CATEGORY_INTELLECTUAL_PROPERTY_INFRINGEMENTS'
      : ground === 'law'
        ? 'STATEMENT_CATEGORY_NOT_SPECIFIED_NOTICE'
        : (categories[decision.rule ?? ''] ?? 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC'),
    territorial_scope: EEA,
    content_date: dayOf(decision.contentDate),
    application_date: dayOf(decision.decidedAt),
    ...(end !== undefined && visibility !== undefined ? { end_date_visibility_restriction: end } : {}),
    ...(end !== undefined && isAccount ? { end_date_account_restriction: end } : {}),
    decision_facts: facts,
    source_type: sources[decision.source],
    automated_detection: 'No',
    automated_decision: 'AUTOMATED_DECISION_NOT_AUTOMATED',
    puid: `statement-${decision.id}`,
  };
}
