import '../server-only.ts';
import type { Runner } from 'graphile-worker';

export interface WorkerControl {
  resume(): Promise<void>;
  /** Lets the jobs under way finish. */
  pause(): Promise<void>;
  /** Stops for good. */
  end(): Promise<void>;
}

/** Starts and stops workers, in the order of the requests and one change after the other. */
export function workerControl(start: () => Promise<Runner[]>): WorkerControl {
  let runners: Runner[] = [];
  let hasEnded = false;
  let lastChange: Promise<void> = Promise.resolve();
  const inOrder = (change: () => Promise<void>): Promise<void> => {
    lastChange = lastChange.catch(() => undefined).then(change);
    return lastChange;
  };
  const pause = () =>
    inOrder(async () => {
      const stopping = runners;
      runners = [];
      await Promise.all(stopping.map((runner) => runner.stop()));
      await Promise.all(stopping.map((runner) => runner.promise));
    });
  return {
    pause,
    resume: () =>
      inOrder(async () => {
        if (runners.length === 0 && !hasEnded) runners = await start();
      }),
    end: () => {
      hasEnded = true;
      return pause();
    },
  };
}
