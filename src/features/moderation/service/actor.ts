import type { SignedIn } from '#platform/http/caller.ts';
import type { NewEntry } from '../store/entries.ts';

/** Who acts, as the log names them. Only calls for moderators and admins come here. */
export function actorOf({ id, username, role }: SignedIn): NewEntry['actor'] {
  if (role === 'user') throw new Error('only moderators and admins act here');
  return { id, username, role };
}
