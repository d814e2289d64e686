import '../server-only.ts';
import { Counter, Gauge, Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import { type MailKind, mailRules, quotaOf } from '../mail/mail-kinds.ts';
import { countDroppedMails } from '../mail/mail-store.ts';
import { countExcessRequests, strangerBuckets } from '../rate-limits/stranger-quota.ts';
import { countJobs, countMails } from './work-counts.ts';

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
      const [{ oldest_due_seconds: _, ...jobCounts }, mailCounts, droppedCounts, strangerCounts] =
        await Promise.all([countJobs(db), countMails(db), countDroppedMails(db), countExcessRequests(db)]);
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
      oldest.set(mailCounts.oldest_due_seconds);
      return registry.metrics();
    },
  };
}
