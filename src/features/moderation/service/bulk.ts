/** One press for several rows: each goes the way of a single press, in a transaction of its own. */
import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { plural } from '#base/text.ts';
import type { Caller, CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type actOnSeveral,
  BULK_UNDO_HOURS,
  type BulkAction,
  bulkMessages,
  type listBulkActions,
  type undoBulkAction,
} from '../contract/bulk.ts';
import { moderationMessages } from '../contract/moderation.ts';
import {
  deleteBulkAction,
  insertBulkAction,
  insertBulkRow,
  type Remember,
  type Take,
  takeBulkRow,
  undoableAction,
  undoableActions,
} from '../store/bulk-actions.ts';
import { decide } from './decisions.ts';
import { markAsSpam, undoSpamMark } from './spam.ts';
import { decideProposal, undoProposal } from './tags.ts';
import { undoDismissal } from './undo-dismissal.ts';

type Input = ParsedInputOf<typeof actOnSeveral>;
type Row = Input['rows'][number];
const MODERATING: Record<
  BulkAction,
  {
    act(
      context: Context,
      row: Row,
      input: Input,
      caller: Caller<SignedIn>,
      remember: Remember,
    ): Promise<Outcome<unknown>>;
    undo(context: Context, id: number, caller: Caller<SignedIn>, take: Take): Promise<Outcome<unknown>>;
  }
> = {
  spam: {
    act: (context, { id }, { note }, caller, remember) => markAsSpam(context, { id, note }, caller, remember),
    undo: (context, id, caller, take) => undoSpamMark(context, { id }, caller, take),
  },
  dismiss: {
    act: async (context, { id, revision = 0 }, { note, rule }, caller, remember) =>
      rule === undefined
        ? invalidField('rule', moderationMessages.ruleRequired)
        : decide(
            context,
            {
              ...{ id, revision, note, rule, action: 'dismiss', passage: '' },
              ...{ withhold_stories: false, unfounded_reports: [] },
            },
            caller,
            remember,
          ),
    undo: (context, id, caller, take) => undoDismissal(context, id, caller, take),
  },
  'accept-tags': {
    act: (context, { id }, { note }, caller, remember) =>
      decideProposal(context, { id, note, decision: 'accept' }, caller, remember),
    undo: (context, id, caller, take) => undoProposal(context, id, caller, take),
  },
  'reject-tags': {
    act: (context, { id }, { note }, caller, remember) =>
      decideProposal(context, { id, note, decision: 'reject' }, caller, remember),
    undo: (context, id, caller, take) => undoProposal(context, id, caller, take),
  },
};

export async function actTogether(
  context: Context,
  input: Input,
  caller: CallerOf<typeof actOnSeveral>,
): Promise<Outcome<DataOf<typeof actOnSeveral>>> {
  const { action, note, rule } = input;
  if (action === 'dismiss' && rule === undefined)
    return invalidField('rule', moderationMessages.ruleRequired);
  const bulkId = await insertBulkAction(context.db, { actor_id: caller.account.id, action, note });
  const rows = [...new Map(input.rows.map((row) => [row.id, row])).values()];
  const result = await forEach(
    rows.map(({ id }) => id),
    (id) => {
      const row = rows.find((one) => one.id === id) ?? { id };
      return MODERATING[action].act(context, row, input, caller, (transaction, more) =>
        insertBulkRow(transaction, { ...more, bulk_id: bulkId, target: id }),
      );
    },
  );
  // An account that was marked before is done, and left alone by the undoing.
  const hasRows = (await undoableAction(context.db, bulkId, BULK_UNDO_HOURS)) !== undefined;
  if (!hasRows) await deleteBulkAction(context.db, bulkId);
  return success({ ...result, bulk_id: hasRows ? bulkId : null }, sentence(result));
}

export async function undoTogether(
  context: Context,
  { id }: ParsedInputOf<typeof undoBulkAction>,
  caller: CallerOf<typeof undoBulkAction>,
): Promise<Outcome<DataOf<typeof undoBulkAction>>> {
  const found = await undoableAction(context.db, id, BULK_UNDO_HOURS);
  if (found === undefined) return failure('not-found', bulkMessages.notFound);
  const result = await forEach(found.targets, (target) =>
    MODERATING[found.action].undo(context, target, caller, (transaction) =>
      takeBulkRow(transaction, id, target),
    ),
  );
  return success({ ...result, bulk_id: result.failed.length === 0 ? null : id }, sentence(result));
}

/**
 * One after the other, because each takes several locks. Each is its own transaction: after an unexpected error those
 * before it stay done, and the same request does the others.
 */
async function forEach(
  ids: number[],
  act: (id: number) => Promise<Outcome<unknown>>,
): Promise<{ done: number[]; failed: { id: number; message: string }[] }> {
  const done: number[] = [];
  const failed: { id: number; message: string }[] = [];
  for (const id of ids) {
    const outcome = await act(id);
    if (outcome.ok) done.push(id);
    else failed.push({ id, message: outcome.message });
  }
  return { done, failed };
}

function sentence({ done, failed }: { done: number[]; failed: unknown[] }): string {
  const rows = `${plural(done.length, 'row')} done`;
  return failed.length === 0 ? `${rows}.` : `${rows}, ${failed.length} not.`;
}

export async function listTogether(
  { db }: Context,
  _input: unknown,
): Promise<Outcome<DataOf<typeof listBulkActions>>> {
  const actions = await undoableActions(db, BULK_UNDO_HOURS);
  return success({ actions: actions.map((one) => ({ ...one, done_at: one.done_at.toISOString() })) });
}
