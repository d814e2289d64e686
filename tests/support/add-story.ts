import { createStory } from '#features/stories/service/stories.ts';
import type { Database } from '#platform/database/database.ts';

/** Stores a story without the checks of publishing, as an import does. */
export const addStory = (db: Database, story: Parameters<typeof createStory>[1]) =>
  db.transaction().execute((transaction) => createStory(transaction, story));
