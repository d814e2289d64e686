import { invalidField, type Outcome, success } from '#base/failure.ts';
import { removeAllFactors } from '#features/second-factors/service/factors.ts';
import type { Context } from '#platform/runtime/context.ts';
import { accountByUsername, lockAccount } from '../store/accounts.ts';

/** Removes the second factor of somebody who has lost it, once the operator is sure who asks. */
export async function removeFactorsAsOperator(
  context: Pick<Context, 'db' | 'jobs'>,
  username: string,
): Promise<Outcome<{ username: string }>> {
  return context.db.transaction().execute(async (transaction) => {
    const account = await accountByUsername(transaction, username);
    if (account === undefined || !(await lockAccount(transaction, account.id, 'change')))
      return invalidField('username', `There is no account ${username}`);
    const hadAny = await removeAllFactors(context, transaction, account.id);
    if (!hadAny) return invalidField('username', `The account ${account.username} has no second factor`);
    return success({ username: account.username });
  });
}
