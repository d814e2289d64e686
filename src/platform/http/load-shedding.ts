import '../server-only.ts';
import type { FastifyInstance } from 'fastify';

/** How it was since the last look. */
export interface Pressure {
  /** How long the process was deaf, in milliseconds: what a request waits before it is even looked at. */
  lag: number;
  /** Requests a second. */
  arriving: number;
}

/** A request that is looked at later than this is late already. */
const MOST_LAG = 60;
/** Below this it is not the visitors who keep the process busy, and sending them away would help nobody. */
const MANY_ARRIVING = 100;
/** Two hundred who vote at the same moment are served within a tenth of a second; more would wait too long. */
export const MOST_WAITING = 300;
const LOOK_MILLISECONDS = 100;
const LEAST_SHARE = 0.05;

export interface Admission {
  /** Whether one more request is to be worked on. */
  admits(): boolean;
  look(pressure: Pressure): void;
  share(): number;
}

/**
 * Who comes in when there are too many: of every hundred requests so many that those let in are served in good time.
 * The share falls quickly under pressure and grows slowly without, so it settles near what the machine can do.
 */
export function admission(): Admission {
  let share = 1;
  let credit = 0;
  return {
    admits() {
      credit += share;
      if (credit < 1) return false;
      credit -= 1;
      return true;
    },
    look({ lag, arriving }) {
      const isPressed = lag > MOST_LAG && arriving > MANY_ARRIVING;
      share = isPressed ? Math.max(LEAST_SHARE, share * 0.85) : Math.min(1, share + 0.05);
    },
    share: () => share,
  };
}

export interface SheddingOptions {
  /** How many wait for a connection to the database. */
  waiting: () => number;
  /** Is always let in: asking how the site is, and files that cost nothing. */
  isSpared: (url: string) => boolean;
  /** Asks the database, where a kept page does not. */
  needsDatabase: (url: string) => boolean;
}

/** Sends away, at once and with a time to come back, what can't be served soon. */
export function shedLoad(app: FastifyInstance, options: SheddingOptions): void {
  const door = admission();
  let arrived = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    door.look({ lag: now - last - LOOK_MILLISECONDS, arriving: (arrived * 1000) / (now - last) });
    [arrived, last] = [0, now];
  }, LOOK_MILLISECONDS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', async ({ url }) => {
    if (options.isSpared(url)) return;
    arrived += 1;
    const isFull = options.needsDatabase(url) && options.waiting() >= MOST_WAITING;
    if (!isFull && door.admits()) return;
    throw Object.assign(new Error('too many at once'), { statusCode: 503, isOverload: true });
  });
}
