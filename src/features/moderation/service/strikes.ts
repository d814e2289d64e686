/** Strikes and manifestly unfounded notices: what follows is for a person to decide. */
import { countUnfoundedReports } from '#features/reports/service/reports.ts';
import { findPendingReinstatements } from '#features/takedown/service/requests.ts';
import type { Connection } from '#platform/database/database.ts';
import { forEachItem } from '#platform/jobs/for-each-id.ts';
import type { Context } from '#platform/runtime/context.ts';
import { STRIKE_DAYS, STRIKES_UNTIL_REVIEW, type Strike, strikesOf } from '../rules.ts';
import { type CaseRow, findAccountsToReview, openCaseByModerator } from '../store/cases.ts';
import { insertLogEntry } from '../store/log-entries.ts';
import { findStatedDecisions, type StoredDecision } from '../store/statements.ts';

/** The strikes of accounts at this moment; an account without any has no entry. */
async function strikesOfAccounts(
  connection: Connection,
  accountIds: number[],
): Promise<Map<number, Strike[]>> {
  if (accountIds.length === 0) return new Map();
  const decisions = await findStatedDecisions(connection, { accountIds });
  const pending = await findPendingReinstatements(connection);
  const countered = pending.map(({ requestId }) => requestId);
  const byAccount = Map.groupBy(decisions, ({ accountId }: StoredDecision) => accountId ?? 0);
  const strikes = new Map<number, Strike[]>();
  for (const [accountId, own] of byAccount) strikes.set(accountId, strikesOf(own, countered, new Date()));
  return strikes;
}

export type StrikesByAccount = ReadonlyMap<number, readonly Strike[]>;

/** The strikes of the authors of these cases. */
export function strikesInCases(connection: Connection, cases: readonly CaseRow[]): Promise<StrikesByAccount> {
  return strikesOfAccounts(
    connection,
    cases.flatMap(({ author_id }) => author_id ?? []),
  );
}

/** The manifestly unfounded reports of these accounts. */
export function unfoundedOf(
  connection: Connection,
  ids: readonly (number | null)[],
): Promise<Map<number, number>> {
  return countUnfoundedReports(
    connection,
    ids.filter((id) => id !== null),
    STRIKE_DAYS,
  );
}

/** An account's standing, as it is shown to the account itself. */
export async function standingOf(connection: Connection, accountId: number) {
  const strikes = (await strikesOfAccounts(connection, [accountId])).get(accountId) ?? [];
  const unfounded = await unfoundedOf(connection, [accountId]);
  return {
    strikes: strikes.map(({ entryId, expiresAt }) => ({
      decision: entryId,
      expires_at: expiresAt.toISOString(),
    })),
    strikes_until_review: STRIKES_UNTIL_REVIEW,
    unfounded_notices: unfounded.get(accountId) ?? 0,
  };
}

/**
 * Opens a case about each account with enough strikes or unfounded notices, once for each that is added: nobody is
 * suspended without a person’s decision.
 */
export async function openReviews({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  const accounts = await findAccountsToReview(db, STRIKE_DAYS, STRIKES_UNTIL_REVIEW);
  const strikes = await strikesOfAccounts(
    db,
    accounts.map(({ id }) => id),
  );
  const reviews = accounts.flatMap(({ id, username, unfounded, latestUnfoundedAt, reviewedAt }) => {
    const own = strikes.get(id) ?? [];
    const isNew = (at: Date | null | undefined) => at != null && (reviewedAt === null || at > reviewedAt);
    const reasons = [
      ...(own.length >= STRIKES_UNTIL_REVIEW && isNew(own.at(-1)?.decidedAt)
        ? [`${own.length} strikes within ${STRIKE_DAYS} days.`]
        : []),
      ...(unfounded >= STRIKES_UNTIL_REVIEW && isNew(latestUnfoundedAt)
        ? [`${unfounded} manifestly unfounded notices within ${STRIKE_DAYS} days.`]
        : []),
    ];
    return reasons.length === 0 ? [] : [{ author: { id, username }, note: reasons.join(' ') }];
  });
  const failures = await forEachItem(log, reviews, (review) => openReview(db, review));
  if (failures > 0) throw new Error(`${failures} accounts could not be reviewed; trying again later`);
}

async function openReview(
  db: Context['db'],
  { author, note }: { author: { id: number; username: string }; note: string },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const opened = await openCaseByModerator(transaction, {
      ...{ subject: 'author', subjectId: author.id, title: null, author },
    });
    if (!opened.isNew) return;
    await insertLogEntry(transaction, {
      ...{ actor: 'operator', action: 'open', caseId: opened.id, account: author, note },
    });
  });
}
