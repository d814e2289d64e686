import type { SignedIn } from '#platform/http/caller.ts';
import type { NewLogEntry } from '../store/log-entries.ts';

/** The acting staff member, as the log names them. Only moderators and admins reach this code. */
export function logActorOf({ id, username, role }: SignedIn): NewLogEntry['actor'] {
  if (role === 'user') throw new Error('only moderators and admins act here');
  return { id, username, role };
}
