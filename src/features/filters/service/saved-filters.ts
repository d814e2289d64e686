import type { ParsedInputOf } from '#base/contract.ts';
import { type Outcome, success } from '#base/failure.ts';
import { inAccountTransaction } from '#features/accounts/service/profile.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { getSavedFilters, SavedFilters, setSavedFilters } from '../contract/saved-filters.ts';
import { replaceSavedFilters, savedFiltersOf } from '../store/saved-filters.ts';

export async function readSavedFilters(
  { db }: Context,
  _input: object,
  { account }: CallerOf<typeof getSavedFilters>,
): Promise<Outcome<SavedFilters>> {
  return success({ filters: await savedFiltersOf(db, account.id) });
}

export async function changeSavedFilters(
  { db }: Context,
  { filters }: ParsedInputOf<typeof setSavedFilters>,
  { account }: CallerOf<typeof setSavedFilters>,
): Promise<Outcome<SavedFilters>> {
  return inAccountTransaction(db, account.id, async (transaction) => {
    await replaceSavedFilters(transaction, account.id, filters);
    return success({ filters: await savedFiltersOf(transaction, account.id) });
  });
}

export { savedFiltersOf };
