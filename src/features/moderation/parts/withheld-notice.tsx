import { lazy, Suspense } from 'react';
import type { Story } from '#features/stories/contract.ts';

const WithheldReason = lazy(async () => ({
  default: (await import('../components/withheld-reason.tsx')).WithheldReason,
}));

/** On a story that readers do not find. Nobody but its author and moderators ever sees such a page. */
export function WithheldNotice({ story }: { story: Story }) {
  if (story.withheld_at === undefined) return null;
  return (
    <Suspense>
      <WithheldReason story={story} />
    </Suspense>
  );
}
