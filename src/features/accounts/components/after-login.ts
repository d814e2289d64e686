import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { safeReturnPath } from '#base/safe-return-path.ts';
import type { ToastMessage } from '#ui/toast.tsx';
import { paths, urls } from '#urls.ts';
import { useSession } from '../parts/session.ts';

const LOGIN_PATHS: string[] = [
  paths.login,
  paths.register,
  paths.resetPassword,
  paths.verifyEmail,
  paths.googleCallback,
];

/** The page of this site named by the `return` query; never a login page, which would lead back here. */
export function returnPathIn(search: string): string | undefined {
  const path = safeReturnPath(new URLSearchParams(search).get('return'));
  return path === undefined || LOGIN_PATHS.includes(path.split(/[?#]/)[0] ?? '') ? undefined : path;
}

/**
 * Sends signed-in visitors away from the login pages: to the page they came from, or home. Returns a function that does
 * so at once, with a message.
 */
export function useContinueAfterLogin(): (notification?: ToastMessage) => Promise<void> {
  const { status } = useSession();
  const { search } = useLocation();
  const navigate = useNavigate();
  const isNavigating = useRef(false);
  const target = returnPathIn(search) ?? urls.home();

  const continueAfterLogin = useCallback(
    async (notification?: ToastMessage) => {
      if (isNavigating.current) return;
      isNavigating.current = true;
      await navigate(target, { replace: true, ...(notification && { state: { notification } }) });
    },
    [navigate, target],
  );

  useEffect(() => {
    if (status === 'in') void continueAfterLogin();
  }, [status, continueAfterLogin]);

  return continueAfterLogin;
}
