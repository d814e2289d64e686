import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { urls } from '#urls.ts';
import type { User } from '../contract/session.ts';
import type { LoginReason } from '../rules/accounts.ts';
import { useSession } from './session.ts';

const PROBLEM_DELAY_MILLISECONDS = 8000;

type Leave = (to: string, options?: { state?: unknown }) => void;

const LeaveContext = createContext<Leave>(() => undefined);

/**
 * Returns a function that leads to another page and may then end the session, without the redirect to the login page
 * that `SignedInOnly` gives to guests.
 */
export function useLeave(): Leave {
  return useContext(LeaveContext);
}

export type SignedInOnlyProps = {
  children: (user: User) => ReactNode;
  /** The outline of the page. The server sends it to everyone, and it stays until the session is known. */
  skeleton: ReactNode;
  /** The reason that the login page shows. */
  reason: LoginReason;
};

/** A page for signed-in users. Guests go to the login page and return afterwards. */
export function SignedInOnly({ children, skeleton, reason }: SignedInOnlyProps) {
  const { status, user } = useSession();
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const isLeaving = useRef(false);

  useEffect(() => {
    if (status === 'out' && !isLeaving.current) {
      void navigate(urls.login(pathname + search + hash, reason), { replace: true });
    }
  }, [status, pathname, search, hash, reason, navigate]);

  const leave = useCallback<Leave>(
    (to, options) => {
      isLeaving.current = true;
      void navigate(to, { ...options, replace: true });
    },
    [navigate],
  );

  if (user === undefined) {
    return (
      <>
        {status === 'unknown' ? <LoadingProblem /> : null}
        {skeleton}
      </>
    );
  }
  return <LeaveContext value={leave}>{children(user)}</LeaveContext>;
}

/** Shown when the browser holds tokens but no user could be loaded, most likely offline. */
function LoadingProblem() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PROBLEM_DELAY_MILLISECONDS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  return (
    <div className="page-width">
      <Notice
        kind="error"
        title="The site is not answering."
        action={<Button onClick={() => window.location.reload()}>Try again</Button>}
      />
    </div>
  );
}
