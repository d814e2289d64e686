import { useEffect } from 'react';
import type { DataOf } from '#base/contract.ts';
import { callApi } from '#ui/api-client.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import { countWaitingWork } from '../contract/waiting-work.ts';

type Work = DataOf<typeof countWaitingWork>;

const listeners = new Set<() => void>();

/** Has the shown numbers counted again, after a decision. */
export function recountWaitingWork(): void {
  for (const listen of listeners) listen();
}

/** How much waits for the moderator; undefined until it is counted, and if it cannot be. */
export function useWaitingWork(): Work | undefined {
  const { data, reload } = useLoaded('waiting work', () => callApi(countWaitingWork, {}));
  useEffect(() => {
    listeners.add(reload);
    return () => {
      listeners.delete(reload);
    };
  }, [reload]);
  return data;
}
