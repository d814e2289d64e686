import '../server-only.ts';

/**
 * Lets so much work run at once and so much wait; what comes beyond is not begun, and gives undefined. A queue
 * without an end would answer everybody late instead of most people soon.
 */
export function boundedLane(size: { atOnce: number; waiting: number }) {
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
      // The place is handed on, not freed: nobody who has just come may overtake those who wait.
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
