import '../server-only.ts';
import type { Runner } from 'graphile-worker';

export interface WorkerControl {
  resume(): Promise<void>;
  /** Lets the jobs under way finish. */
  pause(): Promise<void>;
  /** The same for good. */
  end(): Promise<void>;
}

/** Workers that can be sent away and called back; one change after the other, however fast they are asked for. */
export function workerControl(start: () => Promise<Runner[]>): WorkerControl {
  let runners: Runner[] = [];
  let hasEnded = false;
  let last: Promise<void> = Promise.resolve();
  const inTurn = (change: () => Promise<void>): Promise<void> => {
    last = last.catch(() => undefined).then(change);
    return last;
  };
  const pause = () =>
    inTurn(async () => {
      const leaving = runners;
      runners = [];
      await Promise.all(leaving.map((runner) => runner.stop()));
      await Promise.all(leaving.map((runner) => runner.promise));
    });
  return {
    pause,
    resume: () =>
      inTurn(async () => {
        if (runners.length === 0 && !hasEnded) runners = await start();
      }),
    end: () => {
      hasEnded = true;
      return pause();
    },
  };
}
