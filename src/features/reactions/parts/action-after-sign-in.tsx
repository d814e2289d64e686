import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#features/accounts/parts/session.ts';
import { paths } from '#urls.ts';
import { forgetAct, waitingAct } from './pending-action.ts';

/** The pages of the sign-in itself. */
const onTheWay: string[] = [
  paths.login,
  paths.register,
  paths.resetPassword,
  paths.verifyEmail,
  paths.googleCallback,
];

/** Carries out the vote or bookmark that a reader signed in for; drops it when they leave without signing in. */
export function ActAfterSignIn() {
  const { status } = useSession();
  const { pathname } = useLocation();
  const isOnTheWay = onTheWay.includes(pathname);

  useEffect(() => {
    if (status === 'out' && !isOnTheWay) forgetAct();
  }, [status, isOnTheWay]);

  useEffect(() => {
    if (status !== 'in') return;
    const act = waitingAct();
    // A report has no text yet: its dialog opens on the page of the report's target.
    if (act === undefined || act.kind === 'report') return;
    forgetAct();
    const wanted = act.kind === 'vote' ? { voteStatus: act.voteStatus } : { isBookmarked: true };
    // Loaded on demand: pages without these controls seldom need it.
    import('../components/own-reactions.ts')
      .then(({ setOwnActs }) => setOwnActs(act.storyId, wanted))
      .catch(reportError);
  }, [status]);

  return null;
}
