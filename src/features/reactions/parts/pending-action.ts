import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { whenSessionKnown } from '#features/accounts/parts/session.ts';
import type { FollowedThing } from '#features/follows/parts/follow-thing.ts';
import { readEntry, writeEntry } from '#ui/browser-storage.ts';
import { urls } from '#urls.ts';
import type { ReadingState } from '../contract/reading-state.ts';
import type { VoteStatus } from '../contract/votes.ts';
import { apiIdOfStory } from './story-api-id.ts';

/** The identifier under which the API finds the story is stored, because the page after the sign-in may show another. */
type OnStory = { storyId: number; apiId?: string };

/** An action that a guest started and must sign in for first. */
export type PendingAction =
  | ({ kind: 'vote'; voteStatus: VoteStatus } & OnStory)
  | ({ kind: 'bookmark' } & OnStory)
  | ({ kind: 'shelf'; state: ReadingState } & OnStory)
  | { kind: 'follow'; thing: FollowedThing }
  | { kind: 'report'; target: string };

const MAX_PENDING_MILLISECONDS = 30 * 60_000;

/** Stores the action for this tab only, and briefly. When storage is blocked, the reader has to click again. */
function storePendingAction(action: PendingAction): void {
  const act = 'storyId' in action ? { ...action, apiId: apiIdOfStory(action.storyId) } : action;
  writeEntry('actAfterSignIn', JSON.stringify({ act, at: Date.now() }));
}

export function clearPendingAction(): void {
  writeEntry('actAfterSignIn', undefined);
}

/** The pending action, if any. */
export function pendingAction(): PendingAction | undefined {
  try {
    const { act: action, at } = JSON.parse(readEntry('actAfterSignIn') ?? '{}') as {
      act?: PendingAction;
      at?: number;
    };
    return typeof at === 'number' && Date.now() - at < MAX_PENDING_MILLISECONDS ? action : undefined;
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
