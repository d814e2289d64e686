/** Takedown requests as moderators handle them. */
import { type Failure, failure, type Outcome, success } from '#base/failure.ts';
import { pageWindow, pagination } from '#base/paging.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { SignedIn } from '#platform/http/caller.ts';
import { mayFollow, needsModerator, reinstatementDays, type TakedownStep } from '../rules.ts';
import {
  findPendingReinstatements,
  findRequest,
  findRequestIdsOfStory,
  findRequests,
  insertStep,
  lockLastStep,
  type PendingReinstatement,
  requestsByIds,
  setStory,
  setWaiting,
  stepsOf,
} from '../store.ts';

/** Requests that need a moderator, longest waiting first; or all, latest first. */
export async function listTakedowns(
  connection: Connection,
  {
    isWaiting,
    exceptOwnerId,
    page,
    limit,
  }: { isWaiting: boolean; exceptOwnerId?: number; page: number; limit: number },
) {
  const { offset, beyond } = pageWindow(page, limit);
  const { requests, total } = await findRequests(connection, {
    isWaiting,
    exceptOwnerId,
    offset: beyond ? 0 : offset,
    limit: beyond ? 0 : limit,
  });
  return { requests, pagination: pagination(page, limit, total) };
}

export async function readTakedown(connection: Connection, id: number) {
  const [takedown] = await readTakedowns(connection, [id]);
  return takedown === undefined ? notFound() : success(takedown);
}

/** Complete requests in this order: the sent and signed text, and every step since. */
export async function readTakedowns(connection: Connection, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const [requests, steps] = await Promise.all([requestsByIds(connection, ids), stepsOf(connection, ids)]);
  const byId = new Map(requests.map((request) => [request.id, request]));
  const stepsById = Map.groupBy(steps, (step) => step.request_id);
  return ids.flatMap((id) => {
    const request = byId.get(id);
    const taken = (stepsById.get(id) ?? []).map(({ request_id: _, ...step }) => step);
    return request === undefined ? [] : [{ ...request, steps: taken }];
  });
}

/** No account has this name: it has a space. */
const THE_SITE = { id: null, username: 'the site' };

/**
 * Records a step of a request, in the transaction that carries it out; by the site if a deadline takes it. A counter-notice gets the days on which the
 * story is to be put back.
 */
export async function recordTakedownStep(
  transaction: OpenTransaction,
  { requestId, step, note }: { requestId: number; step: Exclude<TakedownStep, 'received'>; note: string },
  by: Pick<SignedIn, 'id' | 'username'> | 'site',
): Promise<Outcome<{ step: TakedownStep }>> {
  const last = await lockLastStep(transaction, requestId);
  if (last === undefined) return notFound();
  if (!mayFollow(last.step, step))
    return failure('taken', `This request is at “${last.step}” now; “${step}” can’t follow it`);
  const reinstatement = step === 'counter-notice' ? { reinstatement: reinstatementDays(last.today) } : {};
  await insertStep(transaction, {
    ...{ requestId, step, note },
    by: by === 'site' ? THE_SITE : by,
    ...reinstatement,
  });
  await setWaiting(transaction, requestId, needsModerator(step));
  return success({ step });
}

function notFound(): Failure {
  return failure('not-found', 'Takedown request not found');
}

export type { PendingReinstatement };
export { findPendingReinstatements, findRequest, findRequestIdsOfStory, lockLastStep, setStory };
