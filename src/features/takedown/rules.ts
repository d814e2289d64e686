import { DAY_MILLISECONDS } from '#base/durations.ts';

/**
 * The declaration that the checkbox makes, in all wordings ever used: a request is stored with the words that were
 * signed. A new wording becomes a new version at the front; old ones stay unchanged, for pages opened earlier.
 */
export const DECLARATION_VERSIONS = ['2026-11'] as const;
export type DeclarationVersion = (typeof DECLARATION_VERSIONS)[number];

export const CURRENT_DECLARATION: DeclarationVersion = DECLARATION_VERSIONS[0];

/**
 * The statements of 17 USC 512(c)(3)(A), worded to cover other rights as well; the last one is next to the checkbox.
 */
export const declarations: Record<DeclarationVersion, { statements: readonly string[]; signature: string }> =
  {
    '2026-11': {
      statements: [
        'I believe in good faith that the use of the material described above is not authorised by the owner of the right concerned, by the owner’s agent, or by the law.',
        'The information in this request is accurate.',
        'Under penalty of perjury, I declare that I am the owner of the right concerned, or am authorised to act on the owner’s behalf.',
      ],
      signature:
        'I declare all of this, and sign it electronically by ticking this box: my name, as given above, stands for my signature.',
    },
  };

/** The signed text as it is stored. */
export function declarationText(version: DeclarationVersion): string {
  const { statements, signature } = declarations[version];
  return [...statements, signature].join('\n');
}

export const TAKEDOWN_STEPS = ['received', 'removed', 'rejected', 'counter-notice', 'put-back'] as const;
export type TakedownStep = (typeof TAKEDOWN_STEPS)[number];

/**
 * The allowed steps after each step. A rejected request can be granted later, and a mistaken removal undone at once.
 */
const nextSteps: Record<TakedownStep, readonly TakedownStep[]> = {
  received: ['removed', 'rejected'],
  rejected: ['removed'],
  removed: ['counter-notice', 'put-back'],
  'counter-notice': ['put-back', 'removed'],
  'put-back': ['removed'],
};

export function mayFollow(step: TakedownStep, next: TakedownStep): boolean {
  return nextSteps[step].includes(next);
}

/** Whether a step needs a moderator's action next. */
export function needsModerator(step: TakedownStep): boolean {
  return step === 'received' || step === 'counter-notice';
}

/**
 * The date a number of business days later, both as YYYY-MM-DD. Public holidays differ by country, so they count as
 * business days.
 */
export function businessDaysAfter(date: string, days: number): string {
  let time = Date.parse(`${date}T00:00:00Z`);
  for (let left = days; left > 0; ) {
    time += DAY_MILLISECONDS;
    const weekday = new Date(time).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left--;
  }
  return new Date(time).toISOString().slice(0, 10);
}

/** The first and last day for putting a story back after a counter-notice: 17 USC 512(g)(2)(C). */
export function reinstatementDays(counterNoticeDate: string): { from: string; until: string } {
  return { from: businessDaysAfter(counterNoticeDate, 10), until: businessDaysAfter(counterNoticeDate, 14) };
}

export const REINSTATEMENT_STAGES = ['waiting', 'due', 'last-day', 'overdue'] as const;
export type ReinstatementStage = (typeof REINSTATEMENT_STAGES)[number];

/** The stage of a reinstatement on a day; all days as YYYY-MM-DD. */
export function reinstatementStage(
  { from, until }: { from: string; until: string },
  today: string,
): ReinstatementStage {
  if (today < from) return 'waiting';
  if (today < until) return 'due';
  return today === until ? 'last-day' : 'overdue';
}
