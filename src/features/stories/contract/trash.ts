/** The trash, as far as the deletion of stories and chapters is concerned. */
import { z } from 'zod';

/** The days for which deleted stories and chapters can be restored. */
export const TRASH_DAYS = 30;

/** Said beside the question whether something shall be deleted. */
export const TRASH_PROMISE = `It goes to your trash first, and can be restored from there for ${TRASH_DAYS} days.`;

/** The answer to the deletion of a story or a chapter. */
export const trashedSchema = z.object({
  trash_id: z.int().describe('Its id in the trash, for restoring it or deleting it permanently'),
});
