import type { PendingAction } from '../parts/pending-action.ts';
import { rememberApiId } from '../parts/story-api-id.ts';

/** Carries out an action that a reader signed in for. Rejects if the server refuses it. */
export async function runPendingAction(action: Exclude<PendingAction, { kind: 'report' }>): Promise<void> {
  if ('storyId' in action && action.apiId !== undefined) rememberApiId(action.storyId, action.apiId);
  switch (action.kind) {
    case 'shelf': {
      const { setReadingState } = await import('#features/shelves/parts/set-reading-state.ts');
      await setReadingState(action.storyId, action.state);
      return;
    }
    case 'follow': {
      const { followThing } = await import('#features/follows/parts/follow-thing.ts');
      await followThing(action.thing);
      return;
    }
    default: {
      const { setOwnReactions } = await import('./own-reactions.ts');
      const isVote = action.kind === 'vote';
      await setOwnReactions(
        action.storyId,
        isVote ? { voteStatus: action.voteStatus } : { isBookmarked: true },
      );
    }
  }
}
