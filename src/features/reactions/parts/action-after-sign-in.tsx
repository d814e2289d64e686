import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#features/accounts/parts/session.ts';
import { paths } from '#urls.ts';
import { clearPendingAction, pendingAction } from './pending-action.ts';

/** The pages of the sign-in itself. */
const signInPaths: string[] = [
  paths.login,
  paths.register,
  paths.resetPassword,
  paths.verifyEmail,
  paths.googleCallback,
];

/** Carries out the vote, bookmark, shelf or follow that a reader signed in for; drops it when they leave without signing in. */
export function ActionAfterSignIn() {
  const { status } = useSession();
  const { pathname } = useLocation();
  const isSigningIn = signInPaths.includes(pathname);

  useEffect(() => {
    if (status === 'out' && !isSigningIn) clearPendingAction();
  }, [status, isSigningIn]);

  useEffect(() => {
    if (status !== 'in') return;
    const action = pendingAction();
    // A report has no text yet: its dialog opens on the page of the report's target.
    if (action === undefined || action.kind === 'report') return;
    clearPendingAction();
    // Loaded on demand: few readers arrive with an action.
    import('../components/run-pending-action.ts')
      .then(({ runPendingAction }) => runPendingAction(action))
      .catch(reportError);
  }, [status]);

  return null;
}
