import { useEffect, useState } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { readEntry } from '#ui/browser-storage.ts';
import { Button } from '#ui/button.tsx';
import { siteAnswers, whenSiteAnswers } from '#ui/site-answers.ts';
import { isMissingCode, reloadForCode } from '../missing-code.ts';
import { ErrorPage } from './error-page.tsx';
import { LoadingAddress } from './loading-page.tsx';
import { PlainPage } from './plain-page.tsx';

/** Where stories are kept, the service worker answers a reload without a network with the kept copy of the page. */
function canShowKept(): boolean {
  return readEntry('keptKey') !== null && navigator.serviceWorker?.controller != null;
}

/** In place of a page whose code or data did not arrive; without a network it opens once the site answers. */
export function UnreachablePage({ error, title }: { error: unknown; title: string }) {
  const [outcome, setOutcome] = useState<'unreachable' | 'useless'>();

  useEffect(() => {
    let isMounted = true;
    const firstAttempt = isMissingCode(error)
      ? reloadForCode()
      : siteAnswers().then((hasAnswered) => (hasAnswered ? 'useless' : 'unreachable'));
    void firstAttempt.then((result) => {
      if (isMounted && result !== 'reloading') setOutcome(result);
    });
    return () => {
      isMounted = false;
    };
  }, [error]);

  if (outcome === 'useless') return <ErrorPage message={title} />;
  if (outcome === undefined) return <LoadingAddress />;
  return <WaitingPage title={isRouteErrorResponse(error) ? title : 'The site can’t be reached'} />;
}

const reload = () => window.location.reload();

async function openIfReachable(): Promise<void> {
  if (await siteAnswers()) reload();
}

function WaitingPage({ title }: { title: string }) {
  useEffect(() => {
    if (canShowKept()) return reload();
    return whenSiteAnswers(reload);
  }, []);

  return (
    <PlainPage
      isDrawn={false}
      title={title}
      text="You seem to be without a network. This page opens by itself as soon as there is one."
      actions={
        <>
          <Button variant="primary" onClick={openIfReachable}>
            Try again
          </Button>
          <Button onClick={() => window.history.back()}>Back</Button>
        </>
      }
    />
  );
}
