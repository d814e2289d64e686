/**
 * What is declared by ticking the box, in every wording there ever was: a paper is kept with the words that were
 * signed. A change of wording is a new version at the front; old ones stay as they are, for pages that were opened
 * before.
 */
export const DECLARATION_VERSIONS = ['2026-11'] as const;
export type DeclarationVersion = (typeof DECLARATION_VERSIONS)[number];

export const CURRENT_DECLARATION: DeclarationVersion = DECLARATION_VERSIONS[0];

/** The statements of 17 USC 512(c)(3)(A), worded so that they hold for other rights as well; the last stands beside the box. */
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

/** What is signed, as it is kept. */
export function declarationText(version: DeclarationVersion): string {
  const { statements, signature } = declarations[version];
  return [...statements, signature].join('\n');
}

export const TAKEDOWN_STEPS = ['received', 'removed', 'rejected', 'counter-notice', 'put-back'] as const;
export type TakedownStep = (typeof TAKEDOWN_STEPS)[number];

/** What may follow upon what. A rejected request may be granted after all, a mistaken removal be undone at once. */
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

/** Whether a moderator has to do something after a step. */
export function isModeratorsTurn(step: TakedownStep): boolean {
  return step === 'received' || step === 'counter-notice';
}

const DAY_MILLISECONDS = 86_400_000;

/** So many business days after a day, both as YYYY-MM-DD. Public holidays, which every country has its own, count as business days. */
export function businessDaysAfter(date: string, days: number): string {
  let time = Date.parse(`${date}T00:00:00Z`);
  for (let left = days; left > 0; ) {
    time += DAY_MILLISECONDS;
    const weekday = new Date(time).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left--;
  }
  return new Date(time).toISOString().slice(0, 10);
}

/** From when and until when a story is put back after a counter-notice: 17 USC 512(g)(2)(C). */
export function putBackDays(counterNoticeDate: string): { from: string; until: string } {
  return { from: businessDaysAfter(counterNoticeDate, 10), until: businessDaysAfter(counterNoticeDate, 14) };
}
