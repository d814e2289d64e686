import '../server-only.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import type { Context } from '../runtime/context.ts';
import type { Database } from './database.ts';

type StoreContext = Pick<Context, 'db' | 'jobs'>;

const MAX_BATCH = 500;
/** Writes beyond this many are refused, and the client should try again. */
const MAX_WAITING = 5_000;

interface WaitingWrite<Write, Result> {
  write: Write;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

interface Queue<Write, Result> {
  waiting: WaitingWrite<Write, Result>[];
  isStoring: boolean;
}

/**
 * Stores writes of one kind in batches: while a batch is on its way to the database, later writes gather and follow
 * together. Readers who write to one story at the same time therefore wait for two transactions at most, instead of for
 * each other. Each caller is answered once its write is stored; results are in the order of the writes.
 *
 * Batches only save round trips. Other processes have batches of their own, so `store` enforces all invariants itself.
 * No write may make it throw, because the whole batch would fail.
 */
export function batched<Write, Result>(
  store: (context: StoreContext, writes: Write[]) => Promise<Result[]>,
): (context: StoreContext, write: Write) => Promise<Outcome<Result>> {
  const queues = new WeakMap<Database, Queue<Write, Result>>();

  async function storeWaiting(context: StoreContext, queue: Queue<Write, Result>): Promise<void> {
    queue.isStoring = true;
    while (queue.waiting.length > 0) {
      const batch = queue.waiting.splice(0, MAX_BATCH);
      try {
        const results = await store(
          context,
          batch.map(({ write }) => write),
        );
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
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
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    queue.waiting.push({ write, resolve, reject });
    if (!queue.isStoring) void storeWaiting(context, queue);
    return success(await promise);
  };
}
