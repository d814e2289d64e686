import type { ReactNode } from 'react';
import { SessionSync } from '#features/accounts/parts/session-sync.tsx';
import { SignedOutToast } from '#features/accounts/parts/signed-out-toast.tsx';
import { KeptSync } from '#features/offline/parts/kept-sync.tsx';
import { ActionAfterSignIn } from '#features/reactions/parts/action-after-sign-in.tsx';
import { ToastProvider } from '#ui/toast.tsx';
import { ContentWarning, useIsWarningShown } from './content-warning.tsx';
import { Footer } from './footer.tsx';
import { GuestListsSync } from './guest-lists-sync.tsx';
import { KeyboardHelp } from './keyboard-help.tsx';
import { Navbar } from './navbar.tsx';
import { NotificationToast } from './notification-toast.tsx';
import { ScrollToTop } from './scroll-to-top.tsx';
import styles from './shell.module.css';

export type ShellProps = {
  children: ReactNode;
  /** The end of the bar: on wide screens, and in the menu of small ones. */
  navbarEnd?: ReactNode;
  navbarMobileEnd?: ReactNode;
  /** Between the footer's blurb and its links. */
  footerExtra?: ReactNode;
};

/** The frame of every page. */
export function Shell({ children, navbarEnd, navbarMobileEnd, footerExtra }: ShellProps) {
  const isWarningShown = useIsWarningShown();
  return (
    <ToastProvider>
      <ContentWarning />
      <div className={styles.page} inert={isWarningShown} data-under-warning="" suppressHydrationWarning>
        <a className="skip-link" href="#main">
          Skip to content
        </a>
        <Navbar end={navbarEnd} mobileEnd={navbarMobileEnd} />
        <main className={styles.main} id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer>{footerExtra}</Footer>
      </div>
      <ScrollToTop />
      <NotificationToast />
      <SessionSync />
      <GuestListsSync />
      <KeptSync />
      <SignedOutToast />
      <ActionAfterSignIn />
      <KeyboardHelp />
    </ToastProvider>
  );
}
