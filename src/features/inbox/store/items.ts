import { sql } from 'kysely';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { InboxKind } from '../rules.ts';

export interface NewItem {
  account_id: number;
  kind: InboxKind;
  by_id: number | null;
  story_id: number | null;
  comment_id: number | null;
  entry_id: number | null;
  correction_id: number | null;
  note_id: number | null;
  sweep_id: number | null;
}

/** Stores an item once, unless its recipient did it, has muted its kind, or is gone. */
export async function insertItem(transaction: OpenTransaction, item: NewItem): Promise<void> {
  await sql`
    insert into inbox_items (account_id, kind, by_id, story_id, comment_id, entry_id, correction_id, note_id,
      sweep_id)
    select accounts.id, ${item.kind}, ${item.by_id}::bigint, ${item.story_id}::bigint, ${item.comment_id}::bigint,
      ${item.entry_id}::bigint, ${item.correction_id}::bigint, ${item.note_id}::bigint,
      ${item.sweep_id}::bigint
    from accounts where accounts.id = ${item.account_id}
      and not exists (select from pen_names where pen_names.id = ${item.by_id}::bigint
        and pen_names.account_id = accounts.id)
      and not exists (select from inbox_settings where inbox_settings.account_id = accounts.id
        and ${item.kind} = any (muted_kinds))
    on conflict do nothing`.execute(transaction);
}

export async function lockRecipients(
  transaction: OpenTransaction,
  accountIds: readonly number[],
): Promise<void> {
  await sql`select from accounts where id = any (${accountIds}::bigint[]) order by id for key share`.execute(
    transaction,
  );
}
