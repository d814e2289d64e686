import { Logger, runOnce } from 'graphile-worker';
import { mailRenewals } from '#app/worker.ts';
import { openJobPool } from '#platform/jobs/job-pool.ts';
import type { Delivery } from '#platform/mail/delivery.ts';
import { mailJobs, outboxJobs } from '#platform/mail/mail-jobs.ts';
import type { Context } from '#platform/runtime/context.ts';
import { mailsInOutbox } from './outbox.ts';

/** Sends the outbox of a test's database on demand. */
export function createMailSender({
  context,
  connectionString,
}: {
  context: Context;
  connectionString: string;
}) {
  const { db, jobs } = context;
  return {
    /** Runs the due jobs until there are none. */
    async runDueJobs(delivery: Delivery): Promise<void> {
      const pgPool = openJobPool(connectionString, context.log);
      try {
        const taskList = {
          ...mailJobs(context, { delivery, renewals: mailRenewals(context) }),
          ...outboxJobs(context),
        };
        await runOnce({ pgPool, taskList, logger: new Logger(() => () => {}) });
      } finally {
        await pgPool.end();
      }
    },
    /** Makes all waiting mails due, as if hours had passed. */
    async passHours(): Promise<void> {
      const longAgo = new Date(Date.now() - 3_600_000);
      await db
        .updateTable('outbox_mails')
        .set({ try_at: longAgo })
        .where('subject', 'is not', null)
        .execute();
      await jobs.enqueue(db, 'tend-outbox', {});
    },
    mailsTo: (address: string) => mailsInOutbox(db, address),
  };
}
