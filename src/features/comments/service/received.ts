/** The comments that an author received on all stories, and decisions about several at once. */
import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, notSignedIn, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { lockAccount } from '#features/accounts/service/profile.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { blockMessages, MAX_BLOCKS, type NewBlock } from '../contract/blocks.ts';
import type { decideComments, listReceivedComments } from '../contract/overview.ts';
import { decidedMessage } from '../rules/decided-message.ts';
import { blockWriters, countBlocksWith } from '../store/blocks.ts';
import { commentsByIds, hideComments, holdComments, showComments } from '../store/comments.ts';
import { countReceived, decidable, placesOf, receivedIds } from '../store/lists.ts';
import { withParagraphs } from './paragraphs.ts';
import { presentReply } from './present.ts';

export async function listReceived(
  { db }: Context,
  { state, page, limit }: ParsedInputOf<typeof listReceivedComments>,
  { account }: CallerOf<typeof listReceivedComments>,
): Promise<Outcome<DataOf<typeof listReceivedComments>>> {
  const { offset, beyond } = pageWindow(page, limit);
  const [ids, total, waiting_count] = await Promise.all([
    beyond ? [] : receivedIds(db, account.id, { state, offset, limit }),
    countReceived(db, account.id, state),
    countReceived(db, account.id, 'waiting'),
  ]);
  const [rows, places] = await Promise.all([commentsByIds(db, ids, account.id), placesOf(db, ids)]);
  const placeOf = new Map(places.map(({ id, ...place }) => [id, place]));
  const comments = rows.flatMap((row) => {
    const place = placeOf.get(row.id);
    const reply = presentReply(row, { account, isModerating: true });
    return place === undefined
      ? []
      : [
          {
            ...reply,
            reply_count: row.reply_count,
            is_pinned: row.is_pinned,
            held_for: row.held_for,
            ...place,
          },
        ];
  });
  return success(
    {
      comments: await withParagraphs(db, comments),
      waiting_count,
      pagination: pagination(page, limit, total),
    },
    depthMessage(total),
  );
}

export async function decideReceived(
  { db }: Context,
  { action, ids, reason }: ParsedInputOf<typeof decideComments>,
  { account }: CallerOf<typeof decideComments>,
): Promise<Outcome<DataOf<typeof decideComments>>> {
  return db.transaction().execute(async (transaction) => {
    const isAboutWriters = action === 'mute' || action === 'block';
    if (isAboutWriters && !(await lockAccount(transaction, account.id, 'change'))) return notSignedIn();
    const found = await decidable(transaction, account.id, ids);
    await holdComments(transaction, [...new Set(found.map(({ story_id }) => story_id))]);
    const now = (await decidable(transaction, account.id, ids)).map(({ id }) => id);
    if (isAboutWriters && (await countBlocksWith(transaction, account.id, now)) > MAX_BLOCKS)
      return failure('invalid', blockMessages.tooMany);
    let writers: NewBlock[] = [];
    if (now.length > 0) {
      if (action === 'approve') await showComments(transaction, now);
      else if (isAboutWriters) writers = await blockWriters(transaction, account.id, now, action);
      else await hideComments(transaction, now, { by: account.id, as: 'author', reason });
    }
    return success({ ids: now, writers }, decidedMessage(action, now.length));
  });
}
