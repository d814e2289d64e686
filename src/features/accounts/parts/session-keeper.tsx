import { useEffect } from 'react';
import { callApi } from '#ui/api-client.ts';
import { readTokens } from '#ui/session.ts';
import { getProfile } from '../contract/accounts.ts';
import { currentSession, rememberUser, useSession } from './session.ts';

const PROFILE_RECHECK_MILLISECONDS = 1000;

/** Asks once after the page has loaded who is signed in; when nobody answers, the saved user stays. */
export function SessionKeeper() {
  const { status } = useSession();
  // boot.ts sets it before the first paint; from here on it follows.
  useEffect(() => {
    if (status === 'in') document.documentElement.dataset.signedIn = '';
    else if (status === 'out') delete document.documentElement.dataset.signedIn;
  }, [status]);
  useEffect(() => {
    const tokens = readTokens();
    if (tokens === undefined) return;
    const wait = currentSession().status === 'in' ? PROFILE_RECHECK_MILLISECONDS : 0;
    const timer = setTimeout(() => void recheck(), wait);
    return () => clearTimeout(timer);
  }, []);
  return null;
}

async function recheck(): Promise<void> {
  try {
    const user = await callApi(getProfile, {});
    // Signed out while the answer was on its way: it must not bring the name back.
    if (readTokens() !== undefined) rememberUser(user);
  } catch {
    // A session that has ended was forgotten by the transport; every other failure passes.
  }
}
