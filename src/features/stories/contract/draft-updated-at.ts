import { z } from 'zod';

/** For calls that save what a draft prepared. */
export const draftUpdatedAt = z.iso
  .datetime('draft_updated_at must be a time like 2026-11-21T08:00:00.000Z, or null')
  .nullable()
  .optional()
  .describe(
    'The updated_at of your draft that this text continues; null for none. A later draft stays. If left out, your draft of it is deleted whatever it holds',
  );
