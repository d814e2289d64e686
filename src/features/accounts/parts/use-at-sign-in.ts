import { useEffect, useRef } from 'react';
import { useSession } from './session.ts';

/** Runs when a guest has signed in, but not when a page opens with a session. `run` is the same at each render. */
export function useAtSignIn(run: () => void): void {
  const { status } = useSession();
  const wasOut = useRef(false);
  useEffect(() => {
    if (status === 'in' && wasOut.current) run();
    if (status !== 'unknown') wasOut.current = status === 'out';
  }, [status, run]);
}
