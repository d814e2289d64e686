import { failure, type Outcome } from '#base/failure.ts';
import { accountByUsername, claimLink } from '#features/accounts/service/imported-accounts.ts';
import type { Context } from '#platform/runtime/context.ts';
import { isFromArchive } from '../store.ts';

/** A link for the author of an imported account, or a mail with one to an address that the operator knows to be theirs. */
export async function claimLinkAsOperator(
  context: Pick<Context, 'db' | 'jobs'>,
  username: string,
  address?: string,
): Promise<Outcome<{ token: string | undefined }>> {
  const account = await accountByUsername(context.db, username);
  if (account === undefined) return failure('not-found', `nobody is called ${username}`);
  if (!(await isFromArchive(context.db, account.id)))
    return failure('not-found', `${username} did not come with an archive`);
  return claimLink(context, account.id, address);
}
