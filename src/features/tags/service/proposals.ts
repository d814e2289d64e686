import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type NoData, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type listOwnTagProposals,
  MAX_OPEN_TAG_PROPOSALS,
  type proposeTagRelation,
  type TagProposal,
  tagProposalMessages,
  type withdrawTagProposal,
} from '../contract/proposals.ts';
import {
  addProposer,
  countOpenProposals,
  countWaitingProposals,
  isProposer,
  lockProposal,
  lockProposer,
  openProposal,
  type ProposalRow,
  proposalById,
  proposalsOf,
  queuedProposals,
  removeProposer,
} from '../store/proposals.ts';
import { checkTyped } from './relations.ts';

const states = { accept: 'accepted', reject: 'rejected' } as const;

export function toProposal({
  id,
  relation,
  tag,
  target,
  kind,
  decision,
  note,
  ...row
}: ProposalRow): TagProposal {
  return {
    id,
    relation,
    tag,
    canonical: relation === 'canonical' ? target : null,
    parent: relation === 'parent' ? target : null,
    kind,
    state: decision === null ? 'open' : states[decision],
    note,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  };
}

export async function propose(
  { db }: Context,
  input: ParsedInputOf<typeof proposeTagRelation>,
  { account }: CallerOf<typeof proposeTagRelation>,
): Promise<Outcome<DataOf<typeof proposeTagRelation>>> {
  return db.transaction().execute(async (transaction) => {
    await lockProposer(transaction, account.id);
    const checked = await checkTyped(transaction, input);
    if (!checked.ok) return checked;
    const openCount = await countOpenProposals(transaction, account.id);
    const id = await openProposal(transaction, checked.data);
    const isNew = await addProposer(transaction, id, account.id);
    if (isNew && openCount >= MAX_OPEN_TAG_PROPOSALS) {
      await removeProposer(transaction, id, account.id);
      return failure('invalid', tagProposalMessages.full);
    }
    return success(await presentProposal(transaction, id), tagProposalMessages.sent);
  });
}

async function presentProposal(connection: Connection, id: number): Promise<TagProposal> {
  const row = await proposalById(connection, id);
  if (row === undefined) throw new Error('the proposal is locked');
  return toProposal(row);
}

export async function listOwnProposals(
  { db }: Context,
  { page, limit }: ParsedInputOf<typeof listOwnTagProposals>,
  { account }: CallerOf<typeof listOwnTagProposals>,
): Promise<Outcome<DataOf<typeof listOwnTagProposals>>> {
  const { offset, beyond } = pageWindow(page, limit);
  const { rows, total } = await proposalsOf(db, account.id, { offset, limit: beyond ? 0 : limit });
  return success(
    { proposals: rows.map(toProposal), pagination: pagination(page, limit, total) },
    depthMessage(total),
  );
}

export async function withdraw(
  { db }: Context,
  { id }: ParsedInputOf<typeof withdrawTagProposal>,
  { account }: CallerOf<typeof withdrawTagProposal>,
): Promise<Outcome<NoData>> {
  return db.transaction().execute(async (transaction) => {
    const proposal = await lockProposal(transaction, id);
    // Others' proposals are indistinguishable from missing ones.
    if (proposal === undefined || !(await isProposer(transaction, id, account.id)))
      return failure('not-found', tagProposalMessages.notFound);
    if (proposal.decision !== null) return failure('edit-conflict', tagProposalMessages.decided);
    await removeProposer(transaction, id, account.id);
    return success({}, tagProposalMessages.withdrawn);
  });
}

/** An account's proposals, for its export. */
export async function proposalsToExport(connection: Connection, accountId: number): Promise<TagProposal[]> {
  const { rows } = await proposalsOf(connection, accountId);
  return rows.map(toProposal);
}

export { countWaitingProposals, queuedProposals };
