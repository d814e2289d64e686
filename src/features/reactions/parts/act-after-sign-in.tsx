import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#features/accounts/parts/session.ts';
import { paths } from '#urls.ts';
import { forgetAct, waitingAct } from './waiting-act.ts';

/** The pages on which one is still on the way in. */
const onTheWay: string[] = [
  paths.login,
  paths.register,
  paths.resetPassword,
  paths.verifyEmail,
  paths.googleCallback,
];

/** Carries out the vote or bookmark that somebody signed in for; forgets it for who turns away without. */
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
    // A report is not written yet: its dialog opens on the page that it is about.
    if (act === undefined || act.kind === 'report') return;
    forgetAct();
    const wanted = act.kind === 'vote' ? { voteStatus: act.voteStatus } : { isBookmarked: true };
    // Seldom needed on a page that has no such control, and so not among what every page fetches.
    import('../components/own-acts.ts')
      .then(({ setOwnActs }) => setOwnActs(act.storyId, wanted))
      .catch(reportError);
  }, [status]);

  return null;
}
