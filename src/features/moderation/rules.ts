import { DAY_MILLISECONDS } from '#base/durations.ts';
import type { TakedownStep } from '#features/takedown/rules.ts';
import { mayFollow, TAKEDOWN_STEPS } from '#features/takedown/rules.ts';
import { CASE_ACTIONS, type CaseAction, type CaseSubject, type LoggedAction } from './contract/moderation.ts';

/** The facts of a case that determine its possible actions. */
export interface CaseState {
  subject: CaseSubject;
  reportCount: number;
  /** A moderator opened the case without any report. */
  isOpenedByModerator: boolean;
  /** Undefined when the case is not about a story, or the story is deleted. */
  story: { visibility: 'hidden' | 'removed' | undefined } | undefined;
  /** Undefined when the case is not about a list, or the list is deleted. */
  list: { isWithheld: boolean } | undefined;
  /** Undefined when the case is not about a comment, or it is deleted. */
  comment: { isRemoved: boolean } | undefined;
  /** Undefined when there is no author, or the account is deleted. */
  author: { role: 'user' | 'moderator' | 'admin'; isSuspended: boolean } | undefined;
  appeals: AppealInCase[];
  /** Whether the site has no other moderator, apart from the case's author. */
  isSoleModerator: boolean;
}

/** A legal request is no decision. */
export type AppealSubject = Exclude<CaseSubject, 'takedown'>;

export interface AppealInCase {
  id: number;
  logEntryId: number;
  subject: AppealSubject;
  /** The action appealed against. */
  against: LoggedAction;
  /** The moderator who made the decision; another one answers, if the site has another. */
  deciderId: number | null;
  /** Whether the appeal has waited long enough for a sole moderator to answer it. */
  hasWaited: boolean;
}

const actionConditions: Record<CaseAction, (state: CaseState) => boolean> = {
  dismiss: ({ reportCount, isOpenedByModerator }) => reportCount > 0 || isOpenedByModerator,
  hide: ({ story }) => story !== undefined && story.visibility !== 'hidden',
  remove: ({ story }) => story !== undefined && story.visibility !== 'removed',
  restore: ({ story }) => story?.visibility !== undefined,
  // Staff can't be suspended: an admin takes the role away first.
  suspend: ({ author }) => author !== undefined && author.role === 'user' && !author.isSuspended,
  reinstate: ({ author }) => author?.isSuspended === true,
  'hide-list': ({ list }) => list?.isWithheld === false,
  'restore-list': ({ list }) => list?.isWithheld === true,
  'remove-comment': ({ comment }) => comment?.isRemoved === false,
  'restore-comment': ({ comment }) => comment?.isRemoved === true,
  // Without an appeal, moderators lift warnings on the story's page.
  unwarn: ({ appeals }) => appeals.some(isAgainstWarnings),
  uphold: ({ subject, appeals }) => appeals.some((appeal) => appeal.subject === subject),
};

export function isPossibleAction(action: CaseAction, state: CaseState): boolean {
  return actionConditions[action](state);
}

const isAgainstWarnings = ({ against }: AppealInCase) => against === 'warn';
const isAboutAuthor = ({ subject }: AppealInCase) => subject === 'author';
const isAboutList = ({ subject }: AppealInCase) => subject === 'list';
const isAboutComment = ({ subject }: AppealInCase) => subject === 'comment';
const isAboutStory = (appeal: AppealInCase) => appeal.subject === 'story' && !isAgainstWarnings(appeal);

const answerConditions: Record<CaseAction, (appeal: AppealInCase, state: CaseState) => boolean> = {
  dismiss: () => false,
  hide: isAboutStory,
  remove: isAboutStory,
  restore: isAboutStory,
  suspend: isAboutAuthor,
  reinstate: isAboutAuthor,
  'hide-list': isAboutList,
  'restore-list': isAboutList,
  'remove-comment': isAboutComment,
  'restore-comment': isAboutComment,
  unwarn: isAgainstWarnings,
  uphold: (appeal, state) => appeal.subject === state.subject,
};

