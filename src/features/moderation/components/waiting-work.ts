import { useEffect } from 'react';
import { useLoaded } from '#ui/use-loaded.ts';
import { type Work, waitingWorkCount } from '../parts/waiting-work-count.ts';

const listeners = new Set<() => void>();

/** Has the shown numbers counted again, after a decision. */
export function recountWaitingWork(): void {
  for (const listen of listeners) listen();
}

/** How much waits for the moderator; undefined until it is counted, and if it cannot be. */
export function useWaitingWork(): Work | undefined {
  const { data, reload } = useLoaded('waiting work', () => {
    // Each page counts anew. The user menu tells what is counted here, instead of asking again.
    waitingWorkCount.forget();
    return waitingWorkCount.read();
  });
  useEffect(() => {
    listeners.add(reload);
    return () => {
      listeners.delete(reload);
    };
  }, [reload]);
  return data;
}
