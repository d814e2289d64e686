import { Logger, runOnce } from 'graphile-worker';
import pg from 'pg';
import type { Delivery } from '#platform/mail/delivery.ts';
import { mailJobs, outboxJobs } from '#platform/mail/mail-jobs.ts';
import type { Services } from '#platform/runtime/services.ts';

/** Sends the outbox of a test's database on demand. */
export function mailWork({ services, connectionString }: { services: Services; connectionString: string }) {
  const { db, jobs } = services;
  return {
    /** Runs the due jobs until there are none. */
    async workOff(delivery: Delivery): Promise<void> {
      const pgPool = new pg.Pool({ connectionString, max: 3 });
      try {
        const taskList = { ...mailJobs(services, delivery), ...outboxJobs(services) };
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
    mailsTo: (address: string) =>
      db.selectFrom('outbox_mails').selectAll().where('address_key', '=', address).orderBy('id').execute(),
  };
}
