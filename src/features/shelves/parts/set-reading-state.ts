import type { ReadingState } from '#features/reactions/contract/reading-state.ts';
import { showReadingState } from '#features/reactions/parts/reading-state.ts';
import { apiIdOfStory } from '#features/reactions/parts/story-api-id.ts';
import { callApi } from '#ui/api-client.ts';
import { setMark } from '../contract/marks.ts';

/** Puts a story on the shelf of a state, or takes it off with null, and shows it everywhere on the page. */
export async function setReadingState(storyId: number, state: ReadingState | null): Promise<void> {
  await callApi(setMark, { id: apiIdOfStory(storyId), state });
  showReadingState(storyId, state);
}
