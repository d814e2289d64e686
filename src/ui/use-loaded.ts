import { useCallback, useEffect, useRef, useState } from 'react';
import { withReason } from '#base/failure.ts';
import { useToast } from './toast.tsx';

export type Loaded<Data> =
  | { status: 'loading'; data?: undefined }
  | { status: 'failed'; error: unknown; data?: undefined }
  | { status: 'ready'; data: Data };

/** The reloads that have failed and whose data is still shown; one toast tells of all of them. */
const outOfDate = new Set<() => void>();

const tryAgain = {
  label: 'Try again',
  run: () => {
    for (const reload of [...outOfDate]) reload();
  },
};

/**
 * Loads data after the page is shown, again when the key changes, and on request. On request the old data stays until
 * the new arrives, so that a reader who has just changed it keeps their place. It also stays if none arrives, which a
 * toast tells: a form within it may hold what somebody has typed. Another version asks for the same as a request does.
 */
export function useLoaded<Data>(
  key: string,
  load: () => Promise<Data>,
  version?: number,
): Loaded<Data> & { reload: () => void } {
  const [state, setState] = useState<{ key: string; loaded: Loaded<Data> }>();
  const [round, setRound] = useState(0);
  const toast = useToast();
  const latest = useRef({ load, state });

  useEffect(() => {
    latest.current = { load, state };
  });

  const reload = useCallback(() => {
    setState((previous) => (previous?.loaded.status === 'ready' ? previous : undefined));
    setRound((previous) => previous + 1);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round or version is another reason to load
  useEffect(() => {
    let isCurrent = true;
    const finish = (loaded: Loaded<Data>) => isCurrent && setState({ key, loaded });
    function fail(error: unknown) {
      const { state: shown } = latest.current;
      if (shown?.key !== key || shown.loaded.status !== 'ready') finish({ status: 'failed', error });
      else if (isCurrent) {
        outOfDate.add(reload);
        const message = withReason('What you see may be out of date', error);
        toast.show({ kind: 'error', message, action: tryAgain });
      }
    }
    latest.current.load().then((data) => finish({ status: 'ready', data }), fail);
    return () => {
      isCurrent = false;
      outOfDate.delete(reload);
    };
  }, [key, round, version]);

  // Data of another key is not shown.
  const loaded: Loaded<Data> = state?.key === key ? state.loaded : { status: 'loading' };
  return { ...loaded, reload };
}
