import { lazy } from 'react';
import type { PageMeta } from '#base/page-meta.ts';
import { WritingPage } from '#features/chapters/parts/writing/writing-frame.tsx';
import { urls } from '#urls.ts';

const OwnFollows = lazy(async () => ({
  default: (await import('../components/own-follows.tsx')).OwnFollows,
}));

const TITLE = 'Following';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: 'The stories, authors, tags and lists whose news you want, for yourself alone.',
    canonical: urls.follows(),
    isHidden: true,
  };
}

export function FollowsPage() {
  return (
    <WritingPage title={TITLE} reason="follow">
      {() => <OwnFollows title={TITLE} />}
    </WritingPage>
  );
}
