import { lazy, Suspense } from 'react';
import type { PageMeta } from '#base/page-meta.ts';
import { useSession } from '#features/accounts/parts/session.ts';
import { WritingFrame } from '#features/chapters/parts/writing/writing-frame.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { urls } from '#urls.ts';

const OwnHistory = lazy(async () => ({
  default: (await import('../components/own-history.tsx')).OwnHistory,
}));

const TITLE = 'Reading history';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: 'The chapters that you have opened, if you want them kept.',
    canonical: urls.history(),
    isHidden: true,
  };
}

/** Open to guests, who can keep a history on their device. The server sends only the outline. */
export function HistoryPage() {
  const { status, user } = useSession();
  return (
    <WritingFrame title={TITLE}>
      {status === 'unknown' ? (
        <>
          <SkeletonText lines={8} />
          <p className="without-script">
            This page needs JavaScript. Please allow it for this site and reload.
          </p>
        </>
      ) : (
        <Suspense fallback={<SkeletonText lines={8} />}>
          <OwnHistory key={user?.id ?? 'guest'} isSignedIn={user !== undefined} />
        </Suspense>
      )}
    </WritingFrame>
  );
}
