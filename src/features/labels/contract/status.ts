/** Whether a story goes on, as its author says. */
export const storyStatusLabels = {
  ongoing: 'Ongoing',
  complete: 'Complete',
  hiatus: 'On hiatus',
  abandoned: 'Abandoned',
};
export type StoryStatus = keyof typeof storyStatusLabels;
export const STORY_STATUSES = Object.keys(storyStatusLabels) as StoryStatus[];
