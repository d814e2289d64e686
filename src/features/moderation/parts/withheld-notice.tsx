import { lazy, Suspense } from 'react';
import type { Story } from '#features/stories/contract/stories.ts';

const WithheldReason = lazy(async () => ({
  default: (await import('../components/withheld-reason.tsx')).WithheldReason,
}));

/** The notice on a withheld story, which only its author and moderators can open. */
export function WithheldNotice({ story }: { story: Story }) {
  if (story.withheld_at === undefined) return null;
  return (
    <Suspense>
      <WithheldReason story={story} />
    </Suspense>
  );
}
