import type { Connection } from '#platform/database/database.ts';

/** The pen names of an account in their order, with the words that each filters. */
export async function filteredWordsOf(
  connection: Connection,
  accountId: number,
): Promise<{ author_username: string; words: string[] | null }[]> {
  return connection
    .selectFrom('pen_names')
    .leftJoin('filtered_words', 'filtered_words.author_id', 'pen_names.id')
    .select(['pen_names.username as author_username', 'filtered_words.words'])
    .where('pen_names.account_id', '=', accountId)
    .where('pen_names.retired_at', 'is', null)
    .orderBy('pen_names.created_at')
    .orderBy('pen_names.id')
    .execute();
}

/** The words that a pen name filters. */
export async function wordsOfAuthor(connection: Connection, authorId: number): Promise<string[]> {
  const row = await connection
    .selectFrom('filtered_words')
    .select('words')
    .where('author_id', '=', authorId)
    .executeTakeFirst();
  return row?.words ?? [];
}

export async function storeWords(connection: Connection, authorId: number, words: string[]): Promise<string> {
  if (words.length === 0)
    await connection.deleteFrom('filtered_words').where('author_id', '=', authorId).execute();
  else
    await connection
      .insertInto('filtered_words')
      .values({ author_id: authorId, words })
      .onConflict((on) => on.column('author_id').doUpdateSet({ words }))
      .execute();
  const { username } = await connection
    .selectFrom('pen_names')
    .select('username')
    .where('id', '=', authorId)
    .executeTakeFirstOrThrow();
  return username;
}
