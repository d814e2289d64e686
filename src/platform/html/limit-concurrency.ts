import '../server-only.ts';

/**
 * Limits how much work runs at once and how much may wait. Work beyond that is not begun, and the result is undefined.
 * An unbounded queue would answer everybody late instead of most people soon.
 */
export function limitConcurrency(size: { atOnce: number; waiting: number }) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    if (running >= size.atOnce) {
      if (queue.length >= size.waiting) return undefined;
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      // The slot passes to the first in the queue and is never freed in between, so a newcomer can't overtake.
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
