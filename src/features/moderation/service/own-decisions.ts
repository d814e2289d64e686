/** Decisions as their subject sees them: moderators by role, never by name. */
import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { statementOf } from '#features/statements/rules.ts';
import { readTakedowns } from '#features/takedown/service/requests.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  appealMessages,
  type listOwnDecisions,
  type OwnDecision,
  type readByLink,
} from '../contract/appeals.ts';
import type { LoggedAction } from '../contract/moderation.ts';
import { isAppealable } from '../rules.ts';
import { type DecisionRow, findDecision, findDecisionsAbout } from '../store/appeals.ts';
import { findStatedDecisions, type StoredDecision } from '../store/statements.ts';
import { decisionIdOfToken } from './decision-tokens.ts';
import { standingOf } from './strikes.ts';

export async function listDecisions(
  { db }: Context,
  { story_id, list_id, page, limit }: ParsedInputOf<typeof listOwnDecisions>,
  { account }: CallerOf<typeof listOwnDecisions>,
): Promise<Outcome<DataOf<typeof listOwnDecisions>>> {
  const { offset, beyond } = pageWindow(page, limit);
  const { rows, total } = await findDecisionsAbout(db, {
    accountId: account.id,
    storyId: story_id,
    listId: list_id,
    offset: beyond ? 0 : offset,
    limit: beyond ? 0 : limit,
  });
  const decisions = await presentDecisions(db, rows);
  const standing = await standingOf(db, account.id);
  return success({ decisions, standing, pagination: pagination(page, limit, total) }, depthMessage(total));
}

/** Reads a decision for the holder of the mailed link. */
export async function readDecisionByLink(
  context: Context,
  { token }: ParsedInputOf<typeof readByLink>,
): Promise<Outcome<OwnDecision>> {
  const row = await findDecisionByToken(context, token);
  return row.ok ? success(await presentDecision(context.db, row.data)) : row;
}

export async function findDecisionByToken(
  { db, signer }: Pick<Context, 'db' | 'signer'>,
  token: string,
): Promise<Outcome<DecisionRow>> {
  const id = decisionIdOfToken(signer, token);
  const row = id === undefined ? undefined : await findDecision(db, id);
  return row === undefined ? failure('gone', appealMessages.linkInvalid) : success(row);
}

/** The decision with this id, if it concerns this account. */
export async function findOwnDecision(
  connection: Connection,
  id: number,
  account: SignedIn,
): Promise<Outcome<DecisionRow>> {
  const row = await findDecision(connection, id);
  return row?.account_id === account.id ? success(row) : failure('not-found', appealMessages.notFound);
}

/** Whether an appeal is possible, apart from repetition and deadline. */
export function canBeAppealed({ action, isInForce, answers }: DecisionRow): boolean {
  return isAppealable(action) && isInForce && answers === null;
}

export async function presentDecision(connection: Connection, row: DecisionRow): Promise<OwnDecision> {
  const [decision] = await presentDecisions(connection, [row]);
  if (decision === undefined) throw new Error('each decision is presented');
  return decision;
}

async function presentDecisions(
  connection: Connection,
  rows: readonly DecisionRow[],
): Promise<OwnDecision[]> {
  if (rows.length === 0) return [];
  const takedownIds = new Set(rows.flatMap(({ takedown_id }) => takedown_id ?? []));
  const [stated, takedowns] = await Promise.all([
    findStatedDecisions(connection, { entryIds: rows.map(({ id }) => id) }),
    readTakedowns(connection, [...takedownIds]),
  ]);
  const statedById = new Map(stated.map((decision) => [decision.id, decision]));
  const takedownById = new Map(takedowns.map((takedown) => [takedown.id, takedown]));
  return rows.map((row) =>
    present(row, { stated: statedById.get(row.id), request: takedownById.get(row.takedown_id ?? 0) }),
  );
}

type Request = Awaited<ReturnType<typeof readTakedowns>>[number];

function present(
  row: DecisionRow,
  { stated, request }: { stated: StoredDecision | undefined; request: Request | undefined },
): OwnDecision {
  const { story_id, story_title, slug, list_id, list_title, listSlug, appealWords, appealedAt } = row;
  const { comment_id, comment_excerpt } = row;
  return {
    id: row.id,
    action: row.action as LoggedAction,
    decided_at: row.happened_at.toISOString(),
    decided_by: row.actor_role,
    story: story_id === null ? null : { id: story_id, title: story_title ?? '', slug },
    list: list_id === null ? null : { id: list_id, title: list_title ?? '', slug: listSlug },
    comment: comment_id === null ? null : { id: comment_id, excerpt: comment_excerpt ?? '' },
    rule: row.rule,
    passage: row.passage,
    note: row.note,
    answers: row.answers,
    by_same_moderator: row.isBySameModerator,
    is_in_force: row.isInForce,
    may_appeal: canBeAppealed(row) && !row.isTooOld && appealWords === null,
    appeal:
      appealWords === null || appealedAt === null
        ? null
        : {
            words: appealWords,
            sent_at: appealedAt.toISOString(),
            is_answered: row.answeredAt !== null,
            by_same_moderator: row.isAnsweredBySameModerator,
          },
    takedown: request === undefined ? null : claimOf(row, request),
    statement: stated === undefined ? null : (statementOf(stated) ?? null),
  };
}

/** The claim without the claimant's private data, such as their address. */
function claimOf(
  { action, isInForce }: DecisionRow,
  { id, requester_name, content_description, reason, steps }: Request,
): OwnDecision['takedown'] {
  const last = steps.at(-1);
  return {
    id,
    claimant: requester_name,
    ...{ content_description, reason },
    may_counter: action === 'takedown-removed' && isInForce && mayCounter(steps),
    put_back_from: last?.put_back_from ?? null,
    put_back_until: last?.put_back_until ?? null,
  };
}

/** Only once: after a lawsuit a second counter-notice would change nothing. */
function mayCounter(steps: { step: string }[]): boolean {
  return steps.at(-1)?.step === 'removed' && !steps.some(({ step }) => step === 'counter-notice');
}
