import { lazy } from 'react';
import type { PageMeta } from '#base/page-meta.ts';
import { WritingPage } from '#features/chapters/parts/writing/writing-frame.tsx';
import { urls } from '#urls.ts';

const OwnInbox = lazy(async () => ({ default: (await import('../components/own-inbox.tsx')).OwnInbox }));

const TITLE = 'Inbox';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: 'Comments, replies, decisions and numbers of followers, for yourself alone.',
    canonical: urls.inbox(),
    isHidden: true,
  };
}

export function InboxPage() {
  return (
    <WritingPage title={TITLE} reason="inbox">
      {() => <OwnInbox title={TITLE} />}
    </WritingPage>
  );
}
