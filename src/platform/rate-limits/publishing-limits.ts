import '../server-only.ts';

/** Whether publishing has its daily quotas and its waiting period, and this process's refusals by reason. */
export interface PublishingLimits {
  readonly isLimited: boolean;
  readonly refused: Record<'unverified' | 'new' | 'established', number>;
}

export function publishingLimits(isLimited: boolean): PublishingLimits {
  return { isLimited, refused: { unverified: 0, new: 0, established: 0 } };
}
