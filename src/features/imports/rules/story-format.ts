/** The mark of this site's own export of a story, which can be imported without loss. */
export const STORY_FORMAT = 'nightstand-story';
