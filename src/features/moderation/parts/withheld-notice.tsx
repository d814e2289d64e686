import { lazy, Suspense } from 'react';
import type { WithheldReasonProps } from '../components/withheld-reason.tsx';

const WithheldReason = lazy(async () => ({
  default: (await import('../components/withheld-reason.tsx')).WithheldReason,
}));

/** The notice on a withheld story or list, which only its author and moderators can open. */
export function WithheldNotice({ isWithheld, ...about }: WithheldReasonProps & { isWithheld: boolean }) {
  if (!isWithheld) return null;
  return (
    <Suspense>
      <WithheldReason {...about} />
    </Suspense>
  );
}
