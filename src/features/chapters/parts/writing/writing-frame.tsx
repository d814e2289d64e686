import { type ReactNode, Suspense } from 'react';
import type { User } from '#features/accounts/contract/session.ts';
import { SignedInOnly } from '#features/accounts/parts/signed-in-only.tsx';
import { SuspendedNotice } from '#features/accounts/parts/suspended-notice.tsx';
import type { LoginReason } from '#features/accounts/rules/accounts.ts';
import { BackLink } from '#ui/back-link.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { NarrowPage } from '#ui/narrow-page.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton, SkeletonBlock, SkeletonText } from '#ui/skeleton.tsx';
import type { useLoaded } from '#ui/use-loaded.ts';
import { CannotWrite } from './own-story.ts';
import styles from './writing-frame.module.css';

type Link = { href: string; label: string };

export type WritingFrameProps = {
  title: ReactNode;
  /** The name of the edited thing, above the title. */
  about?: ReactNode;
  back?: Link;
  /** Whether the page is for publishing, which a suspended account is told before it has written anything. */
  isPublishing?: boolean;
  children: ReactNode;
};

/** The layout of every writing page: a back link, a title, one column. */
export function WritingFrame({ title, about, back, isPublishing, children }: WritingFrameProps) {
  return (
    <NarrowPage
      size="writing"
      title={title}
      above={
        <>
          {back === undefined ? null : <BackLink href={back.href}>{back.label}</BackLink>}
          {about === undefined ? null : <p className={styles.about}>{about}</p>}
        </>
      }
    >
      {isPublishing ? <SuspendedNotice /> : null}
      {children}
    </NarrowPage>
  );
}

export type WritingPageProps = {
  title: string;
  back?: Link;
  /** The reason that the login page shows, unless it is writing. */
  reason?: LoginReason;
  /** Suspending children show the same outline. */
  children: (user: User) => ReactNode;
};

/** A page for authors. The server sends only the outline, which is the same for everyone. */
export function WritingPage({ title, back, reason = 'writing', children }: WritingPageProps) {
  const waiting = <WritingSkeleton title={title} back={back} />;
  return (
    <SignedInOnly reason={reason} skeleton={waiting}>
      {(user) => (
        // Another account in the same browser starts with a fresh state.
        <Suspense key={user.account_id} fallback={waiting}>
          {children(user)}
        </Suspense>
      )}
    </SignedInOnly>
  );
}

/** As tall as the form that replaces it. */
export function WritingSkeleton({ title, back }: { title: string; back?: Link }) {
  return (
    <WritingFrame title={title} back={back}>
      <div className="needs-script">
        <Skeleton label="Loading the page" className={styles.skeleton}>
          <SkeletonText lines={1} className={styles.labelLine} />
          <SkeletonBlock className={styles.fieldBlock} />
          <SkeletonText lines={1} className={styles.labelLine} />
          <SkeletonBlock className={styles.textBlock} />
        </Skeleton>
      </div>
      <p className="without-script">This page needs JavaScript. Please allow it for this site and reload.</p>
    </WritingFrame>
  );
}

export type LoadedWritingProps<Data> = {
  loaded: ReturnType<typeof useLoaded<Data>>;
  title: string;
  back: Link;
  /** The link beside an error; by default `back`. */
  exit?: Link;
  children: (data: Data) => ReactNode;
};

/** A form with what it needs: an outline while that loads, and an error if it cannot be shown. */
export function LoadedWriting<Data>(props: LoadedWritingProps<Data>) {
  const { loaded, title, back, exit = back, children } = props;
  if (loaded.status === 'failed')
    return <WritingError error={loaded.error} exit={exit} onRetry={loaded.reload} />;
  if (loaded.status === 'loading') return <WritingSkeleton title={title} back={back} />;
  return children(loaded.data);
}

type WritingErrorProps = { error: unknown; exit: Link; onRetry: () => void };

function WritingError({ error, exit, onRetry }: WritingErrorProps) {
  return (
    <WritingFrame title="Error">
      <Notice
        kind="error"
        title={error instanceof CannotWrite ? error.message : 'Something went wrong'}
        action={
          <div className={styles.actions}>
            <ButtonLink href={exit.href}>{exit.label}</ButtonLink>
            <Button onClick={onRetry}>Try again</Button>
          </div>
        }
      />
    </WritingFrame>
  );
}
