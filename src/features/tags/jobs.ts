import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { Context } from '#platform/runtime/context.ts';
import { followRelations, IMPLIED_TAGS_JOB } from './service/relations.ts';
import { replaceStaleKeys, STALE_KEYS_JOB } from './service/stale-keys.ts';

const payloadSchema = z.object({ tagIds: z.array(z.int()), after: z.int().default(0) });

export function tagsJobs(context: Context): TaskList {
  return {
    [IMPLIED_TAGS_JOB]: (payload) => followRelations(context, payloadSchema.parse(payload)),
    [STALE_KEYS_JOB]: () => replaceStaleKeys(context),
  };
}
