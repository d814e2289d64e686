import { formatDate } from '#ui/dates.ts';
import type { StorySort } from '../contract/sorts.ts';
import type { Story } from '../contract/stories.ts';

/** The day of a story's latest chapter, in words; empty without one. */
export function updatedNote({ last_chapter_at: time }: Pick<Story, 'last_chapter_at'>): string {
  return time === null ? '' : `Updated on ${formatDate(time)}. `;
}

/** The notes on the cards of a list in this order. */
export function updatedNoteIn(sort: StorySort): typeof updatedNote | undefined {
  return sort === 'updated' ? updatedNote : undefined;
}
