/** Statements of reasons, which follow from the logged decisions. */
import type { Statement } from '#features/statements/contract.ts';
import { statementOf, transparencyRecord } from '#features/statements/rules.ts';
import type { Connection } from '#platform/database/database.ts';
import { findStatedDecisions } from '../store/statements.ts';

/** The statements of the decisions about an account, by the id of the decision. */
export async function statementsAbout(
  connection: Connection,
  accountId: number,
): Promise<Map<number, Statement>> {
  const statements = new Map<number, Statement>();
  for (const decision of await findStatedDecisions(connection, { accountIds: [accountId] })) {
    const statement = statementOf(decision);
    if (statement !== undefined) statements.set(decision.id, statement);
  }
  return statements;
}

/** All statements of a period in the fields of the European Transparency Database, without personal data. */
export async function publishedStatements(
  connection: Connection,
  period: { start: Date; end: Date },
  termsUrl: string,
) {
  const decisions = await findStatedDecisions(connection, period);
  return decisions.flatMap((decision) => transparencyRecord(decision, termsUrl) ?? []);
}
