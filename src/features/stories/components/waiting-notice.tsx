import { lazy, Suspense } from 'react';
import { useSession } from '#features/accounts/parts/session.ts';
import type { Story } from '../contract/stories.ts';

const WaitingReason = lazy(async () => ({
  default: (await import('./waiting-reason.tsx')).WaitingReason,
}));

/** The notice on an unlisted story, for its author and moderators; readers see an ordinary story. */
export function WaitingNotice({ story }: { story: Story }) {
  const { user } = useSession();
  if (story.is_waiting !== true || user === undefined) return null;
  if (user.account_id !== story.author_id && user.role === 'user') return null;
  return (
    <Suspense>
      <WaitingReason story={story} isAuthor={user.account_id === story.author_id} />
    </Suspense>
  );
}
