import '../server-only.ts';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { PoolState } from '../runtime/services.ts';

/** How it was since the last look. */
interface Pressure {
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
/** How long the last in the line should wait; most requests line up several times, and after 3 seconds it was for nothing. */
const LINE_SECONDS = 0.25;
/** Whatever the line: so many may always wait. */
const LEAST_WAITING = 20;
/** A crowd of one moment is no overload: only what is still there at so many looks is. */
const LOOKS_AT_LINE = 3;
/** And an overload is not over because the line is empty for a moment. */
const MOST_LOOKS = 20;
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

export interface Line {
  look(seen: { waiting: number; taken: number; milliseconds: number }): void;
  /** How many may wait. */
  most(): number;
}

/** How long the line for a connection may get: as many as get one soon, by how many got one lately. */
export function lineForConnections(): Line {
  let most = MOST_WAITING;
  let perSecond = 0;
  let looks = 0;
  return {
    look({ waiting, taken, milliseconds }) {
      if (waiting === 0) looks = Math.max(0, looks - 1);
      else {
        const now = (taken * 1000) / milliseconds;
        perSecond = looks === 0 ? now : (perSecond + now) / 2;
        looks = Math.min(MOST_LOOKS, looks + 1);
      }
      const soon = Math.round(perSecond * LINE_SECONDS);
      most = looks < LOOKS_AT_LINE ? MOST_WAITING : Math.min(MOST_WAITING, Math.max(LEAST_WAITING, soon));
    },
    most: () => most,
  };
}

export interface SheddingOptions {
  /** The connections to the database. */
  pool: PoolState;
  /** Is always let in: asking how the site is, and files that cost nothing. */
  isSpared: (url: string) => boolean;
  /** Asks the database, where a kept page does not. */
  needsDatabase: (url: string) => boolean;
}

/** Sends away, at once and with a time to come back, what can't be served soon. */
export function shedLoad(app: FastifyInstance, options: SheddingOptions): void {
  const { pool } = options;
  const door = admission();
  const line = lineForConnections();
  let arrived = 0;
  let taken = 0;
  let last = performance.now();
  const noteTaken = () => {
    taken += 1;
  };
  pool.on('acquire', noteTaken);
  const timer = setInterval(() => {
    const now = performance.now();
    const milliseconds = now - last;
    door.look({ lag: milliseconds - LOOK_MILLISECONDS, arriving: (arrived * 1000) / milliseconds });
    line.look({ waiting: pool.waitingCount, taken, milliseconds });
    [arrived, taken, last] = [0, 0, now];
  }, LOOK_MILLISECONDS).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    pool.off('acquire', noteTaken);
  });
  app.addHook('onRequest', async ({ url }) => {
    if (options.isSpared(url)) return;
    arrived += 1;
    const isFull = options.needsDatabase(url) && pool.waitingCount >= line.most();
    if (!isFull && door.admits()) return;
    throw overload();
  });
}

/** Sends away what is too much of one network at the same time. */
export function refuseCrowd(app: FastifyInstance, refused: WeakSet<IncomingMessage>): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (refused.has(raw)) throw overload();
  });
}

function overload(): Error {
  return Object.assign(new Error('too many at once'), { statusCode: 503, isOverload: true });
}
