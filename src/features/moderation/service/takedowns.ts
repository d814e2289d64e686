import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { hasOtherModerators } from '#features/accounts/service/moderators.ts';
import {
  findAnyStoryId,
  lockModeratedStory,
  type ModeratedStory,
} from '#features/stories/service/moderation.ts';
import { ownersOfStories } from '#features/stories/service/stories.ts';
import {
  findRequest,
  findRequestIdsOfStory,
  listTakedowns,
  lockLastStep,
  readTakedown,
  readTakedowns,
  recordTakedownStep,
  setStory,
} from '#features/takedown/service/requests.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { moderationMessages } from '../contract/moderation.ts';
import type {
  getTakedownRequest,
  linkTakedown,
  listTakedownRequests,
  Takedown,
  takeTakedownStep,
} from '../contract/takedowns.ts';
import { possibleSteps } from '../rules.ts';
import type { CaseRow } from '../store/cases.ts';
import { findTakedownRemoval, insertLogEntry } from '../store/log-entries.ts';
import { release, withhold } from '../store/withholdings.ts';
import { logActorOf } from './actor.ts';
import { notifyOfStep, type StepInput } from './takedown-notices.ts';

const MAX_REQUESTS_SHOWN = 20;

export async function listRequests(
  { db }: Context,
  { state, page, limit }: ParsedInputOf<typeof listTakedownRequests>,
  { account }: CallerOf<typeof listTakedownRequests>,
): Promise<Outcome<DataOf<typeof listTakedownRequests>>> {
  const isWaiting = state === 'waiting';
  const { requests, pagination } = await listTakedowns(db, {
    ...{ isWaiting, page, limit },
    ...((await hasOtherModerators(db, account.id)) ? { exceptOwnerId: account.id } : {}),
  });
  return success({
    requests: requests.map((request) => ({
      ...request,
      received_at: request.received_at.toISOString(),
      waiting_since: request.waiting_since?.toISOString() ?? null,
    })),
    pagination,
  });
}

export async function readRequest(
  { db }: Context,
  { id }: ParsedInputOf<typeof getTakedownRequest>,
  { account }: CallerOf<typeof getTakedownRequest>,
): Promise<Outcome<Takedown>> {
  const request = await findRequest(db, id);
  if (request === undefined) return notFoundFailure();
  return (await needsAnotherModerator(db, { requestId: id, storyId: request.story_id }, account))
    ? ownRequestFailure()
    : presentTakedown(db, id);
}

/** The legal requests that belong to a case. */
export async function readTakedownsOfCase(
  connection: Connection,
  { subject, subject_id }: CaseRow,
): Promise<Takedown[]> {
  if (subject !== 'takedown' && subject !== 'story') return [];
  const ids =
    subject === 'takedown'
      ? [subject_id]
      : await findRequestIdsOfStory(connection, subject_id, MAX_REQUESTS_SHOWN);
  return (await readTakedowns(connection, ids)).map(toTakedown);
}

async function presentTakedown(connection: Connection, id: number): Promise<Outcome<Takedown>> {
  const papers = await readTakedown(connection, id);
  return papers.ok ? success(toTakedown(papers.data)) : papers;
}

type Papers = Awaited<ReturnType<typeof readTakedowns>>[number];

function toTakedown({ steps, received_at, waiting_since, ...request }: Papers): Takedown {
  const last = steps.at(-1);
  if (last === undefined) throw new Error('every takedown request has been received');
  const today = new Date().toISOString().slice(0, 10);
  return {
    ...request,
    received_at: received_at.toISOString(),
    waiting_since: waiting_since?.toISOString() ?? null,
    step: last.step,
    put_back_from: last.put_back_from,
    put_back_until: last.put_back_until,
    next_steps: possibleSteps(last.step, last.put_back_from, today, request.story_id !== null),
    steps: steps.map((step) => ({ ...step, happened_at: step.happened_at.toISOString() })),
  };
}

function notFoundFailure(): Failure {
  return failure('not-found', 'Takedown request not found');
}

function ownRequestFailure(): Failure {
  return failure('not-yours', moderationMessages.ownCase);
}

/**
 * Whether another moderator must handle a request about this story, or about a deleted one that it removed. A sole
 * moderator handles it: the law needs an answer.
 */
async function needsAnotherModerator(
  connection: Connection,
  { requestId, storyId }: { requestId: number; storyId: number | null },
  { id }: SignedIn,
): Promise<boolean> {
  const ownerIds =
    storyId === null
      ? [(await findTakedownRemoval(connection, requestId))?.account?.id]
      : await ownersOfStories(connection, [storyId]);
  return ownerIds.includes(id) && (await hasOtherModerators(connection, id));
}

export async function takeStep(
  context: Context,
  { id: requestId, step, after, note }: ParsedInputOf<typeof takeTakedownStep>,
  { account }: CallerOf<typeof takeTakedownStep>,
): Promise<Outcome<Takedown>> {
  return takeStepAs(context, { requestId, step, after, note }, account);
}

