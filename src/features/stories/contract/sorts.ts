/** The orders of story lists: their label, and the adjective for their stories in a sentence. */
export const storySorts = {
  trending: { label: 'Trending', adjective: 'trending' },
  top: { label: 'Top', adjective: 'top-rated' },
  new: { label: 'New', adjective: 'new' },
  featured: { label: 'Featured', adjective: 'featured' },
  /** By the publication of the latest chapter. */
  updated: { label: 'Updated', adjective: 'recently updated' },
};
export type StorySort = keyof typeof storySorts;
export const STORY_SORTS = Object.keys(storySorts) as StorySort[];
