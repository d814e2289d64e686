/** The state of the site at a glance: what is new each day, and what waits for somebody. */
import { z } from 'zod';
import { defineCall } from '#base/contract.ts';

export const OVERVIEW_DAYS = 30;

/** The queues that staff work off. */
const QUEUES = ['cases', 'appeals', 'stories', 'comments', 'tags'] as const;
export type QueueName = (typeof QUEUES)[number];

/** A backup that is older deserves a warning. */
export const MAX_BACKUP_AGE_HOURS = 24;
export const MAX_SLOW_ROUTES = 10;

export const overviewMessages = { loadFailed: 'The overview could not be loaded' };

const daySchema = z.object({
  day: z.iso.date(),
  accounts: z.int(),
  stories: z.int().describe('Published for the first time'),
  comments: z.int(),
});

const queueSchema = z.object({
  name: z.enum(QUEUES),
  count: z.int(),
  oldest: z.iso.datetime().nullable().describe('Since when the oldest one waits'),
});

const backupSchema = z.object({
  made_at: z.iso.datetime(),
  bytes: z.int(),
  is_old: z.boolean().describe(`Older than ${MAX_BACKUP_AGE_HOURS} hours`),
});

const routeSchema = z.object({
  route: z.string().describe('The method and the pattern of the address; page: all pages'),
  count: z.int(),
  p50_milliseconds: z.number(),
  p95_milliseconds: z.number(),
});

export const getOverview = defineCall({
  name: 'getOverview',
  method: 'GET',
  path: '/moderation/overview',
  summary: `The state of the site: the last ${OVERVIEW_DAYS} days, the queues, mail, jobs, storage, the last backup and slow routes. Counts alone.`,
  access: 'admin',
  rateLimit: 'read',
  input: z.object({}),
  data: z.object({
    accounts: z.int(),
    days: z.array(daySchema).describe('In UTC, the oldest first; today is not over'),
    queues: z.array(queueSchema),
    mails: z.object({
      waiting: z.int(),
      parked: z.int().describe('Given up after many tries'),
      oldest_due_seconds: z.number(),
      dropped: z.int().describe('By the daily quotas of addresses, since the site was created'),
    }),
    jobs: z.object({ failing: z.int(), given_up: z.int(), oldest_due_seconds: z.number() }),
    database_bytes: z.int(),
    free_bytes: z.int().nullable().describe('On the disk of the site’s own database; null: not known here'),
    is_read_only: z.boolean(),
    backup: backupSchema.nullable().describe('The last one of `npm run backup`; null: none is noted'),
    slow_routes: z.object({
      since: z.iso.datetime().describe('The start of the process that answers'),
      routes: z.array(routeSchema).max(MAX_SLOW_ROUTES).describe('The slowest first'),
    }),
  }),
  errors: [],
});
