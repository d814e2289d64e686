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
    if (action.kind === 'shelf') {
      import('#features/shelves/parts/set-reading-state.ts')
        .then(({ setReadingState }) => setReadingState(action.storyId, action.state))
        .catch(reportError);
      return;
    }
    if (action.kind === 'follow') {
      import('#features/follows/parts/follow-thing.ts')
        .then(({ followThing }) => followThing(action.thing))
        .catch(reportError);
      return;
    }
    const reactions = action.kind === 'vote' ? { voteStatus: action.voteStatus } : { isBookmarked: true };
    // Loaded on demand: pages without these controls seldom need it.
    import('../components/own-reactions.ts')
      .then(({ setOwnReactions }) => setOwnReactions(action.storyId, reactions))
      .catch(reportError);
  }, [status]);

  return null;
}
