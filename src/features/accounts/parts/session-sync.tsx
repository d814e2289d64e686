import { useEffect } from 'react';
import { endIncompleteSession, readTokens } from '#ui/session.ts';
import { currentSession, refreshUser, useSession } from './session.ts';

const REFRESH_DELAY_MILLISECONDS = 1000;

/** Fetches the signed-in user once after the page has loaded; the saved user stays if the request fails. */
export function SessionSync() {
  const { status } = useSession();
  // boot.ts sets the attribute before the first paint; afterwards it follows the session.
  useEffect(() => {
    if (status === 'in') document.documentElement.dataset.signedIn = '';
    else if (status === 'out') delete document.documentElement.dataset.signedIn;
  }, [status]);
  useEffect(() => {
    endIncompleteSession();
    const tokens = readTokens();
    if (tokens === undefined) return;
    const delay = currentSession().status === 'in' ? REFRESH_DELAY_MILLISECONDS : 0;
    const timer = setTimeout(() => void refreshUser(), delay);
    return () => clearTimeout(timer);
  }, []);
  return null;
}
