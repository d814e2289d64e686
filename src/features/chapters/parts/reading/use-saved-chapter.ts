import { useSyncExternalStore } from 'react';
import { positionIn, subscribeToPositions } from './saved-positions.ts';

/** The chapter on the server and during hydration. */
export const UNKNOWN_CHAPTER = -1;

/** The chapter of a story that its reader is in, which only the browser knows. */
export const useSavedChapter = (storyId: number): number | undefined =>
  useSyncExternalStore(
    subscribeToPositions,
    () => positionIn(storyId)?.chapterId,
    () => UNKNOWN_CHAPTER,
  );
