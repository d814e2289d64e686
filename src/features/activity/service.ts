import type { DataOf } from '#base/contract.ts';
import { type Outcome, success } from '#base/failure.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { type ActivityKind, type listActivity, MAX_LISTED_ACTIVITY } from './contract.ts';
import { countFailedSignIn, deleteOldEvents, eventsOf, insertEvent } from './store.ts';

export { countFailedSignIn, deleteOldEvents, eventsOf as activityToExport, insertEvent as recordActivity };

export async function readOwnActivity(
  { db }: Context,
  _input: unknown,
  { account }: CallerOf<typeof listActivity>,
): Promise<Outcome<DataOf<typeof listActivity>>> {
  const rows = await eventsOf(db, account.id, MAX_LISTED_ACTIVITY);
  const events = rows.map(({ kind, happened_at, ...event }) => ({
    ...event,
    kind: kind as ActivityKind,
    happened_at: happened_at.toISOString(),
  }));
  return success({ events });
}
