import '../server-only.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import type { Context } from '../runtime/context.ts';
import type { Database } from './database.ts';

type StoreContext = Pick<Context, 'db' | 'jobs'>;

const MAX_BATCH = 500;
/** Acts beyond this many are refused, and the client should try again. */
const MAX_WAITING = 5_000;

interface WaitingWrite<Write, Result> {
  write: Write;
  resolve(answer: Result): void;
  reject(error: unknown): void;
}

interface Queue<Act, Answer> {
  waiting: WaitingWrite<Act, Answer>[];
  isStoring: boolean;
}

/**
 * Stores acts of one kind in batches: while a batch is on its way to the database, later acts gather and follow
 * together. Readers who act on one story at the same time therefore wait for two transactions at most, instead of for
 * each other. Each caller is answered once its act is stored; answers are in the order of the acts.
 *
 * Batches only save round trips. Other processes have batches of their own, so `store` enforces all invariants itself.
 * No act may make it throw, because the whole batch would fail.
 */
export function batched<Act, Answer>(
  store: (context: StoreContext, writes: Act[]) => Promise<Answer[]>,
): (context: StoreContext, write: Act) => Promise<Outcome<Answer>> {
  const queues = new WeakMap<Database, Queue<Act, Answer>>();

  async function storeWaiting(context: StoreContext, queue: Queue<Act, Answer>): Promise<void> {
    queue.isStoring = true;
    while (queue.waiting.length > 0) {
      const batch = queue.waiting.splice(0, MAX_BATCH);
      try {
        const results = await store(
          context,
          batch.map(({ write }) => write),
        );
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Answer);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    queue.isStoring = false;
  }

  return async (context, write) => {
    const queue = queues.get(context.db) ?? { waiting: [], isStoring: false };
    queues.set(context.db, queue);
    if (queue.waiting.length >= MAX_WAITING) {
      return failure('unavailable', 'The site is busy. Please try again in a moment.');
    }
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    queue.waiting.push({ write: write, resolve, reject });
    if (!queue.isStoring) void storeWaiting(context, queue);
    return success(await promise);
  };
}
