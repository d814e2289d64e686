import type { Connection } from '#platform/database/database.ts';
import { blocksOfAccount } from '../store/blocks.ts';
import { commentsOfAccount, sweepsOfAccount, thanksOfAccount } from '../store/export.ts';
import { filteredWordsOf } from '../store/filtered-words.ts';

/** Everything that an account has written and chosen in conversations. */
export async function commentsToExport(connection: Connection, accountId: number) {
  const [comments, thanks, removedAtOnce, blocks, words] = await Promise.all([
    commentsOfAccount(connection, accountId),
    thanksOfAccount(connection, accountId),
    sweepsOfAccount(connection, accountId),
    blocksOfAccount(connection, accountId),
    filteredWordsOf(connection, accountId),
  ]);
  return {
    comments,
    thanks,
    filtered_words: words.filter((name) => name.words !== null),
    removed_at_once: removedAtOnce,
    blocks: blocks.map(({ username, kind, created_at }) => ({ username, kind, created_at })),
  };
}
