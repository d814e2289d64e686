import '../server-only.ts';

/** The result of one check, for the operator. */
export interface Finding {
  /** The thing that was checked, such as "Mail". */
  subject: string;
  /** Advice leaves the site working; with a problem a part of it does not work, or is unsafe. */
  state: 'fine' | 'advice' | 'problem';
  text: string;
  /** The next step; missing when everything is fine. */
  advice?: string;
}

const SIGNS = { fine: 'ok     ', advice: 'advice ', problem: 'PROBLEM' };

/** One finding as lines for a terminal. */
export function findingText({ subject, state, text, advice }: Finding): string {
  const line = `${SIGNS[state]}  ${subject}: ${text}`;
  return advice === undefined ? line : `${line}\n         ${advice}`;
}
