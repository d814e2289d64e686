import { useSyncExternalStore } from 'react';
import type { PageMeta } from '#base/page-meta.ts';
import { NarrowPage } from '#ui/narrow-page.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { urls } from '#urls.ts';
import { KeptStories } from '../components/kept-stories.tsx';
import { offlineMessages } from '../contract.ts';

export function meta(): PageMeta {
  return {
    title: offlineMessages.kept,
    description: 'The stories that this browser keeps for reading without a network.',
    canonical: urls.kept(),
    isHidden: true,
  };
}

const never = () => () => undefined;

/** The server sends only the outline, which the service worker shows where there is no network (app/service-worker.ts). */
export function KeptPage() {
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <NarrowPage
      size="writing"
      title={offlineMessages.kept}
      lead="Stories that you can read here without a network. They are encrypted. Quick exit and logging out delete them, and so does clearing this site’s data."
    >
      {isInBrowser ? (
        <KeptStories />
      ) : (
        <>
          <SkeletonText lines={8} />
          <p className="without-script">
            This page needs JavaScript. Please allow it for this site and reload.
          </p>
        </>
      )}
    </NarrowPage>
  );
}
