import { z } from 'zod';

/** For calls that change what somebody may have changed meanwhile. */
export const expectedUpdatedAt = z.iso
  .datetime('expected_updated_at must be a time like 2026-11-21T08:00:00.000Z')
  .optional()
  .describe(
    'The updated_at of what was edited. If it has changed since, the answer is 409 edit_conflict and nothing is stored; if left out, the last write wins',
  );
