import '../server-only.ts';
import { sql } from 'kysely';
import { type Failure, type Outcome, success } from '#base/failure.ts';
import type { Connection, Database } from '../database/database.ts';
import type { Caller } from '../http/caller.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../runtime/log.ts';
import { newChallenge, spendSolution } from '../security/proof-of-work.ts';
import type { Signer } from '../security/secret.ts';
import { networksAround } from './network-prefix.ts';
import type { Throttle, ThrottleMemory, ThrottleRule } from './throttle.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type BucketRule = Omit<ThrottleRule, 'name'>;

const fiveInHalfAnHour: BucketRule = {
  free: 5,
  rememberedSeconds: 30 * MINUTE,
  firstWaitSeconds: 30,
  longestWaitSeconds: 30 * MINUTE,
};

/**
 * Everything that a stranger can cause mail with, each counted by itself: a neighbour who uses up one of them leaves
 * the others alone. The figures are those of one IPv4 /24 or IPv6 /64.
 */
const buckets = {
  'sign-up': fiveInHalfAnHour,
  'password-reset': fiveInHalfAnHour,
  'login-code': fiveInHalfAnHour,
  newsletter: fiveInHalfAnHour,
  /** Links that somebody signed in asks for: the address may be a stranger's as long as it is not verified. */
  'account-link': fiveInHalfAnHour,
  /** Five a day: four, and the one from which on the day counts. */
  takedown: { free: 4, rememberedSeconds: DAY, firstWaitSeconds: DAY, longestWaitSeconds: DAY },
} satisfies Record<string, BucketRule>;

export type StrangerBucket = keyof typeof buckets;

export const strangerBuckets = Object.keys(buckets) as StrangerBucket[];

/** The permission to do what was asked for. */
interface Admission {
  /**
   * Adds the job that does it: now, or, beyond the site's total of the hour, when a later hour has room. Beyond the
   * hours that are kept nothing is added; the caller is answered the same.
   */
  enqueue(connection: Connection, task: string, payload: object): Promise<void>;
}

/** Quotas of what strangers cause: of each network, and of the whole site. */
export interface StrangerQuota {
  /** Counts a request; gives the refusal, with a challenge in it, when its network has used up its share. */
  take(bucket: StrangerBucket, from: Pick<Caller, 'network' | 'proof'>): Promise<Outcome<Admission>>;
}

export const DEFAULT_STRANGER_REQUESTS_PER_HOUR = 600;

/** So far ahead requests are queued: a later mail would be of no use, and the queue must end somewhere. */
export const MAX_QUEUE_HOURS = 6;

const HOUR_MILLISECONDS = HOUR * 1000;

/** The hour's alarm was raised. */
const alarms: ThrottleMemory = { name: 'stranger quota alarm', seconds: HOUR };

export function noStrangerQuota(jobs: Jobs): StrangerQuota {
  return { take: async () => success({ enqueue: jobs.enqueue }) };
}

export function createStrangerQuota(needed: {
  /** The site's own, never the transaction of a request: others would wait for its end. */
  db: Database;
  jobs: Jobs;
  throttle: Throttle;
  signer: Signer;
  log: Pick<Log, 'warn'>;
  /** How many requests of each bucket the whole site carries out in an hour. */
  perHour: number;
}): StrangerQuota {
  const { db, jobs, throttle, log, perHour } = needed;

  async function refusal(
    bucket: StrangerBucket,
    { network, proof }: Pick<Caller, 'network' | 'proof'>,
  ): Promise<Failure | undefined> {
    // The narrowest first: what it refuses must not use up the share of the wider one, which others are in.
    for (const { prefix, factor } of networksAround(network)) {
      const tooMany = await throttle.attempt(ruleFor(bucket, factor), prefix);
      if (tooMany === undefined) continue;
      if (proof !== undefined && (await spendSolution(needed, bucket, proof))) return undefined;
      return { ...tooMany, challenge: newChallenge(needed.signer, bucket) };
    }
    return undefined;
  }

  async function raiseAlarm(bucket: StrangerBucket): Promise<void> {
    if (await throttle.spend(alarms, bucket))
      log.warn(
        { bucket, perHour },
        'strangers ask for more than the site’s hourly total: the rest is queued',
      );
  }

  return {
    async take(bucket, from) {
      const refused = await refusal(bucket, from);
      if (refused !== undefined) return refused;
      const { hour, slot } = await reserve(db, bucket, perHour);
      if (slot < perHour) return success({ enqueue: jobs.enqueue });
      await raiseAlarm(bucket);
      if (slot >= mostKept(perHour)) return success({ enqueue: async () => {} });
      // Evenly over the hours to come.
      const runAt = new Date(hour.getTime() + (slot / perHour) * HOUR_MILLISECONDS);
      return success({
        enqueue: (connection, task, payload) => jobs.enqueue(connection, task, payload, { runAt }),
      });
    },
  };
}

function ruleFor(bucket: StrangerBucket, factor: number): ThrottleRule {
  const { free, rememberedSeconds, firstWaitSeconds, longestWaitSeconds } = buckets[bucket];
  return {
    name: `${bucket} network ${factor}`,
    free: free * factor,
    rememberedSeconds,
    firstWaitSeconds: Math.ceil(firstWaitSeconds / factor),
    longestWaitSeconds: Math.ceil(longestWaitSeconds / factor),
  };
}

const mostKept = (perHour: number) => perHour * (1 + MAX_QUEUE_HOURS);

/**
 * Takes the next place in a bucket: from 0 on within an hour's total, from `perHour` on in the hours after it. What an
 * hour could not carry out is carried over to the next one. All take their place in one row, one after the other, so
 * nobody waits for the disk: a place that is lost with the power is no loss.
 */
async function reserve(
  db: Database,
  bucket: StrangerBucket,
  perHour: number,
): Promise<{ hour: Date; slot: number }> {
  const most = mostKept(perHour);
  const { rows } = await sql<{ hour: Date; taken: number }>`
    insert into stranger_quota as quota (bucket, hour, taken)
    select ${bucket}, date_trunc('hour', clock_timestamp()), 1
    from set_config('synchronous_commit', 'off', true) as commits
    where commits = 'off'
    on conflict (bucket) do update set (hour, taken, queued, refused) = (
      select excluded.hour, carried + 1,
        quota.queued + (carried >= ${perHour} and carried < ${most})::integer,
        quota.refused + (carried >= ${most})::integer
      from (select least(${most}, greatest(0, quota.taken - ${perHour}
        * greatest(0, extract(epoch from excluded.hour - quota.hour) / 3600)))::integer as carried) as before)
    returning hour, taken`.execute(db);
  const { hour = new Date(), taken = 1 } = rows[0] ?? {};
  return { hour, slot: taken - 1 };
}

/** How many requests of each bucket were queued, and how many found the queue full, since the site was made. */
export async function countBeyondTotal(
  db: Connection,
): Promise<{ bucket: string; queued: number; refused: number }[]> {
  return db.selectFrom('stranger_quota').select(['bucket', 'queued', 'refused']).execute();
}
