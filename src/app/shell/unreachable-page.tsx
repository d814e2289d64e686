import { useEffect, useState } from 'react';
import { unreachableError } from '#base/failure.ts';
import { readEntry } from '#ui/browser-storage.ts';
import { Button } from '#ui/button.tsx';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { isMissingCode, reloadForCode } from '../missing-code.ts';
import { siteAnswers } from '../site-answers.ts';
import { ErrorPage } from './error-page.tsx';
import { LoadingAddress } from './loading-page.tsx';
import { PlainPage } from './plain-page.tsx';

const ASK_AGAIN_MILLISECONDS = 5000;

/** Where stories are kept, the service worker answers a reload without a network with the kept copy of the page. */
function canShowKept(): boolean {
  return readEntry('keptKey') !== null && navigator.serviceWorker?.controller != null;
}

/** In place of a page whose code or data did not arrive; it opens once the site answers. */
export function UnreachablePage({ error }: { error: unknown }) {
  const [outcome, setOutcome] = useState<'unreachable' | 'useless'>();

  useEffect(() => {
    let isMounted = true;
    // Data comes with the reloaded page; code may be missing although the site answers.
    const firstAttempt = isMissingCode(error)
      ? reloadForCode()
      : siteAnswers().then((hasAnswered) => {
          if (hasAnswered) window.location.reload();
          return hasAnswered ? 'reloading' : 'unreachable';
        });
    void firstAttempt.then((result) => {
      if (isMounted && result !== 'reloading') setOutcome(result);
    });
    return () => {
      isMounted = false;
    };
  }, [error]);

  if (outcome === 'useless') return <ErrorPage />;
  return outcome === undefined ? <LoadingAddress /> : <WaitingPage />;
}

function WaitingPage() {
  const { isBusy, run } = useToastedAction('Please try again.');

  useEffect(() => {
    if (canShowKept()) return window.location.reload();
    let isAsking = false;
    async function openIfReachable() {
      if (isAsking || document.visibilityState === 'hidden') return;
      isAsking = true;
      if (await siteAnswers()) window.location.reload();
      isAsking = false;
    }
    const timer = setInterval(openIfReachable, ASK_AGAIN_MILLISECONDS);
    window.addEventListener('online', openIfReachable);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', openIfReachable);
    };
  }, []);

  async function tryAgain(): Promise<undefined> {
    if (!(await siteAnswers())) throw unreachableError();
    window.location.reload();
  }

  return (
    <PlainPage
      isDrawn={false}
      title="The site can’t be reached"
      text="You seem to be without a network. This page opens by itself as soon as there is one."
      actions={
        <>
          <Button variant="primary" busy={isBusy} onClick={() => run(tryAgain)}>
            Try again
          </Button>
          <Button onClick={() => window.history.back()}>Back</Button>
        </>
      }
    />
  );
}
