import '../server-only.ts';
import { sql } from 'kysely';
import { HOUR_MILLISECONDS } from '#base/durations.ts';
import { type Failure, type Outcome, success } from '#base/failure.ts';
import type { Limits } from '#base/limits.ts';
import { plural } from '#base/text.ts';
import type { Connection, Database } from '../database/database.ts';
import type { Caller } from '../http/caller.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../runtime/log.ts';
import { newChallenge, spendSolution } from '../security/proof-of-work.ts';
import type { Signer } from '../security/secret.ts';
import { networksAround } from './network-prefix.ts';
import { type OncePerPeriod, refusedBecause, type Throttle, type ThrottleRule } from './throttle.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The limits of strangers that admins change. */
type StrangerLimits = Pick<Limits, 'network_sign_ups' | 'stranger_requests'>;

type BucketRule = Omit<ThrottleRule, 'name'>;

const inHalfAnHour = (free: number): BucketRule => ({
  free,
  rememberedSeconds: 30 * MINUTE,
  firstWaitSeconds: 30,
  maxWaitSeconds: 30 * MINUTE,
});
const FIVE_IN_HALF_AN_HOUR = inHalfAnHour(5);

/**
 * Requests by which strangers cause mail, each with its own count, so a neighbour who uses up one bucket leaves the
 * others. The limits are those of one IPv4 /24 or IPv6 /64.
 */
const buckets = {
  'sign-up': ({ network_sign_ups }) => inHalfAnHour(network_sign_ups),
  'password-reset': () => FIVE_IN_HALF_AN_HOUR,
  'login-code': () => FIVE_IN_HALF_AN_HOUR,
  newsletter: () => FIVE_IN_HALF_AN_HOUR,
  /** Links for an account: until its address is verified, the address may be a stranger's. */
  'account-link': () => FIVE_IN_HALF_AN_HOUR,
  /** Five a day: four without a wait, and one that starts the wait of a day. */
  takedown: () => ({ free: 4, rememberedSeconds: DAY, firstWaitSeconds: DAY, maxWaitSeconds: DAY }),
} satisfies Record<string, (limits: StrangerLimits) => BucketRule>;

export type StrangerBucket = keyof typeof buckets;

export const strangerBuckets = Object.keys(buckets) as StrangerBucket[];

/** The permission to carry out a request. */
interface Admission {
  /**
   * Adds the job that carries the request out: now or, beyond the site's total of the hour, in a later hour with room.
   * Beyond MAX_QUEUE_HOURS nothing is added, and the caller gets the same answer.
   */
  enqueue(connection: Connection, task: string, payload: object): Promise<void>;
}

/** Quotas for strangers: for each network, and for the whole site. */
export interface StrangerQuota {
  /** Counts a request; returns a refusal with a challenge when its network has used up its share. */
  take(bucket: StrangerBucket, from: Pick<Caller, 'network' | 'proof'>): Promise<Outcome<Admission>>;
}

/** The length of the queue; a later mail would be of no use. */
export const MAX_QUEUE_HOURS = 6;

/** One alarm an hour. */
const ALARM_PERIOD: OncePerPeriod = { name: 'stranger quota alarm', seconds: HOUR };

export function noStrangerQuota(jobs: Jobs): StrangerQuota {
  return { take: async () => success({ enqueue: jobs.enqueue }) };
}

