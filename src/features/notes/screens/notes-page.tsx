import { lazy } from 'react';
import type { PageMeta } from '#base/page-meta.ts';
import { WritingPage } from '#features/chapters/parts/writing/writing-frame.tsx';
import { urls } from '#urls.ts';

const OwnNotes = lazy(async () => ({ default: (await import('../components/own-notes.tsx')).OwnNotes }));

const TITLE = 'Private notes';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: 'Notes between you and the authors or readers of stories.',
    canonical: urls.notes(),
    isHidden: true,
  };
}

export function NotesPage() {
  return (
    <WritingPage title={TITLE} reason="notes">
      {(user) => <OwnNotes title={TITLE} user={user} />}
    </WritingPage>
  );
}
