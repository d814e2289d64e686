import type { ReactNode } from 'react';
import { FailedNotice } from './failed-notice.tsx';
import { Notice } from './notice.tsx';
import { Skeleton, SkeletonText } from './skeleton.tsx';
import type { useLoaded } from './use-loaded.ts';

export type LoadedPartProps<Data> = {
  loaded: ReturnType<typeof useLoaded<Data>>;
  /** Names the content that is loading: 'Loading the accounts'. */
  label: string;
  /** The number of lines of the outline while loading; six by default. */
  lines?: number;
  /** The outline, if it is not lines. */
  waiting?: ReactNode;
  waitingClass?: string | undefined;
  /** Shown for a failure without a message of its own. */
  failed: string;
  /** The title of the notice for an empty result. */
  empty?: (data: Data) => string | undefined;
  children: (data: Data) => ReactNode;
};

/** Content that the page loads by script, in each of its states: loading, failed, empty, ready. */
export function LoadedPart<Data>(props: LoadedPartProps<Data>) {
  const { loaded } = props;
  if (loaded.status === 'loading') {
    return (
      <Skeleton label={props.label} className={props.waitingClass}>
        {props.waiting ?? <SkeletonText lines={props.lines ?? 6} />}
      </Skeleton>
    );
  }
  if (loaded.status === 'failed')
    return <FailedNotice error={loaded.error} otherwise={props.failed} onRetry={loaded.reload} />;
  const nothing = props.empty?.(loaded.data);
  return nothing === undefined ? props.children(loaded.data) : <Notice kind="empty" title={nothing} />;
}
