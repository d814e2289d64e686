import '../server-only.ts';
import type { Runner } from 'graphile-worker';

export interface WorkerControl {
  resume(): Promise<void>;
  /** Lets the jobs under way finish. */
  pause(): Promise<void>;
  /** Stops for good. */
  end(): Promise<void>;
}

/**
 * Starts and stops workers, in the order of the requests and one change after the other. If one of them can't start, those
 * that have started stop again.
 */
export function workerControl(starts: readonly (() => Promise<Runner>)[]): WorkerControl {
  let runners: Runner[] = [];
  let hasEnded = false;
  let lastChange: Promise<void> = Promise.resolve();
  const inOrder = (change: () => Promise<void>): Promise<void> => {
    lastChange = lastChange.catch(() => undefined).then(change);
    return lastChange;
  };
  const stopAll = async () => {
    const stopping = runners;
    runners = [];
    await Promise.all(stopping.map((runner) => runner.stop()));
    await Promise.all(stopping.map((runner) => runner.promise));
  };
  const startAll = async () => {
    if (runners.length > 0 || hasEnded) return;
    try {
      for (const start of starts) runners.push(await start());
    } catch (error) {
      await stopAll();
      throw error;
    }
  };
  return {
    pause: () => inOrder(stopAll),
    resume: () => inOrder(startAll),
    end: () => {
      hasEnded = true;
      return inOrder(stopAll);
    },
  };
}
