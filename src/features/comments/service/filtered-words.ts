import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Outcome, success } from '#base/failure.ts';
import { lockPenName } from '#features/pen-names/service.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type FilteredWords,
  filteredWordMessages,
  type listFilteredWords,
  type setFilteredWords,
} from '../contract/filtered-words.ts';
import { filteredWordsOf, storeWords } from '../store/filtered-words.ts';

export async function listOwnWords(
  { db }: Context,
  _input: unknown,
  { account }: CallerOf<typeof listFilteredWords>,
): Promise<Outcome<DataOf<typeof listFilteredWords>>> {
  const names = await filteredWordsOf(db, account.id);
  return success({
    names: names.map(({ author_username, words }) => ({ author_username, words: words ?? [] })),
  });
}

export async function setOwnWords(
  { db }: Context,
  { author_username, words }: ParsedInputOf<typeof setFilteredWords>,
  { account }: CallerOf<typeof setFilteredWords>,
): Promise<Outcome<FilteredWords>> {
  return db.transaction().execute(async (transaction) => {
    const penName = await lockPenName(transaction, account.id, author_username ?? undefined);
    if (!penName.ok) return penName;
    const username = await storeWords(transaction, penName.data, words);
    return success({ author_username: username, words }, filteredWordMessages.saved);
  });
}
