import type { ReactNode } from 'react';
import { FailedNotice } from './failed-notice.tsx';
import { Notice } from './notice.tsx';
import { Skeleton, SkeletonText } from './skeleton.tsx';
import type { useLoaded } from './use-loaded.ts';

export type LoadedPartProps<Data> = {
  loaded: ReturnType<typeof useLoaded<Data>>;
  /** Names what is awaited: 'Loading the accounts'. */
  label: string;
  /** Its outline; six lines unless given. */
  waiting?: ReactNode;
  waitingClass?: string | undefined;
  /** Shown for a failure without a message of its own. */
  failed: string;
  /** The title of the notice in place of nothing. */
  empty: (data: Data) => string | undefined;
  children: (data: Data) => ReactNode;
};

/** What a page asks for by itself, in each of its states: awaited, failed, empty, there. */
export function LoadedPart<Data>(props: LoadedPartProps<Data>) {
  const { loaded } = props;
  if (loaded.status === 'loading') {
    return (
      <Skeleton label={props.label} className={props.waitingClass}>
        {props.waiting ?? <SkeletonText lines={6} />}
      </Skeleton>
    );
  }
  if (loaded.status === 'failed')
    return <FailedNotice error={loaded.error} otherwise={props.failed} onRetry={loaded.again} />;
  const nothing = props.empty(loaded.data);
  return nothing === undefined ? props.children(loaded.data) : <Notice kind="empty" title={nothing} />;
}
