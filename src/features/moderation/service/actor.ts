import type { SignedIn } from '#platform/http/caller.ts';
import type { NewEntry } from '../store/log-entries.ts';

/** The acting staff member, as the log names them. Only moderators and admins reach this code. */
export function actorOf({ id, username, role }: SignedIn): NewEntry['actor'] {
  if (role === 'user') throw new Error('only moderators and admins act here');
  return { id, username, role };
}
