/** Decisions about synonyms, parents and kinds of tags, and the stories that follow them. */
import { failure, invalidField, type Outcome, success } from '#base/failure.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  MAX_TAG_ANCESTORS,
  MAX_TAG_GENERATIONS,
  type TagRelation,
  tagProposalMessages,
} from '../contract/proposals.ts';
import { type TagKind, tagMessages } from '../contract/tags.ts';
import { problemOfLink, type TagEdge } from '../rules.ts';
import { changeInForce, lockProposal, reopenProposal, storeProposalDecision } from '../store/proposals.ts';
import {
  beginChange,
  changeById,
  edgesAround,
  insertChange,
  listChanges,
  lockTaggedStories,
  type NamedTag,
  namedTag,
  type ResolvedRelation,
  storiesTagged,
  tagsByIds,
  undoChange,
} from '../store/relations.ts';
import { deriveImpliedTags } from '../store/story-tags.ts';

/** A relation as it is typed. */
export interface TypedRelation {
  tag: string;
  canonical?: string | undefined;
  parent?: string | undefined;
  kind?: TagKind | undefined;
}

/** A tag and what was decided about it, for the log. */
export interface TagDecision {
  relation: TagRelation;
  tag: { name: string; target: string };
}

/** The job that gives stories the tags that theirs imply. */
export const IMPLIED_TAGS_JOB = 'derive-implied-tags';

/** The relation that was typed, if it is possible and not yet so. Errors name the field. */
export async function checkTyped(
  connection: Connection,
  { tag: typed, ...targets }: TypedRelation,
): Promise<Outcome<ResolvedRelation>> {
  const chosen = (['canonical', 'parent', 'kind'] as const).filter((name) => targets[name] !== undefined);
  const [relation] = chosen;
  if (relation === undefined || chosen.length > 1)
    return invalidField(relation ?? 'canonical', tagProposalMessages.relationRequired);
  const tag = await namedTag(connection, typed);
  if (tag === undefined) return invalidField('tag', tagProposalMessages.unknown);
  const target = relation === 'kind' ? undefined : await namedTag(connection, targets[relation] ?? '');
  if (relation !== 'kind' && target === undefined) return invalidField(relation, tagProposalMessages.unknown);
  const facts = await factsAbout(connection, target === undefined ? [tag] : [tag, target]);
  const checked = checkRelation(facts, relation, tag, target, targets.kind);
  return checked.ok ? checked : invalidField(checked.field, checked.message);
}

type Checked = { ok: true; data: ResolvedRelation } | { ok: false; field: string; message: string };

/** The facts that relating tags needs: the tags that they mean, and everything above and below. */
interface TagFacts {
  byId: ReadonlyMap<number, NamedTag>;
  edges: readonly TagEdge[];
}

async function factsAbout(connection: Connection, tags: readonly NamedTag[]): Promise<TagFacts> {
  const meant = await tagsByIds(
    connection,
    tags.flatMap(({ canonical_id }) => canonical_id ?? []),
  );
  const byId = new Map([...tags, ...meant].map((tag) => [tag.id, tag]));
  return { byId, edges: await edgesAround(connection, [...byId.keys()]) };
}

