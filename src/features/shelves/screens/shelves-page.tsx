import { lazy } from 'react';
import type { PageMeta } from '#base/page-meta.ts';
import { WritingPage } from '#features/chapters/parts/writing/writing-frame.tsx';
import { urls } from '#urls.ts';

const OwnShelves = lazy(async () => ({
  default: (await import('../components/own-shelves.tsx')).OwnShelves,
}));

const TITLE = 'Shelves';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: 'What you want to read, are reading and have read, for yourself alone.',
    canonical: urls.shelves(),
    isHidden: true,
  };
}

export function ShelvesPage() {
  return (
    <WritingPage title={TITLE} reason="shelf">
      {(user) => <OwnShelves user={user} title={TITLE} />}
    </WritingPage>
  );
}
