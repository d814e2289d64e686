import '../server-only.ts';

/** The waits before a failed reading is repeated; afterwards the next reason to read has to come. */
const RETRY_MILLISECONDS = [1_000, 5_000, 15_000, 60_000, 300_000];

export interface ReloadLater {
  (): void;
  stop(): void;
}

/**
 * Returns a function that reads something again in the background, and repeats it after a failure: a change is told once,
 * and a process whose database connections are all in use at that moment would otherwise not learn of it.
 */
export function createReloadLater(
  reload: () => Promise<void>,
  onFailure: (error: unknown) => void,
): ReloadLater {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function attempt(failures: number): void {
    clearTimeout(timer);
    reload().catch((error: unknown) => {
      onFailure(error);
      const wait = RETRY_MILLISECONDS[failures];
      if (isStopped || wait === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(attempt, wait, failures + 1).unref();
    });
  }

  const reloadLater = () => attempt(0);
  reloadLater.stop = () => {
    isStopped = true;
    clearTimeout(timer);
  };
  return reloadLater;
}
