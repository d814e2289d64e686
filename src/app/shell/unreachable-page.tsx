import { useEffect, useState } from 'react';
import { unreachableError } from '#base/failure.ts';
import { readEntry } from '#ui/browser-storage.ts';
import { Button } from '#ui/button.tsx';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { siteAnswers } from '../site-answers.ts';
import { LoadingAddress } from './loading-page.tsx';
import { PlainPage } from './plain-page.tsx';

const ASK_AGAIN_MILLISECONDS = 5000;

/** Where stories are kept, the service worker answers a reload without a network with the kept copy of the page. */
function canShowKept(): boolean {
  return readEntry('keptKey') !== null && navigator.serviceWorker?.controller != null;
}

/** In place of a page that could not be fetched because the site does not answer; the page opens once it does. */
export function UnreachablePage() {
  const [isUnreachable, setUnreachable] = useState(false);
  const { isBusy, run } = useToastedAction('Please try again.');

  useEffect(() => {
    if (canShowKept()) return window.location.reload();
    let isAsking = false;
    async function openIfReachable() {
      if (isAsking || document.visibilityState === 'hidden') return;
      isAsking = true;
      if (await siteAnswers()) window.location.reload();
      else setUnreachable(true);
      isAsking = false;
    }
    void openIfReachable();
    const timer = setInterval(openIfReachable, ASK_AGAIN_MILLISECONDS);
    window.addEventListener('online', openIfReachable);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', openIfReachable);
    };
  }, []);

  if (!isUnreachable) return <LoadingAddress />;
  return (
    <PlainPage
      isDrawn={false}
      title="The site can’t be reached"
      text="You seem to be without a network. This page opens by itself as soon as there is one."
      actions={
        <>
          <Button
            variant="primary"
            busy={isBusy}
            onClick={() =>
              run(async () => {
                if (!(await siteAnswers())) throw unreachableError();
                window.location.reload();
                return undefined;
              })
            }
          >
            Try again
          </Button>
          <Button onClick={() => window.history.back()}>Back</Button>
        </>
      }
    />
  );
}