export function createStrangerQuota(options: {
  /** The pool, never a request's transaction: other requests would wait for its end. */
  db: Database;
  jobs: Jobs;
  throttle: Throttle;
  signer: Signer;
  log: Pick<Log, 'warn'>;
  /** The limits in force; of each bucket the whole site carries out `stranger_requests` in an hour. */
  limits: () => StrangerLimits;
}): StrangerQuota {
  const { db, jobs, throttle, log } = options;

  async function refuseIfTooMany(
    bucket: StrangerBucket,
    { network, proof }: Pick<Caller, 'network' | 'proof'>,
  ): Promise<Failure | undefined> {
    // The narrowest network first, so that requests it refuses do not use up the share of the wider ones.
    for (const { prefix, factor } of networksAround(network)) {
      const rule = ruleFor(buckets[bucket](options.limits()), bucket, factor);
      const refusal = await throttle.attempt(rule, prefix);
      if (refusal === undefined) continue;
      if (proof !== undefined && (await spendSolution(options, bucket, proof))) return undefined;
      const challenge = newChallenge(options.signer, bucket);
      return bucket === 'sign-up'
        ? { ...refusedBecause(refusal, tooManySignUps(rule.free)), challenge }
        : { ...refusal, challenge };
    }
    return undefined;
  }

  async function raiseAlarm(bucket: StrangerBucket, perHour: number): Promise<void> {
    if (await throttle.recordOnce(ALARM_PERIOD, bucket))
      log.warn(
        { bucket, perHour },
        'strangers have used up the site’s hourly total: further requests are queued',
      );
  }

  return {
    async take(bucket, from) {
      const refused = await refuseIfTooMany(bucket, from);
      if (refused !== undefined) return refused;
      const { stranger_requests: perHour } = options.limits();
      const { hour, slot } = await reserveSlot(db, bucket, perHour);
      if (slot < perHour) return success({ enqueue: jobs.enqueue });
      await raiseAlarm(bucket, perHour);
      if (slot >= maxSlots(perHour)) return success({ enqueue: async () => {} });
      // Spreads the queue evenly over the coming hours.
      const runAt = new Date(hour.getTime() + (slot / perHour) * HOUR_MILLISECONDS);
      return success({
        enqueue: (connection, task, payload) => jobs.enqueue(connection, task, payload, { runAt }),
      });
    },
  };
}

const tooManySignUps = (free: number) =>
  `From your network, ${plural(free, 'account')} can be created in half an hour without a wait`;

function ruleFor(
  { free, rememberedSeconds, firstWaitSeconds, maxWaitSeconds }: BucketRule,
  bucket: StrangerBucket,
  factor: number,
): ThrottleRule {
  return {
    name: `${bucket} network ${factor}`,
    free: free * factor,
    rememberedSeconds,
    firstWaitSeconds: Math.ceil(firstWaitSeconds / factor),
    maxWaitSeconds: Math.ceil(maxWaitSeconds / factor),
  };
}

const maxSlots = (perHour: number) => perHour * (1 + MAX_QUEUE_HOURS);

/**
 * Takes the next slot of a bucket: below `perHour` within this hour's total, from `perHour` on in the hours after it.
 * The excess of an hour is carried over to the next. After the total was lowered, the slots taken before count in
 * proportion: otherwise the mails of a normal hour would fill the smaller queue and stop the next ones.
 *
 * All requests update one row in turn, so commits do not wait for the disk; a slot lost in a power cut does no harm.
 */
async function reserveSlot(
  db: Database,
  bucket: StrangerBucket,
  perHour: number,
): Promise<{ hour: Date; slot: number }> {
  const limit = maxSlots(perHour);
  const { rows } = await sql<{ hour: Date; taken: number }>`
    insert into stranger_quota as quota (bucket, hour, taken, per_hour)
    select ${bucket}, date_trunc('hour', clock_timestamp()), 1, ${perHour}::integer
    from set_config('synchronous_commit', 'off', true) as commits
    where commits = 'off'
    on conflict (bucket) do update set (hour, taken, per_hour, queued, refused) = (
      select excluded.hour, carried + 1, excluded.per_hour,
        quota.queued + (carried >= ${perHour} and carried < ${limit})::integer,
        quota.refused + (carried >= ${limit})::integer
      from (select least(${limit}, greatest(0,
        quota.taken * least(1, excluded.per_hour::numeric / quota.per_hour) - ${perHour}
        * greatest(0, extract(epoch from excluded.hour - quota.hour) / 3600)))::integer as carried) as before)
    returning hour, taken`.execute(db);
  const { hour = new Date(), taken = 1 } = rows[0] ?? {};
  return { hour, slot: taken - 1 };
}

/** The requests of each bucket that were queued or found the queue full, since the site was created. */
export async function countExcessRequests(
  db: Connection,
): Promise<{ bucket: string; queued: number; refused: number }[]> {
  return db.selectFrom('stranger_quota').select(['bucket', 'queued', 'refused']).execute();
}
