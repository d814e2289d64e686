/** Reading states: how far a reader is with a story, as the reader says. Shelves are made of them. */
import { z } from 'zod';

/** In the order in which shelves are listed. */
export const READING_STATES = ['to_read', 'reading', 'finished', 'set_aside'] as const;
export type ReadingState = (typeof READING_STATES)[number];

export const readingStateLabels: Record<ReadingState, string> = {
  to_read: 'To read',
  reading: 'Reading',
  finished: 'Finished',
  set_aside: 'Set aside',
};

export const readingState = z.enum(
  READING_STATES,
  `State must be one of ${READING_STATES.join(', ')}, or null`,
);
