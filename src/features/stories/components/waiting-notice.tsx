import { lazy, Suspense } from 'react';
import { isOwnPenName, useSession } from '#features/accounts/parts/session.ts';
import type { Story } from '../contract/stories.ts';

const WaitingReason = lazy(async () => ({
  default: (await import('./waiting-reason.tsx')).WaitingReason,
}));

/** The notice on an unlisted story, for its author and moderators; readers see an ordinary story. */
export function WaitingNotice({ story }: { story: Story }) {
  const { user } = useSession();
  if (story.is_waiting !== true || user === undefined) return null;
  const isAuthor = isOwnPenName(user, story.author_id);
  if (!isAuthor && user.role === 'user') return null;
  return (
    <Suspense>
      <WaitingReason story={story} isAuthor={isAuthor} />
    </Suspense>
  );
}
