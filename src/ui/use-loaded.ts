import { useCallback, useEffect, useRef, useState } from 'react';

export type Loaded<Data> =
  | { status: 'loading'; data?: undefined }
  | { status: 'failed'; error: unknown; data?: undefined }
  | { status: 'ready'; data: Data };

/**
 * Loads data after the page is shown, again when the key changes, and on request. On request the old data stays until
 * the new arrives, so that a reader who has just changed it keeps their place.
 */
export function useLoaded<Data>(
  key: string,
  load: () => Promise<Data>,
): Loaded<Data> & { reload: () => void } {
  const [state, setState] = useState<{ key: string; loaded: Loaded<Data> }>();
  const [round, setRound] = useState(0);
  const latest = useRef(load);

  useEffect(() => {
    latest.current = load;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another reason to load
  useEffect(() => {
    let isCurrent = true;
    const finish = (loaded: Loaded<Data>) => isCurrent && setState({ key, loaded });
    latest.current().then(
      (data) => finish({ status: 'ready', data }),
      (error: unknown) => finish({ status: 'failed', error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [key, round]);

  const reload = useCallback(() => {
    setState((previous) => (previous?.loaded.status === 'ready' ? previous : undefined));
    setRound((previous) => previous + 1);
  }, []);
  // Data of another key is not shown.
  const loaded: Loaded<Data> = state?.key === key ? state.loaded : { status: 'loading' };
  return { ...loaded, reload };
}
