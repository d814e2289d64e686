import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { knownSession } from '#features/accounts/parts/session.ts';
import { readEntry, writeEntry } from '#ui/browser-storage.ts';
import { urls } from '#urls.ts';
import type { VoteStatus } from '../contract/votes.ts';

/** An action that a guest started and must sign in for first. */
export type WaitingAct =
  | { kind: 'vote'; storyId: number; voteStatus: VoteStatus }
  | { kind: 'bookmark'; storyId: number }
  | { kind: 'report'; target: string };

const WAITS_MILLISECONDS = 30 * 60_000;

/** Stores the action for this tab only, and briefly. When storage is blocked, the reader has to click again. */
function keepAct(act: WaitingAct): void {
  writeEntry('actAfterSignIn', JSON.stringify({ act, at: Date.now() }));
}

export function forgetAct(): void {
  writeEntry('actAfterSignIn', undefined);
}

/** The pending action, if any. */
export function waitingAct(): WaitingAct | undefined {
  try {
    const { act, at } = JSON.parse(readEntry('actAfterSignIn') ?? '{}') as { act?: WaitingAct; at?: number };
    return typeof at === 'number' && Date.now() - at < WAITS_MILLISECONDS ? act : undefined;
  } catch {
    return undefined;
  }
}

/** Performs an action that needs an account. A guest goes through the login first and the action follows afterwards. */
export function useSignedInAct(): (act: WaitingAct, perform: () => void) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return useCallback(
    (act, perform) => {
      void knownSession().then(({ status }) => {
        if (status === 'in') return perform();
        keepAct(act);
        void navigate(urls.login(pathname + search, act.kind));
      });
    },
    [navigate, pathname, search],
  );
}