function checkRelation(
  { byId, edges }: TagFacts,
  relation: TagRelation,
  named: NamedTag,
  namedTarget: NamedTag | undefined,
  kind: TagKind | null = null,
): Checked {
  const problem = (field: string, message: string) => ({ ok: false as const, field, message });
  const meant = (tag: NamedTag) => byId.get(tag.canonical_id ?? tag.id) ?? tag;
  const tag = meant(named);
  if (namedTarget === undefined) {
    if (tag.kind === kind) return problem('kind', tagProposalMessages.alreadySo);
    return { ok: true, data: { relation, tagId: tag.id, targetId: null, kind } };
  }
  if (named.id === namedTarget.id) return problem(relation, tagProposalMessages.same);
  const target = meant(namedTarget);
  // Of a tag and its synonym, the one that is meant cannot mean the other.
  if (relation === 'canonical' && namedTarget.canonical_id === named.id)
    return problem('canonical', tagProposalMessages.cycle);
  if (tag.id === target.id) return problem(relation, tagProposalMessages.alreadySo);
  if (relation === 'canonical' && named.id !== tag.id) return problem('tag', tagProposalMessages.isSynonym);
  if (relation === 'parent' && edges.some((edge) => edge.tag_id === tag.id && edge.parent_id === target.id))
    return problem('parent', tagProposalMessages.alreadySo);
  const found = problemOfLink(
    edges,
    { relation: relation === 'parent' ? 'parent' : 'canonical', tagId: tag.id, targetId: target.id },
    { ancestors: MAX_TAG_ANCESTORS, generations: MAX_TAG_GENERATIONS },
  );
  if (found === 'cycle') return problem(relation, tagProposalMessages.cycle);
  if (found === 'too-many') return problem(relation, tagProposalMessages.tooMany);
  return { ok: true, data: { relation, tagId: tag.id, targetId: target.id, kind: null } };
}

interface StoredProposal {
  relation: TagRelation;
  tag_id: number;
  target_id: number | null;
  kind: TagKind | null;
}

/** For each stored proposal the reason for which it cannot be accepted as things are; undefined if it can. */
export async function problemsOfProposals(
  connection: Connection,
  proposals: readonly StoredProposal[],
): Promise<(string | undefined)[]> {
  const checked = await checkStored(connection, proposals);
  return checked.map((one) => (one.ok ? undefined : one.message));
}

async function checkStored(connection: Connection, proposals: readonly StoredProposal[]): Promise<Checked[]> {
  if (proposals.length === 0) return [];
  const ids = proposals.flatMap(({ tag_id, target_id }) => [
    tag_id,
    ...(target_id === null ? [] : [target_id]),
  ]);
  const facts = await factsAbout(connection, await tagsByIds(connection, [...new Set(ids)]));
  const tagAt = (id: number) => {
    const tag = facts.byId.get(id);
    if (tag === undefined) throw new Error('a proposal goes with its tags');
    return tag;
  };
  return proposals.map(({ relation, tag_id, target_id, kind }) =>
    checkRelation(facts, relation, tagAt(tag_id), target_id === null ? undefined : tagAt(target_id), kind),
  );
}

/** Decides a proposal in the caller's transaction, which writes the log. Takes its locks first. */
export async function decideTagProposal(
  { jobs }: Pick<Context, 'jobs'>,
  transaction: OpenTransaction,
  { id, decision, note }: { id: number; decision: 'accept' | 'reject'; note: string },
): Promise<Outcome<TagDecision>> {
  await beginChange(transaction);
  const proposal = await lockProposal(transaction, id);
  if (proposal === undefined) return failure('not-found', tagProposalMessages.notFound);
  if (proposal.decision !== null) return failure('edit-conflict', tagProposalMessages.decided);
  if (decision === 'accept') {
    const [checked] = await checkStored(transaction, [proposal]);
    if (checked === undefined) throw new Error('each proposal is checked');
    if (checked.ok) await enforceRelation(jobs, transaction, checked.data, id);
    // Nothing is left to do, but its proposers were right.
    else if (checked.message !== tagProposalMessages.alreadySo)
      return invalidField('decision', checked.message);
  }
  await storeProposalDecision(transaction, id, decision, note);
  return success({
    relation: proposal.relation,
    tag: { name: proposal.tag, target: proposal.target ?? proposal.kind ?? '' },
  });
}

