import { lazy } from 'react';
import type { PageMeta } from '#base/page-meta.ts';
import { WritingPage } from '#features/chapters/parts/writing/writing-frame.tsx';
import { urls } from '#urls.ts';

const OwnUpdates = lazy(async () => ({
  default: (await import('../components/own-updates.tsx')).OwnUpdates,
}));

const TITLE = 'Updates';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: 'New chapters in what you follow.',
    canonical: urls.updates(),
    isHidden: true,
  };
}

export function UpdatesPage() {
  return (
    <WritingPage title={TITLE} reason="updates">
      {() => <OwnUpdates title={TITLE} />}
    </WritingPage>
  );
}