/** Whether a decision is about an account, whatever its case is about. */
export function isAboutAccount(action: CaseAction): boolean {
  return action === 'suspend' || action === 'reinstate';
}

/** Whether a decision has to quote the text. */
export function needsQuotedPassage(action: CaseAction): boolean {
  return action === 'hide' || action === 'remove' || action === 'hide-list' || action === 'remove-comment';
}

function appealsConcernedBy(action: CaseAction, state: CaseState): AppealInCase[] {
  return state.appeals.filter((appeal) => answerConditions[action](appeal, state));
}

/** Decisions that take another one back. */
const LIFTING_ACTIONS: readonly CaseAction[] = [
  ...(['restore', 'reinstate', 'restore-list', 'restore-comment', 'unwarn'] as const),
];

/**
 * Whether this moderator may answer an appeal: not against their own decision. A site's only moderator may give in to it
 * at once, and answer in another way once the appeal has waited for SOLE_MODERATOR_WAIT_DAYS.
 */
export function mayAnswer(
  appeal: AppealInCase,
  { isSoleModerator, isLifted }: { isSoleModerator: boolean; isLifted: boolean },
  moderatorId: number,
): boolean {
  return appeal.deciderId !== moderatorId || (isSoleModerator && (isLifted || appeal.hasWaited));
}

const circumstances = (action: CaseAction, { isSoleModerator }: CaseState) => ({
  isSoleModerator,
  isLifted: LIFTING_ACTIONS.includes(action),
});

/**
 * Whether an action would only answer appeals that this moderator may not answer. Of several appeals, each is for the
 * moderators who did not make that decision: otherwise two who decided about the same author could answer neither.
 */
export function hasConflictOfInterest(action: CaseAction, state: CaseState, moderatorId: number): boolean {
  const concerned = appealsConcernedBy(action, state);
  const under = circumstances(action, state);
  return concerned.length > 0 && !concerned.some((appeal) => mayAnswer(appeal, under, moderatorId));
}

/**
 * The appeals that a moderator's decision answers. One about single decisions leaves open what another moderator has to
 * answer; one that changes the whole subject leaves nothing to answer.
 */
export function appealsAnsweredBy(action: CaseAction, state: CaseState, moderatorId: number): AppealInCase[] {
  const concerned = appealsConcernedBy(action, state);
  return action === 'uphold' || action === 'unwarn'
    ? concerned.filter((appeal) => mayAnswer(appeal, circumstances(action, state), moderatorId))
    : concerned;
}

/** The appeal that the log names as answered: one against this moderator's own decision, if they may answer it. */
export function namedAppeal(
  answered: AppealInCase[],
  action: CaseAction,
  state: CaseState,
  moderatorId: number,
): AppealInCase | undefined {
  const under = circumstances(action, state);
  const answerable = answered.filter((appeal) => mayAnswer(appeal, under, moderatorId));
  return answerable.find(({ deciderId }) => deciderId === moderatorId) ?? answerable[0];
}

export function possibleActions(state: CaseState, moderatorId: number): CaseAction[] {
  return CASE_ACTIONS.filter(
    (action) => isPossibleAction(action, state) && !hasConflictOfInterest(action, state, moderatorId),
  );
}

/** The outcome of reports on a story by decision about it; a suspension settles reports on the author. */
const reportDecisions = {
  dismiss: 'dismissed',
  hide: 'hidden',
  remove: 'removed',
  'hide-list': 'hidden',
  'remove-comment': 'removed',
  suspend: 'suspended',
} as const satisfies Partial<Record<CaseAction, string>>;

export type ReportDecision = (typeof reportDecisions)[keyof typeof reportDecisions];

/** The outcome of the open reports by action; undefined: the action settles none. */
export function reportDecisionOf(action: CaseAction): ReportDecision | undefined {
  return action in reportDecisions ? reportDecisions[action as keyof typeof reportDecisions] : undefined;
}

