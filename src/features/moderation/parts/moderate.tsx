import { lazy, Suspense } from 'react';
import { isOwnPenName, useSession } from '#features/accounts/parts/session.ts';
import type { ModerateButtonProps } from '../components/moderate-button.tsx';

const ModerateButton = lazy(async () => ({
  default: (await import('../components/moderate-button.tsx')).ModerateButton,
}));

export type ModerateProps = ModerateButtonProps & {
  /** The pen name of the content; undefined where the page knows that it is somebody else’s. */
  authorId?: number;
};

/** A link from a page to its case, shown only to moderators and never for their own content. */
export function Moderate({ authorId, ...about }: ModerateProps) {
  const { user } = useSession();
  if (user === undefined || user.role === 'user') return null;
  if (authorId !== undefined && isOwnPenName(user, authorId)) return null;
  return (
    <span className="no-print">
      <Suspense>
        <ModerateButton {...about} />
      </Suspense>
    </span>
  );
}
