import { useOwnReactions } from '../components/own-reactions.ts';

export { showNewChapters } from '../components/own-reactions.ts';

/** The number of chapters that are new to the reader in a followed story; 0 while unknown, and for guests. */
export function useNewChapters(storyId: number): number {
  return useOwnReactions(storyId)?.new_chapters ?? 0;
}
