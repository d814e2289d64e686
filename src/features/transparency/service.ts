import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Outcome, success } from '#base/failure.ts';
import { LOGGED_ACTIONS, type LoggedAction } from '#features/moderation/contract/moderation.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { readTransparency } from './contract.ts';
import { countAppeals, countDecisions, countReports, countTakedowns } from './store.ts';

const DAY_MILLISECONDS = 86_400_000;

/** Logged actions that decide nothing about a text or an account. */
const OTHER_ACTIONS: readonly LoggedAction[] = [
  ...(['open', 'feature', 'unfeature', 'role', 'end-sessions', 'let-in', 'takedown-linked'] as const),
  ...(['tag-canonical', 'tag-parent', 'tag-kind', 'tag-reject', 'tag-undo'] as const),
];
const DECISIONS = LOGGED_ACTIONS.filter((action) => !OTHER_ACTIONS.includes(action));

export async function reportTransparency(
  { db }: Pick<Context, 'db'>,
  { from, until }: ParsedInputOf<typeof readTransparency>,
): Promise<Outcome<DataOf<typeof readTransparency>>> {
  const period = { start: new Date(from), end: new Date(Date.parse(until) + DAY_MILLISECONDS) };
  const [reports, decisions, appeals, takedowns] = await Promise.all([
    countReports(db, period),
    countDecisions(db, period, DECISIONS),
    countAppeals(db, period),
    countTakedowns(db, period),
  ]);
  return success({ from, until, reports, decisions, appeals, takedowns });
}
