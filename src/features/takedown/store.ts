import { type Insertable, type Selectable, sql } from 'kysely';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { TakedownStep } from './rules.ts';

/** The story's current name, for the request. */
export async function findStoryNames(
  connection: Connection,
  storyId: number,
): Promise<{ story_title: string; story_author: string } | undefined> {
  return connection
    .selectFrom('stories as s')
    .innerJoin('pen_names as a', 'a.id', 's.author_id')
    .select(['s.title as story_title', 'a.username as story_author'])
    .where('s.id', '=', storyId)
    .executeTakeFirst();
}

/** The open request with exactly this content. */
export async function findOpenDuplicate(
  connection: Connection,
  fingerprint: Buffer,
): Promise<number | undefined> {
  const duplicate = await connection
    .selectFrom('takedown_requests')
    .select('id')
    .where('fingerprint', '=', fingerprint)
    .where('waiting_since', 'is not', null)
    .executeTakeFirst();
  return duplicate?.id;
}

/** Returns the new request's id; undefined when the same one is open already. */
export async function insertRequest(
  connection: Connection,
  request: Omit<Insertable<Tables['takedown_requests']>, 'received_at' | 'waiting_since'>,
): Promise<number | undefined> {
  const created = await connection
    .insertInto('takedown_requests')
    .values({ ...request, waiting_since: sql<Date>`now()` })
    .onConflict((on) => on.column('fingerprint').where('waiting_since', 'is not', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return created?.id;
}

export async function insertStep(
  connection: Connection,
  step: {
    requestId: number;
    step: TakedownStep;
    by?: { id: number | null; username: string };
    note?: string;
    reinstatement?: { from: string; until: string };
  },
): Promise<void> {
  await connection
    .insertInto('takedown_steps')
    .values({
      request_id: step.requestId,
      step: step.step,
      account_id: step.by?.id ?? null,
      username: step.by?.username ?? null,
      note: step.note ?? '',
      put_back_from: step.reinstatement?.from ?? null,
      put_back_until: step.reinstatement?.until ?? null,
    })
    .execute();
}

/** Starts or clears the time since which a request needs a moderator. */
export async function setWaiting(
  connection: Connection,
  requestId: number,
  isWaiting: boolean,
): Promise<void> {
  await connection
    .updateTable('takedown_requests')
    .set({ waiting_since: isWaiting ? sql<Date>`now()` : null })
    .where('id', '=', requestId)
    .execute();
}

export interface LastStep {
  step: TakedownStep;
  today: string;
  reinstateFrom: string | null;
}

/** The last step of a request, locked until the transaction ends, with the database's date. */
export async function lockLastStep(
  transaction: OpenTransaction,
  requestId: number,
): Promise<LastStep | undefined> {
  const request = await transaction
    .selectFrom('takedown_requests')
    .select('id')
    .where('id', '=', requestId)
    .forUpdate()
    .executeTakeFirst();
  if (request === undefined) return undefined;
  return transaction
    .selectFrom('takedown_steps')
    .select(['step', 'put_back_from as reinstateFrom'])
    .select(sql<string>`(now() at time zone 'UTC')::date`.as('today'))
    .where('request_id', '=', requestId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Requests for a moderator's list: waiting ones, longest first, or all, latest first. */
export async function findRequests(
  connection: Connection,
  window: { isWaiting: boolean; exceptOwnerId?: number | undefined; offset: number; limit: number },
) {
  const { isWaiting, exceptOwnerId, offset, limit } = window;
  const matching = connection
    .selectFrom('takedown_requests as r')
    .leftJoin('stories as about', 'about.id', 'r.story_id')
    .$if(isWaiting, (query) => query.where('r.waiting_since', 'is not', null))
    .$if(exceptOwnerId !== undefined, (query) =>
      query.where(sql<boolean>`account_of(about.author_id) is distinct from ${exceptOwnerId ?? 0}`),
    );
  const { total } = await matching
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  const requests = await matching
    .innerJoinLateral(
      (on) =>
        on
          .selectFrom('takedown_steps as s')
          .select(['s.step', 's.put_back_until'])
          .whereRef('s.request_id', '=', 'r.id')
          .orderBy('s.id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['r.id', 'r.request_type', 'r.requester_name', 'r.content_url', 'r.story_id'])
    .select(['r.story_title', 'r.story_author', 'r.received_at', 'r.waiting_since'])
    .select(['last.step', 'last.put_back_until'])
    .orderBy(isWaiting ? sql`r.waiting_since, r.id` : sql`r.received_at desc, r.id desc`)
    .offset(offset)
    .limit(limit)
    .execute();
  return { requests, total };
}

/** The complete request as sent and signed. */
export async function findRequest(connection: Connection, id: number) {
  const [request] = await requestsByIds(connection, [id]);
  return request;
}

/** Complete requests, in any order. */
export async function requestsByIds(connection: Connection, ids: readonly number[]) {
  return connection
    .selectFrom('takedown_requests')
    .select(['id', 'request_type', 'requester_name', 'requester_email', 'requester_title'])
    .select(['content_url', 'content_description', 'reason', 'owner_info', 'address', 'additional_info'])
    .select(['declaration_version', 'declaration_text', 'story_id', 'story_title', 'story_author'])
    .select(['received_at', 'waiting_since'])
    .where('id', '=', sql<number>`any (${ids}::bigint[])`)
    .execute();
}

export async function stepsOf(
  connection: Connection,
  requestIds: readonly number[],
): Promise<Omit<Selectable<Tables['takedown_steps']>, 'id' | 'account_id'>[]> {
  return connection
    .selectFrom('takedown_steps')
    .select(['request_id', 'step', 'username', 'note', 'happened_at', 'put_back_from', 'put_back_until'])
    .where('request_id', '=', sql<number>`any (${requestIds}::bigint[])`)
    .orderBy('id')
    .execute();
}

/** Requests about a story, latest first. */
export async function findRequestIdsOfStory(
  connection: Connection,
  storyId: number,
  limit: number,
): Promise<number[]> {
  const rows = await connection
    .selectFrom('takedown_requests')
    .select('id')
    .where('story_id', '=', storyId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export async function setStory(connection: Connection, requestId: number, storyId: number): Promise<void> {
  await connection
    .updateTable('takedown_requests')
    .set({ story_id: storyId, ...(await findStoryNames(connection, storyId)) })
    .where('id', '=', requestId)
    .execute();
}

export interface PendingReinstatement {
  requestId: number;
  storyId: number | null;
  from: string;
  until: string;
  /** A later request by the same claimant or about the same story waits: it may tell of a lawsuit. */
  isContested: boolean;
}

const MAX_PENDING = 500;

/** Requests with a counter-notice that nobody has answered, earliest deadline first. */
export async function findPendingReinstatements(connection: Connection): Promise<PendingReinstatement[]> {
  const { rows } = await sql<PendingReinstatement>`
    select request.id as "requestId", request.story_id as "storyId", last.put_back_from as "from",
      last.put_back_until as "until",
      exists (select from takedown_requests as later
        where later.waiting_since is not null and later.id <> request.id and later.received_at >= last.happened_at
          and (later.story_id = request.story_id
            or lower(later.requester_email) = lower(request.requester_email))) as "isContested"
    from takedown_requests as request
    join lateral (select step, happened_at, put_back_from, put_back_until from takedown_steps
      where request_id = request.id order by id desc limit 1) as last on last.step = 'counter-notice'
    where request.waiting_since is not null
    order by last.put_back_until, request.id limit ${MAX_PENDING}`.execute(connection);
  return rows;
}
