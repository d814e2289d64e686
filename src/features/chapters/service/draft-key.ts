import type { DataOf } from '#base/contract.ts';
import { type Outcome, success } from '#base/failure.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { getDraftKey } from '../contract/chapters.ts';

/**
 * The key for an account's drafts in its browsers. It is derived from the site's secret instead of stored: it stays the
 * same at every sign-in, and neither the database nor the browser alone reveals it.
 */
export async function draftKeyOf(
  { signer }: Context,
  _input: unknown,
  { account }: CallerOf<typeof getDraftKey>,
): Promise<Outcome<DataOf<typeof getDraftKey>>> {
  return success({
    account_id: account.id,
    key: signer.sign('draft key', String(account.id)).toString('base64'),
  });
}
