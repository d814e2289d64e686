import { useOwnReactions } from '../components/own-reactions.ts';
import type { ReadingState } from '../contract/reading-state.ts';

export { showReadingState } from '../components/own-reactions.ts';

/** The reader's own state of a story, null without one; undefined while unknown, and for guests. */
export function useReadingState(storyId: number): ReadingState | null | undefined {
  return useOwnReactions(storyId)?.reading_state;
}
