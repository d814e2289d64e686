import { useEffect, useState } from 'react';
import type { DataOf } from '#base/contract.ts';
import { callApi } from '#ui/api-client.ts';
import { countWaitingWork } from '../contract/waiting-work.ts';

type Work = DataOf<typeof countWaitingWork>;

const listeners = new Set<() => void>();

/** Has the shown numbers counted again, after a decision. */
export function recountWaitingWork(): void {
  for (const listen of listeners) listen();
}

/** How much waits for the moderator; undefined until it is counted, and if it cannot be. */
export function useWaitingWork(): Work | undefined {
  const [work, setWork] = useState<Work>();
  useEffect(() => {
    let asked = 0;
    // The answer that was asked for last is right, and a page that has gone takes none.
    const count = () => {
      asked += 1;
      const turn = asked;
      callApi(countWaitingWork, {}).then(
        (answer) => turn === asked && setWork(answer),
        () => undefined,
      );
    };
    count();
    listeners.add(count);
    return () => {
      asked += 1;
      listeners.delete(count);
    };
  }, []);
  return work;
}
