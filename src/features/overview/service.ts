import type { DataOf } from '#base/contract.ts';
import { type Outcome, success } from '#base/failure.ts';
import { countDroppedMails } from '#platform/mail/mail-store.ts';
import { countJobs, countMails } from '#platform/metrics/work-counts.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { getOverview } from './contract.ts';
import { countDays, countQueues, measureDatabase } from './store.ts';

/** Derives the overview from what is stored anyway, one question after the other: nobody is in a hurry. */
export async function readOverview({ db, freeSpace }: Context): Promise<Outcome<DataOf<typeof getOverview>>> {
  const days = await countDays(db);
  const queues = await countQueues(db);
  const size = await measureDatabase(db);
  const mails = await countMails(db);
  const droppedByKind = await countDroppedMails(db);
  const { failing, given_up, oldest_due_seconds } = await countJobs(db);
  const dropped = [...droppedByKind.values()].reduce((sum, count) => sum + count, 0);
  return success({
    ...size,
    days,
    queues: queues.map((queue) => ({ ...queue, oldest: queue.oldest?.toISOString() ?? null })),
    mails: { ...mails, dropped },
    jobs: { failing, given_up, oldest_due_seconds },
    free_bytes: freeSpace.freeBytes?.() ?? null,
    is_read_only: freeSpace.isLow(),
  });
}
