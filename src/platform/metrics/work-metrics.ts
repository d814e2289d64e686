import '../server-only.ts';
import { sql } from 'kysely';
import { Counter, Gauge, Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import { type MailKind, mailRules, quotaOf } from '../mail/mail-kinds.ts';
import { countDroppedMails } from '../mail/mail-store.ts';
import { countExcessRequests, strangerBuckets } from '../rate-limits/stranger-quota.ts';

/** The jobs and mails that wait in the database, for all processes together. Queried on collection. */
export function createWorkMetrics(db: Database): { text(): Promise<string> } {
  const registry = new Registry();
  const jobs = new Gauge({
    name: 'nightstand_jobs',
    help: 'Jobs that are scheduled, due, running, failed and to be retried, or failed for good.',
    labelNames: ['state'],
    registers: [registry],
  });
  const mails = new Gauge({
    name: 'nightstand_mails',
    help: 'Emails to be sent, and emails given up.',
    labelNames: ['state'],
    registers: [registry],
  });
  const oldest = new Gauge({
    name: 'nightstand_mail_oldest_seconds',
    help: 'How long the most overdue email has been waiting.',
    registers: [registry],
  });
  const dropped = new Counter({
    name: 'nightstand_mails_dropped_total',
    help: 'Emails dropped because their address had used up its daily quota of that kind.',
    labelNames: ['kind'],
    registers: [registry],
  });
  const queued = new Counter({
    name: 'nightstand_stranger_quota_queued_total',
    help: 'Requests by strangers beyond the site’s hourly total, queued for later hours.',
    labelNames: ['bucket'],
    registers: [registry],
  });
  const refused = new Counter({
    name: 'nightstand_stranger_quota_refused_total',
    help: 'Requests by strangers that found that queue full; their email was not sent.',
    labelNames: ['bucket'],
    registers: [registry],
  });
  const limitedKinds = (Object.keys(mailRules) as MailKind[]).filter((kind) => quotaOf(kind) !== undefined);
  return {
    async text() {
      const [jobCounts, mailCounts, droppedCounts, strangerCounts] = await Promise.all([
        countJobs(db),
        countMails(db),
        countDroppedMails(db),
        countExcessRequests(db),
      ]);
      queued.reset();
      refused.reset();
      for (const bucket of strangerBuckets) {
        const total = strangerCounts.find((counts) => counts.bucket === bucket);
        queued.inc({ bucket }, total?.queued ?? 0);
        refused.inc({ bucket }, total?.refused ?? 0);
      }
      dropped.reset();
      for (const kind of new Set([...limitedKinds, ...droppedCounts.keys()]))
        dropped.inc({ kind }, droppedCounts.get(kind) ?? 0);
      for (const [state, count] of Object.entries(jobCounts)) jobs.set({ state }, count);
      mails.set({ state: 'waiting' }, mailCounts.waiting);
      mails.set({ state: 'parked' }, mailCounts.parked);
      oldest.set(mailCounts.oldest);
      return registry.metrics();
    },
  };
}

async function countJobs(db: Database): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select count(*) filter (where locked_at is null and attempts = 0 and run_at > now()) as scheduled,
      count(*) filter (where locked_at is null and attempts = 0 and run_at <= now()) as due,
      count(*) filter (where locked_at is not null) as running,
      count(*) filter (where locked_at is null and attempts > 0 and attempts < max_attempts) as failing,
      count(*) filter (where locked_at is null and attempts >= max_attempts) as given_up
    from graphile_worker.jobs`.execute(db);
  return rows[0] ?? {};
}

async function countMails(db: Database): Promise<{ waiting: number; parked: number; oldest: number }> {
  const { rows } = await sql<{ waiting: number; parked: number; oldest: number }>`
    select count(*) filter (where parked_at is null) as waiting,
      count(*) filter (where parked_at is not null) as parked,
      greatest(0, coalesce(extract(epoch from now() - min(send_at) filter (where parked_at is null)), 0))::float8 as oldest
    from outbox_mails where sent_at is null and dropped_at is null`.execute(db);
  return rows[0] ?? { waiting: 0, parked: 0, oldest: 0 };
}
