import { excerpt } from '#base/text.ts';
import type { Story } from '../contract/stories.ts';

export const CARD_EXCERPT_CHARACTERS = 140;

/**
 * The stories of a list with synopses cut to a card's length. A page carries its data a second time, for hydration:
 * eighteen whole synopses would be most of its weight.
 */
export function cardStories(stories: Story[]): Story[] {
  return stories.map((story) => ({ ...story, synopsis: excerpt(story.synopsis, CARD_EXCERPT_CHARACTERS) }));
}
