import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { whenSessionKnown } from '#features/accounts/parts/session.ts';
import type { FollowedThing } from '#features/follows/parts/follow-thing.ts';
import { readEntry, writeEntry } from '#ui/browser-storage.ts';
import { urls } from '#urls.ts';
import type { ReadingState } from '../contract/reading-state.ts';
import type { VoteStatus } from '../contract/votes.ts';
import { apiIdOfStory, rememberApiId } from './story-api-id.ts';

/** An action that a guest started and must sign in for first. */
export type PendingAction =
  | { kind: 'vote'; storyId: number; voteStatus: VoteStatus }
  | { kind: 'bookmark'; storyId: number }
  | { kind: 'shelf'; storyId: number; state: ReadingState }
  | { kind: 'follow'; thing: FollowedThing }
  | { kind: 'report'; target: string };

const MAX_PENDING_MILLISECONDS = 30 * 60_000;

/** Stores the action for this tab only, and briefly. When storage is blocked, the reader has to click again. */
function storePendingAction(action: PendingAction): void {
  const apiId = 'storyId' in action ? apiIdOfStory(action.storyId) : undefined;
  writeEntry('actAfterSignIn', JSON.stringify({ act: action, apiId, at: Date.now() }));
}

export function clearPendingAction(): void {
  writeEntry('actAfterSignIn', undefined);
}

/** The pending action, if any. */
export function pendingAction(): PendingAction | undefined {
  try {
    const stored = JSON.parse(readEntry('actAfterSignIn') ?? '{}') as {
      act?: PendingAction;
      apiId?: string;
      at?: number;
    };
    const { act: action, apiId, at } = stored;
    const isRecent = typeof at === 'number' && Date.now() - at < MAX_PENDING_MILLISECONDS;
    if (action === undefined || !isRecent) return undefined;
    if ('storyId' in action && apiId !== undefined) rememberApiId(action.storyId, apiId);
    return action;
  } catch {
    return undefined;
  }
}

/** Performs an action that needs an account. A guest goes through the login first and the action follows afterwards. */
export function useSignedInAction(): (action: PendingAction, perform: () => void) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return useCallback(
    (action, perform) => {
      void whenSessionKnown().then(({ status }) => {
        if (status === 'in') return perform();
        storePendingAction(action);
        void navigate(urls.login(pathname + search, action.kind));
      });
    },
    [navigate, pathname, search],
  );
}
