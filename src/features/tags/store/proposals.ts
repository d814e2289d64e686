import { sql } from 'kysely';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { ResolvedRelation } from './relations.ts';

const columns = [
  ...(['tag_proposals.id', 'tag_proposals.relation', 'tag_proposals.tag_id'] as const),
  ...(['tag_proposals.target_id', 'tag_proposals.kind', 'tag_proposals.decision'] as const),
  ...(['tag_proposals.note', 'tag_proposals.decided_at', 'tag_proposals.created_at'] as const),
  ...(['tags.name as tag', 'target.name as target'] as const),
] as const;

const total = sql<number>`count(*)::integer`.as('total');

function proposals(connection: Connection) {
  return connection
    .selectFrom('tag_proposals')
    .innerJoin('tags', 'tags.id', 'tag_proposals.tag_id')
    .leftJoin('tags as target', 'target.id', 'tag_proposals.target_id');
}

export type ProposalRow = Awaited<ReturnType<typeof proposalById>> & {};

export async function proposalById(connection: Connection, id: number) {
  return proposals(connection).select(columns).where('tag_proposals.id', '=', id).executeTakeFirst();
}

/** Locks a proposal against other decisions and withdrawals; undefined when it is gone. */
export async function lockProposal(transaction: OpenTransaction, id: number) {
  await sql`select from tag_proposals where id = ${id} for update`.execute(transaction);
  return proposalById(transaction, id);
}

/** Locks an account, so that its open proposals are counted one after another. */
export async function lockProposer(transaction: OpenTransaction, accountId: number): Promise<void> {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(transaction);
}

export async function countOpenProposals(connection: Connection, accountId: number): Promise<number> {
  const row = await connection
    .selectFrom('tag_proposers')
    .innerJoin('tag_proposals', 'tag_proposals.id', 'tag_proposers.proposal_id')
    .select(total)
    .where('tag_proposers.account_id', '=', accountId)
    .where('decision', 'is', null)
    .executeTakeFirstOrThrow();
  return row.total;
}

/** The open proposal of this content, which is stored if there is none; locked either way. */
export async function openProposal(
  transaction: OpenTransaction,
  { relation, tagId, targetId, kind }: ResolvedRelation,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into tag_proposals (relation, tag_id, target_id, kind)
    values (${relation}, ${tagId}, ${targetId}::bigint, ${kind}::text)
    on conflict (tag_id, relation, coalesce(target_id, 0), coalesce(kind, '')) where decision is null
      do update set relation = excluded.relation
    returning id`.execute(transaction);
  return rows[0]?.id ?? 0;
}

/** Whether the account was not among a proposal's proposers before. */
export async function addProposer(
  transaction: OpenTransaction,
  proposalId: number,
  accountId: number,
): Promise<boolean> {
  const added = await transaction
    .insertInto('tag_proposers')
    .values({ proposal_id: proposalId, account_id: accountId })
    .onConflict((on) => on.doNothing())
    .returning('proposal_id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Removes an account from a proposal's proposers; a trigger removes a proposal without any. */
export async function removeProposer(
  transaction: OpenTransaction,
  proposalId: number,
  accountId: number,
): Promise<void> {
  await transaction
    .deleteFrom('tag_proposers')
    .where('proposal_id', '=', proposalId)
    .where('account_id', '=', accountId)
    .execute();
}

export async function isProposer(
  connection: Connection,
  proposalId: number,
  accountId: number,
): Promise<boolean> {
  const row = await connection
    .selectFrom('tag_proposers')
    .select('proposal_id')
    .where('proposal_id', '=', proposalId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** An account's proposals, latest first; all of them without a window. */
export async function proposalsOf(
  connection: Connection,
  accountId: number,
  window?: { offset: number; limit: number },
) {
  const own = proposals(connection).where('tag_proposals.id', 'in', (on) =>
    on.selectFrom('tag_proposers').select('proposal_id').where('account_id', '=', accountId),
  );
  const rows = await own
    .select(columns)
    .orderBy('tag_proposals.id', 'desc')
    .$if(window !== undefined, (query) => query.offset(window?.offset ?? 0).limit(window?.limit ?? 0))
    .execute();
  return {
    rows,
    total: window === undefined ? rows.length : (await own.select(total).executeTakeFirstOrThrow()).total,
  };
}

/** The open proposals of everybody, which wait for a moderator. */
export async function countWaitingProposals(connection: Connection): Promise<number> {
  const row = await connection
    .selectFrom('tag_proposals')
    .select(total)
    .where('decision', 'is', null)
    .executeTakeFirstOrThrow();
  return row.total;
}

/** The queue of open proposals, oldest first, or the decided ones, latest first. */
export async function queuedProposals(
  connection: Connection,
  { isOpen, offset, limit }: { isOpen: boolean; offset: number; limit: number },
) {
  const matching = proposals(connection).where('decision', isOpen ? 'is' : 'is not', null);
  const rows = await matching
    .select(columns)
    .select(['tags.story_count as tag_story_count', 'target.story_count as target_story_count'])
    .select(
      sql<number>`(select count(*)::integer from tag_proposers where proposal_id = tag_proposals.id)`.as(
        'proposer_count',
      ),
    )
    .$if(isOpen, (query) => query.orderBy('tag_proposals.id'))
    .$if(!isOpen, (query) =>
      query.orderBy('tag_proposals.decided_at', 'desc').orderBy('tag_proposals.id', 'desc'),
    )
    .offset(offset)
    .limit(limit)
    .execute();
  return { rows, total: (await matching.select(total).executeTakeFirstOrThrow()).total };
}

export async function storeProposalDecision(
  transaction: OpenTransaction,
  id: number,
  decision: 'accept' | 'reject',
  note: string,
): Promise<void> {
  await transaction
    .updateTable('tag_proposals')
    .set({ decision, note, decided_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Makes a decided proposal open again; false where somebody has suggested the same since. */
export async function reopenProposal(transaction: OpenTransaction, id: number): Promise<boolean> {
  const { rows } = await sql`
    update tag_proposals as one set decision = null, decided_at = null, note = '' where id = ${id} and not exists (
      select from tag_proposals as other where other.decision is null and other.tag_id = one.tag_id
        and other.relation = one.relation and other.target_id is not distinct from one.target_id
        and other.kind is not distinct from one.kind) returning id`.execute(transaction);
  return rows.length > 0;
}

/** The change that a proposal led to, unless it is undone. */
export async function changeInForce(connection: Connection, proposalId: number): Promise<number | undefined> {
  const row = await connection
    .selectFrom('tag_changes')
    .select('id')
    .where('proposal_id', '=', proposalId)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  return row?.id;
}
