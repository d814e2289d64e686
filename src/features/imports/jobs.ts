import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { Context } from '#platform/runtime/context.ts';
import { deleteOldImports, readImport } from './service/read-import.ts';

const importPayload = z.object({ importId: z.int() });

export function importJobs(context: Context): TaskList {
  return {
    'read-import': (payload) => readImport(context, importPayload.parse(payload).importId),
    'delete-old-imports': () => deleteOldImports(context),
  };
}

/** Runs once an hour. */
export const importCrontab = '41 * * * * delete-old-imports';
