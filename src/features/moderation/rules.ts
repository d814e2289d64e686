import type { TakedownStep } from '#features/takedown/rules.ts';
import { mayFollow, TAKEDOWN_STEPS } from '#features/takedown/rules.ts';
import { CASE_ACTIONS, type CaseAction, type CaseSubject, type LoggedAction } from './contract/moderation.ts';

/** What of a case decides about what can be done in it. */
export interface CaseState {
  subject: CaseSubject;
  reportCount: number;
  /** Opened by a moderator, without any report. */
  isByHand: boolean;
  /** Undefined where the case is not about a story, or the story is gone. */
  story: { look: 'hidden' | 'removed' | undefined } | undefined;
  /** Undefined where there is none, or none any more. */
  author: { role: 'user' | 'moderator' | 'admin'; isSuspended: boolean } | undefined;
  appeals: AppealInCase[];
  /** Whether there is nobody but the moderator who looks at it. */
  isSoleModerator: boolean;
}

export interface AppealInCase {
  id: number;
  entryId: number;
  subject: 'story' | 'author';
  /** The moderator who made the decision; another one answers, where there is another. */
  deciderId: number | null;
  /** Whether it has waited so long that a sole moderator may answer it. */
  hasWaited: boolean;
}

const fits: Record<CaseAction, (state: CaseState) => boolean> = {
  dismiss: ({ reportCount, isByHand }) => reportCount > 0 || isByHand,
  hide: ({ story }) => story !== undefined && story.look !== 'hidden',
  remove: ({ story }) => story !== undefined && story.look !== 'removed',
  restore: ({ story }) => story?.look !== undefined,
  // Whoever keeps the house loses that role first, and an admin takes it.
  suspend: ({ author }) => author !== undefined && author.role === 'user' && !author.isSuspended,
  reinstate: ({ author }) => author?.isSuspended === true,
  uphold: ({ subject, appeals }) => appeals.some((appeal) => appeal.subject === subject),
};

export function fitsCase(action: CaseAction, state: CaseState): boolean {
  return fits[action](state);
}

/** The appeals that a decision answers. */
export function appealsAnsweredBy(action: CaseAction, state: CaseState): AppealInCase[] {
  if (action === 'dismiss') return [];
  const isAboutAccount = action === 'suspend' || action === 'reinstate';
  const subject = action === 'uphold' ? state.subject : isAboutAccount ? 'author' : 'story';
  return state.appeals.filter((appeal) => appeal.subject === subject);
}

/**
 * Whether an action answers an appeal against this moderator's own decision, without being allowed to. A site's only
 * moderator may, once the appeal has waited for SOLE_MODERATOR_WAIT_DAYS.
 */
export function judgesOneself(action: CaseAction, state: CaseState, moderatorId: number): boolean {
  return ownDecisionsAnswered(action, state, moderatorId).some(
    (appeal) => !(state.isSoleModerator && appeal.hasWaited),
  );
}

/** The appeals answered by an action that are against this moderator's own decisions. */
export function ownDecisionsAnswered(
  action: CaseAction,
  state: CaseState,
  moderatorId: number,
): AppealInCase[] {
  return appealsAnsweredBy(action, state).filter((appeal) => appeal.deciderId === moderatorId);
}

export function possibleActions(state: CaseState, moderatorId: number): CaseAction[] {
  return CASE_ACTIONS.filter(
    (action) => fitsCase(action, state) && !judgesOneself(action, state, moderatorId),
  );
}

/** How reports on a story are settled by a decision about it; those about the author by a suspension. */
const reportDecisions = {
  dismiss: 'dismissed',
  hide: 'hidden',
  remove: 'removed',
  suspend: 'suspended',
} as const satisfies Partial<Record<CaseAction, string>>;

export type ReportDecision = (typeof reportDecisions)[keyof typeof reportDecisions];

/** How an action settles the reports that are open; undefined: not at all. */
export function reportDecisionOf(action: CaseAction): ReportDecision | undefined {
  return action in reportDecisions ? reportDecisions[action as keyof typeof reportDecisions] : undefined;
}

/** Decisions that go against an author, and that can be appealed against. */
export const ADVERSE_ACTIONS = [
  'hide',
  'remove',
  'suspend',
  'spam',
] as const satisfies readonly LoggedAction[];

export function isAdverse(action: string): boolean {
  return ADVERSE_ACTIONS.some((one) => one === action);
}

/**
 * What can be done about a legal request on a day (YYYY-MM-DD). After a counter-notice the story stays away for the
 * ten business days in which the claimant may tell of a suit: 17 USC 512(g)(2)(C).
 */
export function possibleSteps(last: TakedownStep, putBackFrom: string | null, today: string): TakedownStep[] {
  return TAKEDOWN_STEPS.filter(
    (step) =>
      step !== 'counter-notice' &&
      mayFollow(last, step) &&
      !(step === 'put-back' && putBackFrom !== null && today < putBackFrom),
  );
}

/** Actions that their subject is told of; the rest is how moderators work. */
export const TOLD_ACTIONS: readonly LoggedAction[] = [
  ...(['hide', 'remove', 'restore', 'suspend', 'reinstate', 'uphold'] as const),
  ...(['takedown-removed', 'takedown-put-back', 'spam', 'not-spam'] as const),
];
