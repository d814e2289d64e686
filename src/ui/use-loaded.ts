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
): Loaded<Data> & { again: () => void } {
  const [state, setState] = useState<{ key: string; loaded: Loaded<Data> }>();
  const [round, setRound] = useState(0);
  const latest = useRef(load);

  useEffect(() => {
    latest.current = load;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another reason to load
  useEffect(() => {
    let isWanted = true;
    const tell = (loaded: Loaded<Data>) => isWanted && setState({ key, loaded });
    latest.current().then(
      (data) => tell({ status: 'ready', data }),
      (error: unknown) => tell({ status: 'failed', error }),
    );
    return () => {
      isWanted = false;
    };
  }, [key, round]);

  const again = useCallback(() => {
    setState((before) => (before?.loaded.status === 'ready' ? before : undefined));
    setRound((before) => before + 1);
  }, []);
  // Data of another key is not shown.
  const loaded: Loaded<Data> = state?.key === key ? state.loaded : { status: 'loading' };
  return { ...loaded, again };
}
