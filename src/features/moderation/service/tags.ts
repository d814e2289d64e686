import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type NoData, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { queuedProposals, toProposal } from '#features/tags/service/proposals.ts';
import * as tags from '#features/tags/service/relations.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type changeTag,
  type decideTagProposal,
  type listTagChanges,
  type listTagProposals,
  tagDecisionMessages,
  type undoTagChange,
} from '../contract/tags.ts';
import type { Remember, Take } from '../store/bulk-actions.ts';
import { insertLogEntry } from '../store/log-entries.ts';
import { logActorOf } from './actor.ts';

export async function listProposals(
  { db }: Context,
  { state, page, limit }: ParsedInputOf<typeof listTagProposals>,
): Promise<Outcome<DataOf<typeof listTagProposals>>> {
  const { offset, beyond } = pageWindow(page, limit);
  const { rows, total } = await queuedProposals(db, {
    isOpen: state === 'open',
    offset,
    limit: beyond ? 0 : limit,
  });
  const problems = state === 'open' ? await tags.problemsOfProposals(db, rows) : [];
  const proposals = rows.map((row, at) => ({
    ...toProposal(row),
    proposer_count: row.proposer_count,
    tag_story_count: row.tag_story_count,
    target_story_count: row.target_story_count,
    problem: problems[at] ?? null,
  }));
  return success({ proposals, pagination: pagination(page, limit, total) }, depthMessage(total));
}

export async function decideProposal(
  context: Context,
  { id, decision, note }: ParsedInputOf<typeof decideTagProposal>,
  { account }: CallerOf<typeof decideTagProposal>,
  remember?: Remember,
): Promise<Outcome<NoData>> {
  return context.db.transaction().execute(async (transaction) => {
    const decided = await tags.decideTagProposal(context, transaction, { id, decision, note });
    if (!decided.ok) return decided;
    const { relation, tag } = decided.data;
    const action = decision === 'accept' ? (`tag-${relation}` as const) : 'tag-reject';
    await insertLogEntry(transaction, { actor: logActorOf(account), action, tag, note });
    await remember?.(transaction);
    return success({}, tagDecisionMessages[decision === 'accept' ? 'accepted' : 'rejected']);
  });
}

/** Makes a decided suggestion wait again, and undoes what it changed. */
export async function undoProposal(
  context: Context,
  id: number,
  { account }: CallerOf<typeof decideTagProposal>,
  take: Take,
): Promise<Outcome<NoData>> {
  return context.db.transaction().execute(async (transaction) => {
    const reopened = await tags.reopenTagProposal(context, transaction, id);
    if (!reopened.ok) return reopened;
    await take(transaction);
    const { tag } = reopened.data;
    await insertLogEntry(transaction, { actor: logActorOf(account), action: 'tag-undo', tag, note: '' });
    return success({}, tagDecisionMessages.undone);
  });
}

export async function listChanges(
  { db }: Context,
  { tag: typed, page, limit }: ParsedInputOf<typeof listTagChanges>,
): Promise<Outcome<DataOf<typeof listTagChanges>>> {
  const { offset, beyond } = pageWindow(page, limit);
  // An unknown tag has no changes; no tag has the id 0.
  const tagId = typed.trim() === '' ? undefined : ((await tags.namedTag(db, typed))?.id ?? 0);
  const { rows, total } = await tags.listChanges(db, { tagId, offset, limit: beyond ? 0 : limit });
  const changes = rows.map(({ target, kind, changed_at, undone_at, ...row }) => ({
    ...row,
    target: target ?? kind ?? '',
    changed_at: changed_at.toISOString(),
    undone_at: undone_at?.toISOString() ?? null,
  }));
  return success({ changes, pagination: pagination(page, limit, total) }, depthMessage(total));
}

export async function makeChange(
  context: Context,
  { note, ...typed }: ParsedInputOf<typeof changeTag>,
  { account }: CallerOf<typeof changeTag>,
): Promise<Outcome<DataOf<typeof changeTag>>> {
  return context.db.transaction().execute(async (transaction) => {
    const changed = await tags.changeTag(context, transaction, typed);
    if (!changed.ok) return changed;
    const { id, relation, tag } = changed.data;
    await insertLogEntry(transaction, { actor: logActorOf(account), action: `tag-${relation}`, tag, note });
    return success({ id }, tagDecisionMessages.changed);
  });
}

export async function undoChange(
  context: Context,
  { id, note }: ParsedInputOf<typeof undoTagChange>,
  { account }: CallerOf<typeof undoTagChange>,
): Promise<Outcome<NoData>> {
  return context.db.transaction().execute(async (transaction) => {
    const undone = await tags.undoTagChange(context, transaction, id);
    if (!undone.ok) return undone;
    const { tag } = undone.data;
    await insertLogEntry(transaction, { actor: logActorOf(account), action: 'tag-undo', tag, note });
    return success({}, tagDecisionMessages.undone);
  });
}
