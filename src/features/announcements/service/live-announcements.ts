import { type Announcements, createAnnouncements } from '#platform/http/announcements.ts';
import type { Context } from '#platform/runtime/context.ts';
import { announcementsToShow } from '../store.ts';

/** The announcements of the site for one process, not yet read. */
export function announcementsOf({ db, log }: Pick<Context, 'db' | 'log'>): Announcements {
  return createAnnouncements({ load: () => announcementsToShow(db), log });
}
