import '../server-only.ts';
import type { Database } from '../database/database.ts';
import type { Cleaner } from '../html/html-cleaner-pool.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { PublishingLimits } from '../rate-limits/publishing-limits.ts';
import type { StrangerQuota } from '../rate-limits/stranger-quota.ts';
import type { Throttle } from '../rate-limits/throttle.ts';
import type { OpenIdClient } from '../security/openid-client.ts';
import type { Signer } from '../security/secret.ts';
import type { Operator } from '../settings/operator.ts';
import type { FreeSpace } from './free-space.ts';
import type { Log } from './log.ts';

/** How many connections there are, how many of them nobody uses, how many wait for one, and the most there may be. */
export interface PoolState {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly options: { readonly max: number };
  on(event: 'acquire', listener: () => void): unknown;
  off(event: 'acquire', listener: () => void): unknown;
}

/** What every service may use. Made once at start; nothing in it belongs to one request. */
export interface Services {
  db: Database;
  jobs: Jobs;
  log: Log;
  /** The site's own address without a trailing slash; the only one that ever goes into links. */
  publicUrl: string;
  operator: Operator;
  signer: Signer;
  throttle: Throttle;
  strangerQuota: StrangerQuota;
  publishing: PublishingLimits;
  outbox: Outbox;
  /** Undefined where sign-in with Google is not set up. */
  google: OpenIdClient | undefined;
  accessTokenSeconds: number;
  cleaner: Cleaner;
  freeSpace: FreeSpace;
  /** How the connections of `db` are. */
  pool: PoolState;
}