/** Takes a decision about a proposal back in the caller's transaction, which writes the log. */
export async function reopenTagProposal(
  { jobs }: Pick<Context, 'jobs'>,
  transaction: OpenTransaction,
  id: number,
): Promise<Outcome<TagDecision>> {
  await beginChange(transaction);
  const proposal = await lockProposal(transaction, id);
  if (proposal === undefined) return failure('not-found', tagProposalMessages.notFound);
  if (proposal.decision === null) return failure('edit-conflict', tagMessages.alreadyUndone);
  if (!(await reopenProposal(transaction, id)))
    return failure('edit-conflict', tagProposalMessages.suggestedAgain);
  const changeId = await changeInForce(transaction, id);
  const affected = changeId === undefined ? undefined : await undoChange(transaction, changeId);
  await enqueueStories(jobs, transaction, affected ?? []);
  return success({
    relation: proposal.relation,
    tag: { name: proposal.tag, target: proposal.target ?? proposal.kind ?? '' },
  });
}

/** Makes a change without a proposal, in the caller's transaction, which writes the log. Takes its locks first. */
export async function changeTag(
  { jobs }: Pick<Context, 'jobs'>,
  transaction: OpenTransaction,
  typed: TypedRelation,
): Promise<Outcome<TagDecision & { id: number }>> {
  await beginChange(transaction);
  const checked = await checkTyped(transaction, typed);
  if (!checked.ok) return checked;
  const id = await enforceRelation(jobs, transaction, checked.data, null);
  return success({ id, ...(await decisionOf(transaction, id)) });
}

/** Undoes a change in the caller's transaction, which writes the log: everything is as the other changes say. */
export async function undoTagChange(
  { jobs }: Pick<Context, 'jobs'>,
  transaction: OpenTransaction,
  id: number,
): Promise<Outcome<TagDecision>> {
  await beginChange(transaction);
  if ((await changeById(transaction, id)) === undefined)
    return failure('not-found', tagMessages.changeNotFound);
  const affected = await undoChange(transaction, id);
  if (affected === undefined) return failure('edit-conflict', tagMessages.alreadyUndone);
  await enqueueStories(jobs, transaction, affected);
  return success(await decisionOf(transaction, id));
}

async function decisionOf(connection: Connection, changeId: number): Promise<TagDecision> {
  const change = await changeById(connection, changeId);
  if (change === undefined) throw new Error('a change is never deleted');
  const { relation, tag, target, kind } = change;
  return { relation, tag: { name: tag, target: target ?? kind ?? '' } };
}

/** Records a relation as decided, after `beginChange`, and has the stories follow it. Returns the id of the change. */
export async function enforceRelation(
  jobs: Jobs,
  transaction: OpenTransaction,
  relation: ResolvedRelation,
  proposalId: number | null,
): Promise<number> {
  const { id, affected } = await insertChange(transaction, relation, proposalId);
  await enqueueStories(jobs, transaction, affected);
  return id;
}

async function enqueueStories(jobs: Jobs, transaction: OpenTransaction, tagIds: number[]): Promise<void> {
  if (tagIds.length > 0) await jobs.enqueue(transaction, IMPLIED_TAGS_JOB, { tagIds });
}

/** Changing the tags of stories locks them, which blocks votes on them. */
const MAX_STORIES_LOCKED = 50;
/** The number of batches of one job. The rest is another job, so that a restart loses little. */
const MAX_BATCHES = 40;

/**
 * Gives the stories with these tags the tags that theirs imply. Any order of jobs, and any repetition, ends the same,
 * because each batch derives from what the tags mean at that moment.
 */
export async function followRelations(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  { tagIds, after = 0 }: { tagIds: readonly number[]; after?: number },
): Promise<void> {
  const rest = [...tagIds];
  let last = after;
  for (let batch = 0; rest[0] !== undefined; batch += 1) {
    if (batch === MAX_BATCHES) {
      await jobs.enqueue(db, IMPLIED_TAGS_JOB, { tagIds: rest, after: last });
      return;
    }
    const ids = await storiesTagged(db, rest[0], { after: last, limit: MAX_STORIES_LOCKED });
    await db.transaction().execute(async (transaction) => {
      await lockTaggedStories(transaction, ids);
      await deriveImpliedTags(transaction, ids);
    });
    last = ids.at(-1) ?? 0;
    if (ids.length < MAX_STORIES_LOCKED) {
      rest.shift();
      last = 0;
    }
  }
}

export { listChanges, namedTag };
