import '../server-only.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import type { Services } from '../runtime/services.ts';
import type { Database } from './database.ts';

type Ground = Pick<Services, 'db' | 'jobs'>;

/** The most acts that one transaction takes. */
const GROUP_MAXIMUM = 500;
/** The most acts that may wait in this process; more are told to come again. */
const WAITING_MAXIMUM = 5_000;

interface Waiting<Act, Answer> {
  act: Act;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

interface Line<Act, Answer> {
  waiting: Waiting<Act, Answer>[];
  isMoving: boolean;
}

/**
 * Stores acts of one kind that come at the same time in one go: while a group is on its way to the database, later
 * acts gather and go together after it. So those who act on one story wait for two transactions at most, instead
 * of for everyone before them. Each caller is answered once its act is stored, in the order of the acts.
 *
 * It only saves ways to the database. What must hold is up to `store`, because other processes have groups of
 * their own; and one act must not make it throw, the others of the group would fail with it.
 */
export function batched<Act, Answer>(
  store: (ground: Ground, acts: Act[]) => Promise<Answer[]>,
): (ground: Ground, act: Act) => Promise<Outcome<Answer>> {
  const lines = new WeakMap<Database, Line<Act, Answer>>();

  async function move(ground: Ground, line: Line<Act, Answer>): Promise<void> {
    line.isMoving = true;
    while (line.waiting.length > 0) {
      const group = line.waiting.splice(0, GROUP_MAXIMUM);
      try {
        const answers = await store(
          ground,
          group.map((one) => one.act),
        );
        for (const [index, one] of group.entries()) one.resolve(answers[index] as Answer);
      } catch (error) {
        for (const one of group) one.reject(error);
      }
    }
    line.isMoving = false;
  }

  return async (ground, act) => {
    const line = lines.get(ground.db) ?? { waiting: [], isMoving: false };
    lines.set(ground.db, line);
    if (line.waiting.length >= WAITING_MAXIMUM) {
      return failure('unavailable', 'The site is busy. Please try again in a moment.');
    }
    const answer = new Promise<Answer>((resolve, reject) => line.waiting.push({ act, resolve, reject }));
    if (!line.isMoving) void move(ground, line);
    return success(await answer);
  };
}
