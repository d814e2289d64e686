import type { TaskList } from 'graphile-worker';
import type { Services } from '#platform/runtime/services.ts';
import { rankWaitingBookmarks } from '../service/bookmarks.ts';

export function bookmarksJobs(services: Services): TaskList {
  return { 'rank-waiting-bookmarks': () => rankWaitingBookmarks(services) };
}

export const bookmarksCrontab = '*/10 * * * * rank-waiting-bookmarks';
