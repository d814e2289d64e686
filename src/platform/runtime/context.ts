import '../server-only.ts';
import type { RemoteImages } from '#base/remote-images.ts';
import type { Database } from '../database/database.ts';
import type { Cleaner } from '../html/html-cleaner-pool.ts';
import type { Announcements } from '../http/announcements.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { RouteTimes } from '../metrics/route-times.ts';
import type { PublishingLimits } from '../rate-limits/publishing-limits.ts';
import type { SignUpChecks } from '../rate-limits/sign-up-checks.ts';
import type { StrangerQuota } from '../rate-limits/stranger-quota.ts';
import type { Throttle } from '../rate-limits/throttle.ts';
import type { OpenIdClient } from '../security/openid-client.ts';
import type { Signer } from '../security/secret.ts';
import type { AgeAssurance } from '../settings/age.ts';
import type { LiveSettings } from '../settings/live-settings.ts';
import type { Operator } from '../settings/operator.ts';
import type { FreeSpace } from './free-space.ts';
import type { Log } from './log.ts';

/** The number of connections, how many are idle, how many requests wait for one, and the maximum number. */
export interface PoolState {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly options: { readonly max: number };
  on(event: 'acquire', listener: () => void): unknown;
  off(event: 'acquire', listener: () => void): unknown;
}

/** The resources that every service may use. Created once at start; nothing in it belongs to one request. */
export interface Context {
  db: Database;
  jobs: Jobs;
  log: Log;
  /** The site's own address without a trailing slash; the only one that is used in links. */
  publicUrl: string;
  remoteImages: RemoteImages;
  /** The settings that admins change while the site runs. */
  settings: LiveSettings;
  announcements: Announcements;
  operator: Operator;
  signer: Signer;
  throttle: Throttle;
  strangerQuota: StrangerQuota;
  publishing: PublishingLimits;
  signUps: SignUpChecks;
  outbox: Outbox;
  /** Undefined when sign-in with Google is not set up. */
  google: OpenIdClient | undefined;
  accessTokenSeconds: number;
  /** Whether calls of the staff are refused to accounts without a second factor; undefined: no. */
  isStaffFactorRequired?: boolean;
  /** The origins that may relay notifications besides those of the browsers' vendors. */
  pushServices: readonly string[];
  /** How readers prove their age; undefined: their word is enough. */
  age?: AgeAssurance | undefined;
  cleaner: Cleaner;
  freeSpace: FreeSpace;
  /** The state of the connections of `db`. */
  pool: PoolState;
  routeTimes: RouteTimes;
}
