import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { DAY_MILLISECONDS } from '#base/durations.ts';
import { type Outcome, success } from '#base/failure.ts';
import { LOGGED_ACTIONS, type LoggedAction } from '#features/moderation/contract/moderation.ts';
import { publishedStatements } from '#features/moderation/service/statements.ts';
import type { Context } from '#platform/runtime/context.ts';
import { urls } from '#urls.ts';
import type { readStatements, readTransparency } from './contract.ts';
import { countAppeals, countDecisions, countReports, countTakedowns } from './store.ts';

/** Logged actions that decide nothing about a text or an account. */
const OTHER_ACTIONS: readonly LoggedAction[] = [
  ...(['open', 'feature', 'unfeature', 'role', 'end-sessions', 'let-in', 'takedown-linked'] as const),
  ...(['tag-canonical', 'tag-parent', 'tag-kind', 'tag-reject', 'tag-undo'] as const),
  ...(['note', 'edit-note', 'delete-note', 'ban', 'end-ban'] as const),
];
const DECISIONS = LOGGED_ACTIONS.filter((action) => !OTHER_ACTIONS.includes(action));

function periodOf({ from, until }: { from: string; until: string }) {
  return { start: new Date(from), end: new Date(Date.parse(until) + DAY_MILLISECONDS) };
}

export async function listStatements(
  { db, publicUrl }: Pick<Context, 'db' | 'publicUrl'>,
  period: ParsedInputOf<typeof readStatements>,
): Promise<Outcome<DataOf<typeof readStatements>>> {
  const termsUrl = `${publicUrl}${urls.terms()}#prohibited`;
  return success({ statements: await publishedStatements(db, periodOf(period), termsUrl) });
}

export async function reportTransparency(
  { db }: Pick<Context, 'db'>,
  { from, until }: ParsedInputOf<typeof readTransparency>,
): Promise<Outcome<DataOf<typeof readTransparency>>> {
  const period = periodOf({ from, until });
  const [reports, decisions, appeals, takedowns] = await Promise.all([
    countReports(db, period),
    countDecisions(db, period, DECISIONS),
    countAppeals(db, period),
    countTakedowns(db, period),
  ]);
  return success({ from, until, reports, decisions, appeals, takedowns });
}
