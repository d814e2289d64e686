import { useCallback, useEffect, useRef } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';

/** How long a success message stays readable before the page changes. */
export const REDIRECT_AFTER_MILLISECONDS = 1000;

/** Navigates after a moment, unless the visitor has gone somewhere else meanwhile. */
export function useRedirect(): (
  url: string,
  options?: NavigateOptions & { afterMilliseconds?: number },
) => Promise<void> {
  const navigate = useNavigate();
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(
    async (url, { afterMilliseconds = REDIRECT_AFTER_MILLISECONDS, ...options } = {}) => {
      await new Promise((resolve) => setTimeout(resolve, afterMilliseconds));
      if (isMounted.current) await navigate(url, options);
    },
    [navigate],
  );
}
