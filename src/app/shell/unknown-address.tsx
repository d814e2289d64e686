import { lazy, Suspense } from 'react';
import type { PageMeta } from '#base/page-meta.ts';
import { useSession } from '#features/accounts/parts/session.ts';
import { useDocumentMeta } from '../document-head.tsx';
import { LoadingAddress } from './loading-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

const StaffAddress = lazy(async () => ({ default: (await import('./staff-address.tsx')).StaffAddress }));

/**
 * The page of every address that has none. Staff may have a page there: only their browsers fetch the table of these
 * pages and their screens. The server sends everybody the same 404, and the calls behind the pages check the caller.
 */
export function UnknownAddress({ meta }: { meta: PageMeta }) {
  const { user } = useSession();
  if (user === undefined || user.role === 'user') return <MissingPage meta={meta} />;
  return (
    <Suspense fallback={<LoadingAddress />}>
      <StaffAddress role={user.role} meta={meta} />
    </Suspense>
  );
}

function MissingPage({ meta }: { meta: PageMeta }) {
  useDocumentMeta(meta);
  return <NotFoundPage />;
}
