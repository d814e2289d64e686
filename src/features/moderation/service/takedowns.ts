import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { verifiedAddressOf } from '#features/accounts/service/account-status.ts';
import { hasOtherModerators } from '#features/accounts/service/moderators.ts';
import {
  findAnyStoryId,
  lockModeratedStory,
  type ModeratedStory,
} from '#features/stories/service/moderation.ts';
import { authorsOfStories } from '#features/stories/service/stories.ts';
import type { TakedownStep } from '#features/takedown/rules.ts';
import {
  listTakedowns,
  lockLastStep,
  noteTakedownStep,
  readTakedown,
  requestById,
  requestIdsOnStory,
  setStory,
} from '#features/takedown/service/requests.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Caller, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { moderationMessages } from '../contract/moderation.ts';
import type {
  getTakedownRequest,
  linkTakedown,
  listTakedownRequests,
  Takedown,
  takeTakedownStep,
} from '../contract/takedowns.ts';
import { claimantMail, keptMail, putBackMail, takedownMail } from '../mail/takedown-mails.ts';
import { possibleSteps } from '../rules.ts';
import type { CaseRow } from '../store/cases.ts';
import { insertEntry } from '../store/log-entries.ts';
import { release, withhold } from '../store/withholdings.ts';
import { actorOf } from './actor.ts';
import { decisionToken } from './decision-tokens.ts';
import { postInTurn, siteOfMails } from './outgoing-mails.ts';

const REQUESTS_SHOWN = 20;