/** Decisions against an author that an appeal can take back. */
const APPEALABLE_ACTIONS = ['hide', 'remove', 'hide-list', 'remove-comment', 'suspend', 'spam'] as const;

/** Decisions against an author. A removal after a legal request is answered by a counter-notice, not by an appeal. */
export const ADVERSE_ACTIONS = [
  ...APPEALABLE_ACTIONS,
  'takedown-removed',
] as const satisfies readonly LoggedAction[];

/** Whether the author can appeal against a decision: also against content warnings, which are no reproach. */
export function isAppealable(action: string): boolean {
  return action === 'warn' || APPEALABLE_ACTIONS.some((one) => one === action);
}

/**
 * The possible steps of a legal request on a day (YYYY-MM-DD). After a counter-notice the story stays removed for the
 * ten business days in which the claimant can report a lawsuit: 17 USC 512(g)(2)(C). Without a story there is nothing to
 * remove, but the claimant can still report one.
 */
export function possibleSteps(
  last: TakedownStep,
  reinstateFrom: string | null,
  today: string,
  hasStory: boolean,
): TakedownStep[] {
  return TAKEDOWN_STEPS.filter(
    (step) =>
      step !== 'counter-notice' &&
      mayFollow(last, step) &&
      (hasStory || step !== 'removed' || last === 'counter-notice') &&
      !(step === 'put-back' && reinstateFrom !== null && today < reinstateFrom),
  );
}

/** Actions that their subject is notified of; the others are internal to the moderators. */
export const NOTIFIED_ACTIONS = [
  ...(['hide', 'remove', 'restore', 'hide-list', 'restore-list'] as const),
  ...(['remove-comment', 'restore-comment'] as const),
  ...(['suspend', 'reinstate', 'uphold'] as const),
  ...(['takedown-removed', 'takedown-put-back', 'spam', 'not-spam', 'warn', 'unwarn'] as const),
] as const satisfies readonly LoggedAction[];
export type NotifiedAction = (typeof NOTIFIED_ACTIONS)[number];

/** A decision counts as a strike for this time. */
export const STRIKE_DAYS = 365;
/** From this number of strikes, or of manifestly unfounded notices, the queue asks for a decision about the account. */
export const STRIKES_UNTIL_REVIEW = 3;

/** Decisions about something published. A suspension is an answer to strikes, and none itself. */
export const STRIKING_ACTIONS: readonly string[] = [
  ...(['hide', 'remove', 'hide-list', 'remove-comment', 'takedown-removed'] as const),
] satisfies LoggedAction[];

export interface Strike {
  entryId: number;
  decidedAt: Date;
  expiresAt: Date;
}

/**
 * The strikes that restricting decisions make at a time. A decision that was lifted makes none, nor does a legal request
 * with a counter-notice that waits; one that led to two decisions makes one.
 */
export function strikesOf(
  decisions: readonly {
    id: number;
    action: string;
    decidedAt: Date;
    liftedAt: Date | null;
    takedownId: number | null;
  }[],
  countered: readonly number[],
  now: Date,
): Strike[] {
  const requests = new Set<number>(countered);
  const strikes: Strike[] = [];
  for (const { id, action, decidedAt, liftedAt, takedownId } of decisions) {
    const expiresAt = new Date(decidedAt.getTime() + STRIKE_DAYS * DAY_MILLISECONDS);
    if (!STRIKING_ACTIONS.includes(action) || liftedAt !== null || expiresAt <= now) continue;
    if (takedownId !== null && requests.has(takedownId)) continue;
    if (takedownId !== null) requests.add(takedownId);
    strikes.push({ entryId: id, decidedAt, expiresAt });
  }
  return strikes;
}

/** The measure that fits a number of strikes; a person decides. */
export function suggestedMeasure(strikes: number): string {
  if (strikes >= STRIKES_UNTIL_REVIEW) return 'decide about suspending the account';
  return strikes === STRIKES_UNTIL_REVIEW - 1
    ? 'warn in the reason that the next one may end in a suspension'
    : 'none yet';
}
