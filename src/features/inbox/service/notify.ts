/** Tells accounts of something in their inbox, in the transaction that causes it. */
import type { OpenTransaction } from '#platform/database/database.ts';
import type { InboxKind } from '../rules.ts';
import { insertItem, lockRecipients } from '../store/items.ts';

interface ItemBase {
  /** The account that is told. */
  accountId: number;
  /**
   * The pen name whose doing it is, null for the site and for guests. Nobody is told of what they did themselves, under
   * any of their names.
   */
  byId: number | null;
}

/** Something to tell: its kind, and the row that causes it. It goes with that row, and happens once for it. */
export type InboxItem = ItemBase &
  (
    | { kind: Extract<InboxKind, 'comment' | 'reply' | 'thanks'>; storyId: number; commentId: number }
    | { kind: Extract<InboxKind, 'correction'>; storyId: number; correctionId: number }
    | { kind: Extract<InboxKind, 'note'>; storyId: number; noteId: number }
    | { kind: Extract<InboxKind, 'sweep'>; storyId: number | null; sweepId: number }
    | { kind: Extract<InboxKind, 'decision'>; entryId: number }
  );

/**
 * Puts something into the inbox of an account, unless its owner has muted the kind or has done it. Repeating it changes
 * nothing. Where the transaction locks stories or comments before, `holdRecipients` comes first.
 */
export async function notify(transaction: OpenTransaction, item: InboxItem): Promise<void> {
  await insertItem(transaction, {
    account_id: item.accountId,
    kind: item.kind,
    by_id: item.byId,
    story_id: 'storyId' in item ? item.storyId : null,
    comment_id: 'commentId' in item ? item.commentId : null,
    correction_id: 'correctionId' in item ? item.correctionId : null,
    note_id: 'noteId' in item ? item.noteId : null,
    sweep_id: 'sweepId' in item ? item.sweepId : null,
    entry_id: 'entryId' in item ? item.entryId : null,
  });
}

/** Keeps accounts from being deleted until the transaction ends. Accounts are locked before stories and comments. */
export async function holdRecipients(
  transaction: OpenTransaction,
  accountIds: readonly number[],
): Promise<void> {
  await lockRecipients(transaction, accountIds);
}
