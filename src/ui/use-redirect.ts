import { useCallback, useEffect, useRef } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';

/** So long a message of success can be read before the page goes. */
export const REDIRECT_AFTER_MILLISECONDS = 1000;

/** Leads on after a moment; nowhere, when the visitor has gone somewhere else meanwhile. */
export function useRedirect(): (
  url: string,
  options?: NavigateOptions & { afterMilliseconds?: number },
) => Promise<void> {
  const navigate = useNavigate();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return useCallback(
    async (url, { afterMilliseconds = REDIRECT_AFTER_MILLISECONDS, ...options } = {}) => {
      await new Promise((resolve) => setTimeout(resolve, afterMilliseconds));
      if (isHere.current) await navigate(url, options);
    },
    [navigate],
  );
}
