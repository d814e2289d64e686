import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { urls } from '#urls.ts';
import type { User } from '../contract/accounts.ts';
import type { LoginReason } from '../rules/accounts.ts';
import { useSession } from './session.ts';

const TROUBLE_AFTER_MILLISECONDS = 8000;

type Leave = (to: string, options?: { state?: unknown }) => void;

const LeaveContext = createContext<Leave>(() => undefined);

/**
 * Leads elsewhere and may then end the session, without the detour by the login that `SignedInOnly` sends everyone
 * else on.
 */
export function useLeave(): Leave {
  return useContext(LeaveContext);
}

export type SignedInOnlyProps = {
  children: (user: User) => ReactNode;
  /** The outline of the page. It is what the server sends, to everyone, and stays until it is known who is there. */
  waiting: ReactNode;
  /** The reason that the login shows. */
  reason: LoginReason;
};

/** A page for who is signed in. Everyone else goes to the login, and comes back from there. */
export function SignedInOnly({ children, waiting, reason }: SignedInOnlyProps) {
  const { status, user } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isLeaving = useRef(false);

  useEffect(() => {
    if (status === 'out' && !isLeaving.current) {
      void navigate(urls.login(pathname + search, reason), { replace: true });
    }
  }, [status, pathname, search, reason, navigate]);

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
        {status === 'unknown' ? <Trouble /> : null}
        {waiting}
      </>
    );
  }
  return <LeaveContext value={leave}>{children(user)}</LeaveContext>;
}

/** There are tokens, but nobody could tell whose: offline, most likely. */
function Trouble() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), TROUBLE_AFTER_MILLISECONDS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  return (
    <div className="page-width">
      <Notice
        kind="error"
        title="The site does not answer just now."
        action={<Button onClick={() => window.location.reload()}>Try again</Button>}
      />
    </div>
  );
}
