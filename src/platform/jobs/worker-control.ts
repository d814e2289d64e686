import '../server-only.ts';
import type { Runner } from 'graphile-worker';

export interface WorkerControl {
  resume(): Promise<void>;
  /** Lets the jobs under way finish. */
  pause(): Promise<void>;
  /** Pauses for good. */
  end(): Promise<void>;
}

/** Starts and stops workers. Changes are carried out one after the other, in the order in which they are asked for. */
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
