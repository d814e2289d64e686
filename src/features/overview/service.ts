import type { DataOf } from '#base/contract.ts';
import { HOUR_MILLISECONDS } from '#base/durations.ts';
import { type Outcome, success } from '#base/failure.ts';
import { readLastBackup } from '#platform/backup/last-backup.ts';
import { countDroppedMails } from '#platform/mail/mail-store.ts';
import type { RouteTimes } from '#platform/metrics/route-times.ts';
import { countJobs, countMails } from '#platform/metrics/work-counts.ts';
import type { Context } from '#platform/runtime/context.ts';
import { type getOverview, MAX_BACKUP_AGE_HOURS, MAX_SLOW_ROUTES } from './contract.ts';
import { countDays, countQueues, measureDatabase } from './store.ts';

type Overview = DataOf<typeof getOverview>;

/** Derives the overview from what is stored anyway, one question after the other: nobody is in a hurry. */
export async function readOverview({ db, freeSpace, routeTimes }: Context): Promise<Outcome<Overview>> {
  const days = await countDays(db);
  const queues = await countQueues(db);
  const size = await measureDatabase(db);
  const mails = await countMails(db);
  const droppedByKind = await countDroppedMails(db);
  const { failing, given_up, oldest_due_seconds } = await countJobs(db);
  const backup = await readLastBackup(db);
  const dropped = [...droppedByKind.values()].reduce((sum, count) => sum + count, 0);
  return success({
    ...size,
    days,
    queues: queues.map((queue) => ({ ...queue, oldest: queue.oldest?.toISOString() ?? null })),
    mails: { ...mails, dropped },
    jobs: { failing, given_up, oldest_due_seconds },
    free_bytes: freeSpace.freeBytes?.() ?? null,
    is_read_only: freeSpace.isLow(),
    backup: backup === undefined ? null : describeBackup(backup),
    slow_routes: slowRoutes(routeTimes),
  });
}

function describeBackup({ madeAt, bytes }: { madeAt: Date; bytes: number }): Overview['backup'] {
  const ageHours = (Date.now() - madeAt.getTime()) / HOUR_MILLISECONDS;
  return { made_at: madeAt.toISOString(), bytes, is_old: ageHours > MAX_BACKUP_AGE_HOURS };
}

function slowRoutes(times: RouteTimes): Overview['slow_routes'] {
  const routes = times.slowest(MAX_SLOW_ROUTES).map(({ route, count, ...measured }) => ({
    ...{ route, count },
    p50_milliseconds: measured.p50Milliseconds,
    p95_milliseconds: measured.p95Milliseconds,
  }));
  return { since: times.since.toISOString(), routes };
}
