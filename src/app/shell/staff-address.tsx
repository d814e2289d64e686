import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { useDocumentMeta } from '../document-head.tsx';
import { loadStaffScreen } from '../staff-pages.ts';
import { LoadingAddress } from './loading-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

export type StaffAddressProps = {
  role: string;
  /** The meta of an address without a page. */
  meta: PageMeta;
};

interface Loaded {
  pathname: string;
  role: string;
  meta: PageMeta;
  Component?: ComponentType | undefined;
  error?: unknown;
}

/** The staff's page at the address, if there is one for their role. */
export function StaffAddress({ role, meta }: StaffAddressProps) {
  const { pathname } = useLocation();
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    let isMounted = true;
    loadStaffScreen(pathname, role).then(
      (screen) =>
        isMounted &&
        setLoaded({ pathname, role, Component: screen?.Component, meta: screen?.meta?.(undefined) ?? meta }),
      (error: unknown) => isMounted && setLoaded({ pathname, role, error, meta }),
    );
    return () => {
      isMounted = false;
    };
  }, [pathname, role, meta]);

  // When a staff member goes from one of these pages to another, the state still holds the previous screen.
  const current = loaded?.pathname === pathname && loaded.role === role ? loaded : undefined;
  useDocumentMeta(current?.meta);
  if (current === undefined) return <LoadingAddress />;
  if (current.error !== undefined) throw current.error;
  return current.Component === undefined ? <NotFoundPage /> : <current.Component />;
}
