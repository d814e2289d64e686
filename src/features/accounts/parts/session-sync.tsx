import { useEffect } from 'react';
import { callApi } from '#ui/api-client.ts';
import { endIncompleteSession, readTokens } from '#ui/session.ts';
import { getProfile } from '../contract/session.ts';
import { currentSession, rememberUser, useSession } from './session.ts';

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

async function refreshUser(): Promise<void> {
  if (readTokens() === undefined) return;
  try {
    const user = await callApi(getProfile, {});
    // A user who signed out meanwhile must not reappear, nor take the place of the next one.
    const known = currentSession().user ?? user;
    if (readTokens() !== undefined && known.id === user.id) rememberUser(user);
  } catch {
    // The transport has already forgotten an ended session; other failures are temporary.
  }
}