/** Takes a step for a moderator, or because its deadline has come. */
export async function takeStepAs(
  context: Context,
  { requestId, step, after, note }: StepInput,
  account: SignedIn | 'deadline',
): Promise<Outcome<Takedown>> {
  const isByDeadline = account === 'deadline';
  return context.db.transaction().execute(async (transaction) => {
    const request = await findRequest(transaction, requestId);
    if (request === undefined) return notFoundFailure();
    // The story is locked before the request: deleting a story locks in the same order.
    const story =
      request.story_id === null ? undefined : await lockModeratedStory(transaction, request.story_id);
    const about = { requestId, storyId: story?.id ?? null };
    if (!isByDeadline && (await needsAnotherModerator(transaction, about, account)))
      return ownRequestFailure();
    // The strike of a deleted story stays with its author until the removal is taken back.
    const removal = story === undefined ? await findTakedownRemoval(transaction, requestId) : undefined;
    const refusal = await refusalOfStep(transaction, { requestId, step, after, note }, story);
    if (refusal !== undefined) return refusal;
    const by = isByDeadline ? 'site' : { id: account.id, username: account.username };
    const recorded = await recordTakedownStep(transaction, { requestId, step, note }, by);
    if (!recorded.ok) return recorded;
    const logEntryId = await insertLogEntry(transaction, {
      actor: isByDeadline ? 'operator' : logActorOf(account),
      ...{ action: `takedown-${step}` as const, takedownId: requestId, note },
      ...(step === 'removed' ? { source: 'notice' as const } : {}),
      ...(request.request_type === 'other' ? {} : { rule: 'own-work' }),
      ...(story === undefined
        ? removal
        : { story, account: { id: story.owner_id, username: story.owner_name } }),
      // Nothing of a deleted story comes back.
      isSilent: step === 'put-back' && story === undefined,
    });
    if (story !== undefined)
      await applyStep(context, transaction, story.id, { requestId, step, entryId: logEntryId });
    const papers = await presentTakedown(transaction, requestId);
    await notifyOfStep(context, transaction, request, story, {
      requestId,
      step,
      after,
      note,
      entryId: logEntryId,
    });
    return papers;
  });
}

async function refusalOfStep(
  transaction: OpenTransaction,
  { requestId, step, after }: StepInput,
  story: ModeratedStory | undefined,
): Promise<Failure | undefined> {
  const last = await lockLastStep(transaction, requestId);
  if (last === undefined) return notFoundFailure();
  if (last.step !== after) return failure('edit-conflict', moderationMessages.caseChanged);
  const hasStory = story !== undefined;
  if (step === 'removed' && !hasStory && after !== 'counter-notice')
    return invalidField('step', moderationMessages.storyRequired);
  if (possibleSteps(last.step, last.reinstateFrom, last.today, hasStory).includes(step)) return undefined;
  const isTooEarly = step === 'put-back' && last.reinstateFrom !== null && last.today < last.reinstateFrom;
  const message = isTooEarly
    ? `The claimant can tell us of a lawsuit until then: the story can be reinstated from ${last.reinstateFrom}`
    : moderationMessages.notPossible;
  return invalidField('step', message);
}

async function applyStep(
  { jobs }: Context,
  transaction: OpenTransaction,
  storyId: number,
  { requestId, step, entryId }: Pick<StepInput, 'requestId' | 'step'> & { entryId: number },
): Promise<void> {
  const why = { cause: 'takedown', takedownId: requestId } as const;
  if (step === 'removed') await withhold(transaction, [storyId], { ...why, visibility: 'removed', entryId });
  if (step === 'put-back') await release(transaction, [storyId], why);
  if (step !== 'rejected') await jobs.enqueue(transaction, 'sum-rankings', { storyIds: [storyId] });
}

/** Links a request to a story when the given address did not identify one. */
export async function linkRequest(
  { db }: Context,
  { id, story: storyAddress }: ParsedInputOf<typeof linkTakedown>,
  { account }: CallerOf<typeof linkTakedown>,
): Promise<Outcome<Takedown>> {
  return db.transaction().execute(async (transaction) => {
    const storyId = await findAnyStoryId(transaction, storyAddress);
    const story = storyId === undefined ? undefined : await lockModeratedStory(transaction, storyId);
    if (story === undefined) return failure('not-found', moderationMessages.storyNotFound);
    if (await needsAnotherModerator(transaction, { requestId: id, storyId: story.id }, account))
      return ownRequestFailure();
    const last = await lockLastStep(transaction, id);
    if (last === undefined) return notFoundFailure();
    const request = await findRequest(transaction, id);
    // A request that has removed a story stays linked to it.
    if (request?.story_id != null && last.step !== 'received')
      return failure('edit-conflict', moderationMessages.caseChanged);
    const before = { requestId: id, storyId: request?.story_id ?? null };
    if (await needsAnotherModerator(transaction, before, account)) return ownRequestFailure();
    await setStory(transaction, id, story.id);
    await insertLogEntry(transaction, {
      actor: logActorOf(account),
      ...{ action: 'takedown-linked', takedownId: id, story },
      account: { id: story.owner_id, username: story.owner_name },
    });
    return presentTakedown(transaction, id);
  });
}
