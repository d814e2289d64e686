import { lazy } from 'react';
import type { PageMeta } from '#base/page-meta.ts';
import { WritingPage } from '#features/chapters/parts/writing/writing-frame.tsx';
import { urls } from '#urls.ts';

const OwnTrash = lazy(async () => ({ default: (await import('../components/own-trash.tsx')).OwnTrash }));

const TITLE = 'Trash';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: 'What you have deleted, and can still restore.',
    canonical: urls.trash(),
    isHidden: true,
  };
}

export function TrashPage() {
  const back = { href: urls.profile(), label: 'Back to My Stories' };
  return (
    <WritingPage title={TITLE} back={back}>
      {() => <OwnTrash title={TITLE} back={back} />}
    </WritingPage>
  );
}
