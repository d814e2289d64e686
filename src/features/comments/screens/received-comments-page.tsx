import { lazy } from 'react';
import type { PageMeta } from '#base/page-meta.ts';
import { WritingPage } from '#features/chapters/parts/writing/writing-frame.tsx';
import { urls } from '#urls.ts';

const ReceivedComments = lazy(async () => ({
  default: (await import('../components/received-comments.tsx')).ReceivedComments,
}));

const TITLE = 'Comments on your stories';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: 'Answer, approve and remove what others say about your stories.',
    canonical: urls.receivedComments(),
    isHidden: true,
  };
}

export function ReceivedCommentsPage() {
  const back = { href: urls.profile(), label: 'Back to My Stories' };
  return (
    <WritingPage title={TITLE} back={back}>
      {(user) => <ReceivedComments user={user} title={TITLE} back={back} />}
    </WritingPage>
  );
}