export async function listRequests(
  { db }: Context,
  { state, page, limit }: ParsedInputOf<typeof listTakedownRequests>,
  { account }: Caller<SignedIn>,
): Promise<Outcome<DataOf<typeof listTakedownRequests>>> {
  const isWaiting = state === 'waiting';
  const { requests, pagination } = await listTakedowns(db, {
    ...{ isWaiting, page, limit },
    ...((await hasOtherModerators(db, account.id)) ? { exceptAuthorId: account.id } : {}),
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
  { account }: Caller<SignedIn>,
): Promise<Outcome<Takedown>> {
  const request = await requestById(db, id);
  if (request === undefined) return notFound();
  return (await isForAnother(db, request.story_id, account)) ? aboutOneself() : presentTakedown(db, id);
}

/** The legal requests that belong to a case. */
export async function takedownsInCase(
  connection: Connection,
  { subject, subject_id }: CaseRow,
): Promise<Takedown[]> {
  if (subject === 'author') return [];
  const ids =
    subject === 'takedown' ? [subject_id] : await requestIdsOnStory(connection, subject_id, REQUESTS_SHOWN);
  const read: Takedown[] = [];
  for (const id of ids) {
    const papers = await presentTakedown(connection, id);
    if (papers.ok) read.push(papers.data);
  }
  return read;
}

async function presentTakedown(connection: Connection, id: number): Promise<Outcome<Takedown>> {
  const papers = await readTakedown(connection, id);
  if (!papers.ok) return papers;
  const { steps, received_at, waiting_since, ...request } = papers.data;
  const last = steps.at(-1);
  if (last === undefined) throw new Error('every takedown request has been received');
  const today = new Date().toISOString().slice(0, 10);
  return success({
    ...request,
    received_at: received_at.toISOString(),
    waiting_since: waiting_since?.toISOString() ?? null,
    step: last.step,
    put_back_from: last.put_back_from,
    put_back_until: last.put_back_until,
    next_steps: possibleSteps(last.step, last.put_back_from, today),
    steps: steps.map((step) => ({ ...step, happened_at: step.happened_at.toISOString() })),
  });
}

function notFound(): Failure {
  return failure('not-found', 'Takedown request not found');
}

function aboutOneself(): Failure {
  return failure('not-yours', moderationMessages.ownCase);
}

/**
 * Whether another moderator must handle a request about this story. A sole moderator handles it: the law needs an
 * answer.
 */
async function isForAnother(
  connection: Connection,
  storyId: number | null,
  { id }: SignedIn,
): Promise<boolean> {
  if (storyId === null || !(await authorsOfStories(connection, [storyId])).includes(id)) return false;
  return hasOtherModerators(connection, id);
}

interface StepTaken {
  requestId: number;
  step: Exclude<TakedownStep, 'received' | 'counter-notice'>;
  after: TakedownStep;
  note: string;
}

export async function takeStep(
  context: Context,
  { id: requestId, step, after, note }: ParsedInputOf<typeof takeTakedownStep>,
  { account }: Caller<SignedIn>,
): Promise<Outcome<Takedown>> {
  return context.db.transaction().execute(async (transaction) => {
    const request = await requestById(transaction, requestId);
    if (request === undefined) return notFound();
    // The story is locked before the request: deleting a story locks in the same order.
    const story =
      request.story_id === null ? undefined : await lockModeratedStory(transaction, request.story_id);
    if (await isForAnother(transaction, story?.id ?? null, account)) return aboutOneself();
    const refused = await stepRefusal(transaction, { requestId, step, after, note }, story);
    if (refused !== undefined) return refused;
    const by = { id: account.id, username: account.username };
    const noted = await noteTakedownStep(transaction, { requestId, step, note }, by);
    if (!noted.ok) return noted;
    const entryId = await insertEntry(transaction, {
      actor: actorOf(account),
      ...{ action: `takedown-${step}` as const, takedownId: requestId, note },
      ...(request.request_type === 'other' ? {} : { rule: 'own-work' }),
      ...(story === undefined
        ? {}
        : { story, account: { id: story.author_id, username: story.author_name } }),
    });
    if (story !== undefined) await followStep(context, transaction, story.id, { requestId, step, entryId });
    const papers = await presentTakedown(transaction, requestId);
    await tell(context, transaction, request, story, { requestId, step, after, note, entryId });
    return papers;
  });
}

async function stepRefusal(
  transaction: Connection,
  { requestId, step, after }: StepTaken,
  story: ModeratedStory | undefined,
): Promise<Failure | undefined> {
  const last = await lockLastStep(transaction, requestId);
  if (last === undefined) return notFound();
  if (last.step !== after) return failure('edit-conflict', moderationMessages.movedOn);
  if (step === 'removed' && story === undefined) return invalidField('step', moderationMessages.linkFirst);
  if (possibleSteps(last.step, last.putBackFrom, last.today).includes(step)) return undefined;
  const isTooEarly = step === 'put-back' && last.putBackFrom !== null && last.today < last.putBackFrom;
  const message = isTooEarly
    ? `The claimant can tell us of a lawsuit until then: the story can be reinstated from ${last.putBackFrom}`
    : moderationMessages.notNow;
  return invalidField('step', message);
}

async function followStep(
  { jobs }: Context,
  transaction: Connection,
  storyId: number,
  { requestId, step, entryId }: Pick<StepTaken, 'requestId' | 'step'> & { entryId: number },
): Promise<void> {
  const why = { cause: 'takedown', takedownId: requestId } as const;
  if (step === 'removed') await withhold(transaction, [storyId], { ...why, look: 'removed', entryId });
  if (step === 'put-back') await release(transaction, [storyId], why);
  if (step !== 'rejected') await jobs.enqueue(transaction, 'sum-rankings', { storyIds: [storyId] });
}

type Request = NonNullable<Awaited<ReturnType<typeof requestById>>>;

async function tell(
  context: Context,
  transaction: Connection,
  request: Request,
  story: ModeratedStory | undefined,
  { requestId, step, after, note, entryId }: StepTaken & { entryId: number },
): Promise<void> {
  const isKept = step === 'removed' && after === 'counter-notice';
  const site = context.publicUrl;
  const mails = [
    {
      to: request.requester_email,
      mail: claimantMail(siteOfMails(context), { requestId, what: isKept ? 'kept' : step, note }),
    },
  ];
  const author = story && (await verifiedAddressOf(transaction, story.author_id));
  if (story !== undefined && author !== undefined && step !== 'rejected') {
    const token = decisionToken(context.signer, entryId);
    const told = { story: story.title, note, token };
    const removal = takedownMail(site, {
      ...told,
      claimant: request.requester_name,
      description: request.content_description,
      reason: request.reason,
    });
    mails.push({
      to: author,
      mail: step === 'put-back' ? putBackMail(site, told) : isKept ? keptMail(site, told) : removal,
    });
  }
  await postInTurn(context, transaction, mails);
}

/** Links a request to a story when the given address did not identify one. */
export async function linkRequest(
  { db }: Context,
  { id, story: named }: ParsedInputOf<typeof linkTakedown>,
  { account }: Caller<SignedIn>,
): Promise<Outcome<Takedown>> {
  return db.transaction().execute(async (transaction) => {
    const storyId = await findAnyStoryId(transaction, named);
    const story = storyId === undefined ? undefined : await lockModeratedStory(transaction, storyId);
    if (story === undefined) return failure('not-found', moderationMessages.storyNotFound);
    if (await isForAnother(transaction, story.id, account)) return aboutOneself();
    const last = await lockLastStep(transaction, id);
    if (last === undefined) return notFound();
    const request = await requestById(transaction, id);
    // A request that has removed a story stays linked to it.
    if (request?.story_id != null && last.step !== 'received')
      return failure('edit-conflict', moderationMessages.movedOn);
    if (await isForAnother(transaction, request?.story_id ?? null, account)) return aboutOneself();
    await setStory(transaction, id, story.id);
    await insertEntry(transaction, {
      actor: actorOf(account),
      ...{ action: 'takedown-linked', takedownId: id, story },
      account: { id: story.author_id, username: story.author_name },
    });
    return presentTakedown(transaction, id);
  });
}
