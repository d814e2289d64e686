import { sql } from 'kysely';
import { hasAuthorPage } from '#features/pen-names/service.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';

type Kind = 'mute' | 'block';

/** The pen names that an account mutes or blocks, as they were named, latest first. */
export async function blocksOfAccount(connection: Connection, accountId: number) {
  return connection
    .selectFrom('blocks')
    .innerJoin('pen_names', 'pen_names.id', 'blocks.author_id')
    .select(['pen_names.username', 'pen_names.display_name', 'blocks.kind', 'blocks.created_at'])
    .where('blocks.account_id', '=', accountId)
    .orderBy('blocks.created_at', 'desc')
    .orderBy('pen_names.id')
    .execute();
}

/** A pen name that somebody has met: it has a page, has commented, or has written them a note or a correction. */
export async function findMetName(
  connection: Connection,
  username: string,
  accountId: number,
): Promise<{ id: number; account_id: number } | undefined> {
  return connection
    .selectFrom('pen_names')
    .select(['pen_names.id', 'pen_names.account_id'])
    .where('username_key', '=', username.toLowerCase())
    .where((on) =>
      on.or([
        hasAuthorPage,
        on.exists(
          on.selectFrom('comments').select('comments.id').whereRef('comments.author_id', '=', 'pen_names.id'),
        ),
        on.exists(
          on
            .selectFrom('note_threads')
            .innerJoin('stories', 'stories.id', 'note_threads.story_id')
            .innerJoin('pen_names as author', 'author.id', 'stories.author_id')
            .select('note_threads.id')
            .whereRef('note_threads.sender_name_id', '=', 'pen_names.id')
            .where('author.account_id', '=', accountId),
        ),
        on.exists(
          on
            .selectFrom('corrections')
            .innerJoin('chapters', 'chapters.id', 'corrections.chapter_id')
            .innerJoin('stories', 'stories.id', 'chapters.story_id')
            .innerJoin('pen_names as author', 'author.id', 'stories.author_id')
            .select('corrections.id')
            .whereRef('corrections.author_id', '=', 'pen_names.id')
            .where('author.account_id', '=', accountId),
        ),
      ]),
    )
    .executeTakeFirst();
}

/** The number of people that an account mutes or blocks, without the one who is about to be. */
export async function countBlocks(
  connection: Connection,
  accountId: number,
  authorId?: number,
): Promise<number> {
  const { total } = await connection
    .selectFrom('blocks')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .where('author_id', '<>', authorId ?? 0)
    .executeTakeFirstOrThrow();
  return total;
}

/** The number of people that an account mutes or blocks once it does so with the writers of these comments. */
export async function countBlocksWith(
  connection: Connection,
  accountId: number,
  commentIds: number[],
): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total from (
    select author_id from blocks where account_id = ${accountId}
    union select author_id from comments where id = any (${commentIds}::bigint[]) and author_id is not null
      and account_id <> ${accountId}) as names`.execute(connection);
  return rows[0]?.total ?? 0;
}

/** Mutes or blocks a name; what the account did with it before. */
export async function storeBlock(
  transaction: OpenTransaction,
  block: { account_id: number; author_id: number; blocked_id: number; kind: Kind },
): Promise<Kind | null> {
  const before = await transaction
    .selectFrom('blocks')
    .select('kind')
    .where('account_id', '=', block.account_id)
    .where('author_id', '=', block.author_id)
    .executeTakeFirst();
  await transaction
    .insertInto('blocks')
    .values(block)
    .onConflict((on) => on.columns(['account_id', 'author_id']).doUpdateSet({ kind: block.kind }))
    .execute();
  return before?.kind ?? null;
}

/**
 * Mutes or blocks the names under which others have written these comments; what the account did with each before. A name
 * that is blocked stays so: a choice for many takes no protection away.
 */
export async function blockWriters(
  transaction: OpenTransaction,
  accountId: number,
  commentIds: number[],
  kind: Kind,
): Promise<{ username: string; previous_kind: Kind | null }[]> {
  const { rows } = await sql<{ username: string; previous_kind: Kind | null }>`
    select username, blocks.kind as previous_kind from pen_names
    left join blocks on blocks.author_id = pen_names.id and blocks.account_id = ${accountId}
    where pen_names.account_id <> ${accountId} and (blocks.kind is null or ${kind} = 'block')
      and pen_names.id in (select author_id from comments where id = any (${commentIds}::bigint[]))
    order by pen_names.id`.execute(transaction);
  await sql`insert into blocks (account_id, author_id, blocked_id, kind)
    select distinct ${accountId}::bigint, author_id, comments.account_id, ${kind}::text from comments
    where id = any (${commentIds}::bigint[]) and author_id is not null and comments.account_id <> ${accountId}
    order by author_id
    on conflict (account_id, author_id) do update set kind = 'block' where excluded.kind = 'block'`.execute(
    transaction,
  );
  return rows;
}

export async function deleteBlock(
  connection: Connection,
  accountId: number,
  username: string,
): Promise<void> {
  await connection
    .deleteFrom('blocks')
    .where('account_id', '=', accountId)
    .where('author_id', 'in', (from) =>
      from.selectFrom('pen_names').select('id').where('username_key', '=', username.toLowerCase()),
    )
    .execute();
}
