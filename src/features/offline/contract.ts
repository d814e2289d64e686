/** Stories kept on the reader's device, readable without a network. No call is needed: the texts are those of any reader. */

/** The number of stories that are looked up at a time when a shelf or list is kept. */
export const STORIES_OF_PART = 50;

/** The days after which kept stories are deleted, as the reader chooses; 0: never. */
export const KEEP_DAYS = [7, 30, 90, 0] as const;
export type KeepDays = (typeof KEEP_DAYS)[number];
export const DEFAULT_KEEP_DAYS: KeepDays = 30;

export const offlineMessages = {
  keep: 'Keep on this device',
  keeping: 'Keeping...',
  kept: 'Kept on this device',
  keptNow: 'Kept on this device. It can be read without a network.',
  unavailable:
    'This browser can’t keep stories: private windows often can’t, and neither can pages without HTTPS.',
  noSpace: 'There is not enough space on this device, so nothing of it was kept. Delete something first.',
  noWorker:
    'The page for reading without a network could not be stored, so nothing was kept. There may be too little space, or the connection was lost.',
  failed: 'The story could not be kept. Please try again.',
  forMembers: 'This story is for members. Log in to keep it.',
  nothing: 'Nothing is kept on this device.',
  unreadable: 'This text can’t be read any more. Delete the story, and keep it again.',
  deleted: 'Deleted from this device',
};
