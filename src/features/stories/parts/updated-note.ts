import { formatDate } from '#ui/dates.ts';
import type { StorySort } from '../contract/sorts.ts';
import type { Story } from '../contract/stories.ts';

/** The notes on the cards of a list: the day of the latest chapter, where that makes the order. */
export function updatedNoteIn(sort: StorySort): ((story: Story) => string) | undefined {
  return sort === 'updated'
    ? ({ last_chapter_at: time }) => (time === null ? '' : `Updated on ${formatDate(time)}. `)
    : undefined;
}
